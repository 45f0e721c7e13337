// The README's example in a page without a bundler: on the main thread, and in a worker of the page's own.
import { shown } from "./shown.js";

const inWorker = () => new Promise((resolve, reject) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => reject(new Error("the worker failed"));
});

document.querySelector("#shown").textContent = `${await shown()} | ${await inWorker()}`;
document.documentElement.dataset.done = "true";
