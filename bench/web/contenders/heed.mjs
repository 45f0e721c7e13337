// Heed as a user has it: the package. `plain` takes arrays and writes into `out`, as most peers do; `resident` keeps the
// inputs in the module, as TF.js keeps its tensors; `fresh` gives a new array for each result.
import { load } from "heed";
import { load as loadThreads } from "heed/threads";

/** @param {string} name @param {{ simd?: "relaxed" | "simd128" | "scalar", engine?: "steps", threads?: number, way?: "plain" | "resident" | "fresh" }} options */
export const heed = (name, { simd = "relaxed", engine, threads, way = "plain" } = {}) => ({
  name,
  own: true,
  async create() {
    const core = threads === undefined ? await load({ simd }) : await loadThreads({ simd, threads });
    if (threads !== undefined && core.threads !== threads) throw new Error(`${core.threads} threads: ${core.threadsReason}`);
    let request, last, kept = [];
    return {
      version: `heed ${core.version}`,
      prepare({ heads, queryCount, keyCount, width, causal }, { q, k, v }) {
        for (const tensor of kept) tensor.dispose();
        const given = { q: { data: q, shape: [heads, queryCount, width] }, k: { data: k, shape: [heads, keyCount, width] }, v: { data: v, shape: [heads, keyCount, width] } };
        const inputs = way === "resident" ? Object.fromEntries(Object.entries(given).map(([name, tensor]) => [name, core.resident(tensor)])) : given;
        kept = way === "resident" ? Object.values(inputs) : [];
        request = { ...inputs, causal, ...(engine && { engine }), ...(way !== "fresh" && { out: new Float32Array(heads * queryCount * width) }) };
      },
      run() { last = core.attend(request).output.data; },
      output: () => last,
      dispose() { core.dispose(); },
    };
  },
});

/** The gradient of all inputs; `withForward` is given what attend found, as training has it. */
export const gradient = (name, { withForward }) => ({
  name,
  own: true,
  async create() {
    const core = await load({ simd: "relaxed" });
    let request;
    return {
      prepare({ heads, queryCount, keyCount, width, causal }, { q, k, v }) {
        const tensor = (data, rows) => ({ data, shape: [heads, rows, width] });
        const input = { q: tensor(q, queryCount), k: tensor(k, keyCount), v: tensor(v, keyCount), causal };
        const { output, logSumExp } = core.attend({ ...input, logSumExp: true });
        request = { ...input, gradOutput: tensor(q, queryCount), ...(withForward && { forward: { output, logSumExp } }) };
      },
      run() { core.gradient(request); },
      dispose() { core.dispose(); },
    };
  },
});
