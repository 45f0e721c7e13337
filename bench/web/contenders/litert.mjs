// LiteRT.js on its CPU accelerator (XNNPACK): the best peer at most sizes. Browsers only.
import { loadAndCompile, loadLiteRt, Tensor } from "@litertjs/core";
import { tfliteModel } from "../models/tflite.mjs";

/** @param {{ threads?: number, wasmPaths: string }} options */
export const litert = ({ threads = 1, wasmPaths }) => ({
  name: "LiteRT.js",
  async create() {
    await loadLiteRt(wasmPaths, { threads: threads > 1, jspi: false });
    let model, data, sizes, last;
    return {
      version: "LiteRT.js",
      async prepare(shape, given) {
        const { heads, queryCount, keyCount, width } = shape;
        data = given;
        sizes = { q: [1, heads, queryCount, width], k: [1, heads, keyCount, width], v: [1, heads, keyCount, width] };
        model?.delete();
        model = await loadAndCompile(tfliteModel(shape), { accelerator: "wasm", cpuOptions: { numThreads: threads } });
      },
      async run() {
        const inputs = ["q", "k", "v"].map((name) => new Tensor(data[name], sizes[name]));
        const results = await model.run(inputs);
        last = results[0].toTypedArray();
        for (const tensor of [...inputs, ...results]) tensor.delete();
      },
      output: () => last,
      dispose() { model?.delete(); },
    };
  },
});
