// Brings the core: its file, compiled while it arrives, and the code that answers with it. Apart from tracer.ts and small,
// so that a script of its own can begin while the rest of the page is still on its way.
import coreFile from "heed/wasm/lab-simd128.wasm?url";

/** Nothing where that is refused: the copy in heed's own script does better, or says why. */
const compile = async () => WebAssembly.compileStreaming(fetch(coreFile));
export const compiled = lazy(() => compile().catch(() => undefined));

let awake: typeof import("./answer.js") | undefined;
export const answers = lazy(async () => {
  const [loaded, wasm] = await Promise.all([import("./answer.js"), compiled()]);
  loaded.wake(wasm);
  return awake = loaded;
});

/** The same where it is there already. */
export const answersNow = () => awake;

/** Made when it is first asked for, once. */
function lazy<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
