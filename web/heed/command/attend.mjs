// `heed attend`: attention on .npy files.
import { resolve } from "node:path";
import { HeedError } from "heed";
import { load } from "heed/threads";
import { readTensorFile, writeTensorFile } from "./npy.mjs";
import { readNumber, readWords, UsageError } from "./usage.mjs";

const help = `heed attend Q.npy K.npy V.npy -o OUT.npy [options]

  -o, --output FILE       where the output goes, as float32
  --weights FILE          the weights too
  --causal                query i sees the keys 0 … i; with --bottom-right the last query sees the last key
  --causal-offset N       length of the cache before the first query
  --window-left N, --window-right N    how many keys on each side are seen
  --mask FILE             1 or true: may attend; broadcast to the scores
  --bias FILE             added to the scores; broadcast likewise
  --scale X               multiplies the scores; 1/sqrt(width) by default
  --softcap X             bends each score to X tanh(score / X)
  --engine fused|steps    fused by default
  --threads N             the machine's cores by default, at most 8

Shapes are n x d, heads x n x d, or batch x heads x n x d.`;

const text = /** @type {const} */ ({ type: "string" });
const flag = /** @type {const} */ ({ type: "boolean" });
const options = {
  output: { ...text, short: "o" }, weights: text, causal: flag, "bottom-right": flag, "causal-offset": text, "window-left": text,
  "window-right": text, mask: text, bias: text, scale: text, softcap: text, engine: text, threads: text,
};

/** @param {string[]} words */
async function run(words) {
  const { values, positionals } = readWords({ args: words, options, allowPositionals: true });
  if (positionals.length !== 3) throw new UsageError(`expected three files, the queries, the keys and the values, got ${positionals.length}`);
  if (values.output === undefined) throw new UsageError("expected -o FILE for the output");
  if (values.weights !== undefined && resolve(values.weights) === resolve(values.output)) throw new UsageError("expected --weights to name another file than -o");
  if (values["bottom-right"] && !values.causal) throw new UsageError("--bottom-right goes with --causal");
  const read = (/** @type {string | undefined} */ file) => (file === undefined ? undefined : readTensorFile(file));
  const [q, k, v] = await Promise.all(positionals.map(readTensorFile));
  const [mask, bias] = [await read(values.mask), await read(values.bias)];
  const input = {
    q, k, v, bias, mask: mask && asMask(mask),
    causal: values["bottom-right"] ? /** @type {const} */ ("bottom-right") : values.causal,
    causalOffset: readNumber("causal-offset", values["causal-offset"]),
    window: { left: readNumber("window-left", values["window-left"]), right: readNumber("window-right", values["window-right"]) },
    scale: readNumber("scale", values.scale),
    softcap: readNumber("softcap", values.softcap),
    engine: /** @type {"fused" | "steps" | undefined} */ (values.engine),
    weights: values.weights !== undefined,
  };
  const { output, weights, maskedRows } = await attend(input, readNumber("threads", values.threads));
  await writeTensorFile(values.output, output);
  console.log(`${values.output}: float32 (${output.shape.join(", ")})${maskedRows ? `; ${maskedRows} rows see no key and are 0` : ""}`);
  if (!weights || values.weights === undefined) return;
  await writeTensorFile(values.weights, weights);
  console.log(`${values.weights}: float32 (${weights.shape.join(", ")})`);
}

/**
 * @param {import("heed").AttendInput} input
 * @param {number | undefined} threads
 */
async function attend(input, threads) {
  try {
    const heed = await load({ threads });
    const result = heed.attend(input);
    heed.dispose();
    return result;
  } catch (error) {
    throw error instanceof HeedError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/**
 * A file has no booleans once it is read: 0 and 1 are left of them.
 * @param {import("heed").Tensor} tensor
 */
function asMask({ data, shape }) {
  const at = data.findIndex((number) => number !== 0 && number !== 1);
  if (at >= 0) throw new UsageError(`--mask: expected true and false, or 1 and 0, got ${data[at]} at ${at}; numbers to be added to the scores go in --bias`);
  return { data: Uint8Array.from(data), shape };
}

export const attendCommand = { run, help };
