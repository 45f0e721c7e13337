// One worker of the pool: the glue of the main thread, told that it is one. build.mjs makes one script of this file,
// without imports, so that it can be started from its text.
import createCore from "./generated/heed_threads_glue.js";

// The glue knows web workers only: Node, Deno and Bun are made to look like one.
const parent = globalThis.process?.getBuiltinModule?.("node:worker_threads").parentPort;
if (parent) {
  globalThis.self ??= globalThis;
  globalThis.location ??= { href: "" };
  globalThis.postMessage = (message) => parent.postMessage(message);
  globalThis.importScripts ??= () => {};
  parent.on("message", (data) => globalThis.onmessage({ data }));
}

createCore({ isPthread: true });
