// The page of the bench: what Chromium runs. chromium.mjs bundles and serves it, and calls what it puts on window.
import { attention } from "../../tests/web/reference.ts";
import { litert } from "./contenders/litert.mjs";
import { onnxruntime } from "./contenders/onnxruntime.mjs";
import { tfjs } from "./contenders/tfjs.mjs";
import { parts } from "./parts.mjs";
import { startPeaks } from "./peaks.mjs";

window.runPart = (part, quick) => parts[part]({
  peers: [
    onnxruntime({ wasmPaths: "/packages/onnxruntime-web/dist/" }), tfjs({ wasmPaths: "/packages/@tensorflow/tfjs-backend-wasm/dist/" }),
    litert({ wasmPaths: "/packages/@litertjs/core/wasm/" }),
  ],
  reference: { attention },
  peaks: async (flavour) => startPeaks(await (await fetch(`/peaks-${flavour}.wasm`)).arrayBuffer()),
  progress: (line) => console.info(`progress ${line}`),
  quick,
});
