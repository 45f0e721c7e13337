// onnxruntime-web on its wasm backend. Transpose-MatMul-Mul-Softmax-MatMul was the fastest of its ways at most sizes; its
// Attention operator fails at 4096 keys.
import * as ort from "onnxruntime-web";
import { onnxModel } from "../models/onnx.mjs";

/** @param {{ threads?: number, wasmPaths?: string }} options */
export const onnxruntime = ({ threads = 1, wasmPaths } = {}) => ({
  name: "onnxruntime-web",
  async create() {
    ort.env.wasm.numThreads = threads;
    ort.env.logLevel = "error";
    if (wasmPaths) ort.env.wasm.wasmPaths = wasmPaths;
    let session, feeds, results;
    return {
      get version() { return `onnxruntime-web ${ort.env.versions?.web ?? ""}`; },
      async prepare(shape, { q, k, v }) {
        const { heads, queryCount, keyCount, width } = shape;
        await session?.release();
        session = await ort.InferenceSession.create(onnxModel(shape), { executionProviders: ["wasm"], graphOptimizationLevel: "all", intraOpNumThreads: threads });
        const tensor = (data, rows) => new ort.Tensor("float32", data, [1, heads, rows, width]);
        feeds = { q: tensor(q, queryCount), k: tensor(k, keyCount), v: tensor(v, keyCount) };
      },
      async run() { results = await session.run(feeds); },
      output: () => results.output.data,
      async dispose() { await session?.release(); },
    };
  },
});
