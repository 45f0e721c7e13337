// heed as this app imports it.
import * as heed from "heed";
import * as lab from "heed/lab";
import * as threads from "heed/threads";
import * as worker from "heed/worker";
import { shown } from "./shown.js";

/** Where workers come from, other than from heed itself: those of heed/threads, and that of heed/worker. */
const pools = {
  "?own": {
    createWorker: () => new Worker(new URL("heed/pool-worker.js", import.meta.url)),
    ofWorker: { createWorker: () => new Worker(new URL("heed/worker-script.js", import.meta.url)) },
  },
  "?missing": { createWorker: () => new Worker("nowhere.js") },
  "?silent": { createWorker: () => new Worker(URL.createObjectURL(new Blob([""]))), startTimeout: 300 },
};

export const here = (pool) => shown({ heed, lab, threads, worker }, pools[pool]);
