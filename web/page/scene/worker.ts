// The worker that owns `heed`, so that a long trace never holds up a drag.
import { answer, wake, type Job } from "./answer.js";

// Only these two members of the worker's global scope are used; TypeScript's library for workers would clash with the DOM's.
const scope = self as unknown as { onmessage: ((event: MessageEvent<Job>) => void) | null; postMessage(message: unknown): void };

wake();
scope.onmessage = ({ data }) => {
  // An error that answer() does not know is thrown outside the promise, where the page hears of it as the worker's failure.
  answer(data).then((reply) => scope.postMessage(reply), (error: unknown) => setTimeout(() => { throw error; }));
};
