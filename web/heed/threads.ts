// The entry "heed/threads": the same as "heed", with threads where the host allows them, else with one and the reason.
import { HeedError, shown } from "./errors.js";
import { whyNoThreads } from "./features.js";
import createCore from "./generated/heed_glue.js";
import createThreadedCore from "./generated/heed_threads_glue.js";
import threadedArchive from "./generated/heed_threads_wasm.js";
import archive from "./generated/heed_wasm.js";
import { makeHeed } from "./heed.js";
import { chooseFlavour, readLoad, type Start, start } from "./load.js";
import { builtin } from "./node.js";
import { Pool } from "./pool.js";
import type { Heed, Simd, ThreadsLoadOptions } from "./types.js";

export { HeedError } from "./errors.js";
export { readNpy } from "./read_npy.js";
export { readSafetensors } from "./read_safetensors.js";
export type {
  AttendInput, AttendResult, AttentionOptions, ErrorCode, GradientInput, GradientResult, HalfNumbers, Heed, LoadOptions, Mask,
  Numbers, ResidentTensor, Simd, StageName,
  Tensor, TensorLike, ThreadsLoadOptions, Trace, TraceInput, WordsInput,
} from "./types.js";

const mostByItself = 8;
const defaultStartTimeout = 5000;

/**
 * Starts a core of its own with its workers; they are ready when it resolves. Where they cannot start it resolves all the
 * same, with one thread and `threadsReason`. Rejects with a HeedError as the `load` of "heed" does.
 */
export async function load(options: ThreadsLoadOptions = {}): Promise<Heed> {
  const asked = readLoad(options, ["createWorker", "startTimeout"]);
  const pool = readPool(options);
  const simd = chooseFlavour(asked.simd);
  const threads = asked.threads === "auto" ? hostThreads() : asked.threads;
  let reason = whyOne(threads, simd);
  if (!reason) {
    try {
      return await startThreads(threads, asked, pool);
    } catch (cause) {
      if (cause instanceof HeedError) throw cause;   // what was asked is wrong, or WebAssembly is refused: one thread is no cure
      reason = cause instanceof Error ? cause.message : String(cause);
    }
  }
  return makeHeed(await start({ createCore, archive, own: "trace" }, { ...asked, wasm: undefined }), { threadsReason: reason }).api;
}

async function startThreads(threads: number, asked: Start, { createWorker, startTimeout }: PoolOptions): Promise<Heed> {
  const pool = new Pool(createWorker);
  try {
    const starting = start({ createCore: createThreadedCore, archive: threadedArchive, own: "trace" }, asked, {
      poolSize: threads - 1,   // the caller is a thread too
      createWorker: () => pool.add(),
    });
    const machine = await pool.within(startTimeout, starting);
    return makeHeed(machine, { threads: machine.core.startThreads(threads), dispose: () => pool.stop() }).api;
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

interface PoolOptions { createWorker: (() => Worker) | undefined; startTimeout: number }

function readPool({ createWorker, startTimeout = defaultStartTimeout }: ThreadsLoadOptions): PoolOptions {
  if (createWorker !== undefined && typeof createWorker !== "function") {
    throw new HeedError("option", "createWorker", `must be a function that gives a Worker, got ${shown(createWorker)}`);
  }
  if (!(Number.isFinite(startTimeout) && startTimeout > 0)) {
    throw new HeedError("option", "startTimeout", `must be a number of milliseconds above 0, got ${shown(startTimeout)}`);
  }
  return { createWorker, startTimeout };
}
