// One part of the bench in Node: node [--experimental-wasm-relaxed-simd] node.mjs PART OUT [quick]. run.mjs starts it.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { parts } from "./parts.mjs";
import { onnxruntime } from "./contenders/onnxruntime.mjs";
import { tfjs } from "./contenders/tfjs.mjs";
import { startPeaks } from "./peaks.mjs";

const [part, out, quick] = process.argv.slice(2);
const built = new URL("../../build/bench/", import.meta.url);
const tfjsFolder = dirname(createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm"));   // its backend reads its file by a path

const result = await parts[part]({
  peers: [onnxruntime(), tfjs({ wasmPaths: `${tfjsFolder}/` })],
  reference: await import(new URL("reference.mjs", built).href),
  peaks: (flavour) => startPeaks(readFileSync(new URL(`peaks-${flavour}.wasm`, built))),
  progress: (line) => process.send?.(line),
  quick: quick === "quick",
});
writeFileSync(out, JSON.stringify(result));
process.exit(0);   // peers leave workers and timers behind
