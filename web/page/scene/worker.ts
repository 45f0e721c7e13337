// The worker that owns a core of its own, so that a long job never holds up a drag. It is told first of the compiled core.
import { answer, wake, type Job } from "./answer.js";

// Only these two members of the worker's global scope are used; TypeScript's library for workers would clash with the DOM's.
const scope = self as unknown as { onmessage: ((event: MessageEvent<Job | { wasm: WebAssembly.Module | undefined }>) => void) | null; postMessage(message: unknown): void };

scope.onmessage = ({ data }) => {
  if ("wasm" in data) return wake(data.wasm);
  // An error that answer() does not know is thrown outside the promise, where the page hears of it as the worker's failure.
  answer(data).then((reply) => scope.postMessage(reply), (error: unknown) => setTimeout(() => { throw error; }));
};
