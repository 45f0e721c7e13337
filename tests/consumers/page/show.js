// What heed gives on the page's main thread and in a worker of the page's own. The address says where the pool's workers
// come from.
import { here } from "./here.js";

const inWorker = () => new Promise((resolve, reject) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = () => reject(new Error("the page's own worker failed"));
  worker.postMessage(location.search);
});

export async function show() {
  const shown = async () => `${await here(location.search)} | ${await inWorker()}`;
  const text = await shown().catch(String);
  document.querySelector("#shown").textContent = `${crossOriginIsolated ? "isolated" : "not isolated"} | ${text}`;
  document.documentElement.dataset.done = "true";
}
