// The calling thread in Node; its parent makes the pool worker.
import { parentPort } from "node:worker_threads";
import { load } from "heed/threads";
import { lose } from "./lose.js";

const line = {
  post: (message) => parentPort.postMessage(message),
  hear: (listener) => parentPort.on("message", listener),
};
parentPort.postMessage({ told: await lose(load, line) });
parentPort.close();
