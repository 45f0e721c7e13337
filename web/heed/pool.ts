// The workers of the threaded core: made, waited for, ended. Each runs the text of pool_worker.js, so there is no file
// and no address that a bundler would have to find. What they compute, cpp/fused/rows_in_parallel.h says.
import source from "./generated/pool_worker_source.js";
import { builtin, type NodeWorker } from "./node.js";

/** What the glue uses of a Worker; it sets `onmessage` itself. */
export interface PoolWorker {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

export class Pool {
  private readonly workers: PoolWorker[] = [];
  private readonly failed: Promise<never>;
  private fail!: (cause: Error) => void;

  /** `createWorker` gives workers that run heed/pool-worker.js; absent: they are made from its text. */
  constructor(private readonly createWorker: (() => Worker) | undefined) {
    this.failed = new Promise((_, reject) => {
      this.fail = (cause) => reject(new Error(`a worker did not start: ${cause.message}`, { cause }));
    });
    this.failed.catch(() => {});   // a failure after the start has nobody waiting
  }

  /** For the glue: a plain object instead of the Worker, on which it would set an onerror that prints and throws. */
  add(): PoolWorker {
    const worker = this.make();
    this.workers.push(worker);
    return worker;
  }

  /** What `started` gives, unless a worker fails or so many milliseconds pass. */
  async within<T>(milliseconds: number, started: Promise<T>): Promise<T> {
    // Ten short waits: a page that is busy meanwhile loses one of them, not the workers.
    let waits = 10;
    const timer = setInterval(() => {
      if (--waits === 0) this.fail(new Error(`nothing was heard of it for ${milliseconds} ms`));
    }, milliseconds / waits);
    try {
      return await Promise.race([started, this.failed]);
    } finally {
      clearInterval(timer);
    }
  }

  private make(): PoolWorker {
    try {
      return this.createWorker ? ofWebWorker(this.createWorker(), this.fail) : ownWorker(this.fail);
    } catch (cause) {
      this.fail(cause instanceof Error ? cause : new Error(String(cause)));
      return plain({ postMessage() {}, terminate() {} });   // the glue may go on; nobody waits for it any more
    }
  }

  stop(): void {
    for (const worker of this.workers.splice(0)) {
      worker.onmessage = null;
      worker.terminate();
    }
  }
}

function ownWorker(fail: (cause: Error) => void): PoolWorker {
  const threads = builtin("node:worker_threads");
  if (threads) return ofNodeWorker(new threads.Worker(source, { eval: true }), fail);
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return ofWebWorker(new Worker(url, { name: "heed" }), fail, () => URL.revokeObjectURL(url));
}

function ofWebWorker(worker: Worker, fail: (cause: Error) => void, heard = () => {}): PoolWorker {
  const poolWorker = plain(worker);
  worker.addEventListener("message", heard, { once: true });
  worker.addEventListener("message", (event) => poolWorker.onmessage?.(event));
  worker.addEventListener("error", (event) => {
    event.preventDefault();   // else the browser prints it
    fail(new Error(event.message || "its script was not loaded (does the page's content security policy allow worker-src blob:?)"));
  });
  return poolWorker;
}

function ofNodeWorker(worker: NodeWorker, fail: (cause: Error) => void): PoolWorker {
  const poolWorker = plain(worker);
  worker.on("message", (data) => {
    worker.unref();   // it has started, and from here on must not keep the process alive
    poolWorker.onmessage?.({ data });
  });
  worker.on("error", fail);
  return poolWorker;
}

function plain(worker: Pick<PoolWorker, "postMessage" | "terminate">): PoolWorker {
  return { onmessage: null, postMessage: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
}
