// heed as this app imports it.
import * as heed from "heed";
import * as lab from "heed/lab";
import * as threads from "heed/threads";
import { shown } from "./shown.js";

/** Where the pool's workers come from, other than from heed itself. */
const pools = {
  "?own": { createWorker: () => new Worker(new URL("heed/pool-worker.js", import.meta.url)) },
  "?missing": { createWorker: () => new Worker("nowhere.js") },
  "?silent": { createWorker: () => new Worker(URL.createObjectURL(new Blob([""]))), startTimeout: 300 },
};

export const here = (pool) => shown({ heed, lab, threads }, pools[pool]);
