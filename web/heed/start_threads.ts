// Starts the threaded core with its workers where the host allows threads, else the one without and the reason.
import { workerLost } from "./disposal.js";
import type { Archive } from "./embedded.js";
import { HeedError } from "./errors.js";
import { whyNoThreads } from "./features.js";
import createCore from "./generated/heed_glue.js";
import createThreadedCore from "./generated/heed_threads_glue.js";
import { makeHeed } from "./heed.js";
import { readWorkerOptions, type WorkerOptions } from "./host_worker.js";
import { chooseFlavour, readLoad, type Start, start } from "./load.js";
import { builtin } from "./node.js";
import { Pool } from "./pool.js";
import type { Heed, Simd, ThreadsLoadOptions } from "./types.js";

/** The WebAssembly of both cores; who starts them has it. */
export interface Archives { single: Archive; threaded: Archive }

const mostByItself = 8;

export async function startHeed(options: ThreadsLoadOptions, archives: Archives): Promise<Heed> {
  const asked = readLoad(options, ["createWorker", "startTimeout"]);
  const workers = readWorkerOptions(options);
  const simd = chooseFlavour(asked.simd);
  const threads = asked.threads === "auto" ? hostThreads() : asked.threads;
  let reason = whyOne(threads, simd);
  if (!reason) {
    try {
      return await startThreads(threads, asked, workers, archives.threaded);
    } catch (cause) {
      if (cause instanceof HeedError) throw cause;   // what was asked is wrong, or WebAssembly is refused: one thread is no cure
      reason = cause instanceof Error ? cause.message : String(cause);
    }
  }
  return makeHeed(await start({ createCore, archive: archives.single, own: "trace" }, { ...asked, wasm: undefined }), { threadsReason: reason }).api;
}

async function startThreads(threads: number, asked: Start, { createWorker, startTimeout }: WorkerOptions, archive: Archive): Promise<Heed> {
  const pool = new Pool(createWorker);
  let end = (_reason: HeedError) => {};
  try {
    const starting = start({ createCore: createThreadedCore, archive, own: "startThreads" }, asked, {
      poolSize: threads - 1,   // the caller is a thread too
      createWorker: () => pool.add(),
      threadStalled() {
        end(workerLost());
        throw workerLost();
      },
    });
    const machine = await pool.within(startTimeout, starting);
    const heed = makeHeed(machine, { threads: machine.core.startThreads(threads), dispose: () => pool.stop() });
    ({ end } = heed);
    return heed.api;
  } catch (cause) {
    pool.stop();
    throw cause;
  }
}

function whyOne(threads: number, simd: Simd): string {
  if (threads === 1) return "one thread was asked for, or is all that the host has";
  return simd === "scalar" ? "the scalar flavour has no threads" : whyNoThreads();
}

function hostThreads(): number {
  const cores = globalThis.navigator?.hardwareConcurrency ?? builtin("node:os")?.availableParallelism() ?? 1;
  return Math.min(cores, mostByItself);
}
