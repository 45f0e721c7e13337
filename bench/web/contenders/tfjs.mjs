// TensorFlow.js on its wasm backend: one 2-D product a head on a transposed K, the only way that reaches its fast kernel.
// Its inputs stay in its own memory; reading the result is part of what a user pays.
import * as tf from "@tensorflow/tfjs-core";
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { causalMask } from "../models/onnx.mjs";

/** @param {{ threads?: number, wasmPaths: string }} options */
export const tfjs = ({ threads = 1, wasmPaths }) => ({
  name: "TF.js wasm",
  async create() {
    setWasmPaths(wasmPaths);
    setThreadsCount(threads);
    if (threads === 1) tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
    await tf.setBackend("wasm");
    await tf.ready();
    let shape, inputs, mask, last;
    const forget = () => tf.dispose([inputs, mask]);
    const head = (q, k, v) => {
      const scaled = tf.mul(tf.matMul(q, tf.transpose(k)), 1 / Math.sqrt(shape.width));
      return tf.matMul(tf.softmax(mask ? tf.add(scaled, mask) : scaled), v);
    };
    return {
      version: `TF.js ${tf.version_core}`,
      prepare(next, { q, k, v }) {
        forget();
        shape = next;
        const { heads, queryCount, keyCount, width, causal } = shape;
        const part = (data, rows, at) => tf.tensor(data.slice(at * rows * width, (at + 1) * rows * width), [rows, width]);
        inputs = Array.from({ length: heads }, (_, at) => [part(q, queryCount, at), part(k, keyCount, at), part(v, keyCount, at)]);
        mask = causal ? tf.tensor(causalMask(queryCount, keyCount, -1e30), [queryCount, keyCount]) : undefined;
      },
      run() {
        const result = tf.tidy(() => {
          const outputs = inputs.map(([q, k, v]) => head(q, k, v));
          return outputs.length === 1 ? outputs[0] : tf.stack(outputs);
        });
        last = result.dataSync();
        result.dispose();
      },
      output: () => last,
      dispose: forget,
    };
  },
});
