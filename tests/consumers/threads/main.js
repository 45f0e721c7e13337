// heed/threads in a page without a bundler: on the main thread, and in a worker of the page's own. The address says
// where the pool's workers come from.
import { shown } from "./shown.js";

const inWorker = () => new Promise((resolve, reject) => {
  const worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => reject(new Error("the worker failed"));
});

const pools = {
  "?own": { createWorker: () => new Worker("./node_modules/heed/dist/pool-worker.js") },
  "?silent": { createWorker: () => new Worker(URL.createObjectURL(new Blob([""]))), startTimeout: 300 },
};
const pool = pools[location.search];
document.querySelector("#shown").textContent = pool ? await shown(pool) : `${await shown()} | ${await inWorker()}`;
document.documentElement.dataset.done = "true";
