// The workers of the threaded core: made, waited for, ended. Each runs the text of pool_worker.js, so there is no file
// and no address that a bundler would have to find. What they compute, cpp/fused/rows_in_parallel.h says.
import source from "./generated/pool_worker_source.js";
import { type HostWorker, startWorker, within } from "./host_worker.js";

/** What the glue uses of a Worker; it sets `onmessage` itself. */
export type PoolWorker = Pick<HostWorker, "onmessage" | "postMessage" | "terminate">;

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

  /** What `starting` gives, unless a worker fails or so many milliseconds pass. */
  async within<T>(milliseconds: number, starting: Promise<T>): Promise<T> {
    return within(milliseconds, Promise.race([starting, this.failed]), this.fail);
  }

  private make(): PoolWorker {
    try {
      return startWorker(source, this.createWorker, this.fail);
    } catch (cause) {
      this.fail(cause instanceof Error ? cause : new Error(String(cause)));
      return { onmessage: null, postMessage() {}, terminate() {} };   // the glue may go on; nobody waits for it any more
    }
  }

  stop(): void {
    for (const worker of this.workers.splice(0)) {
      worker.onmessage = null;
      worker.terminate();
    }
  }
}
