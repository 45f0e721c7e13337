// The line between heed/worker and its worker: what is said on it, and the asking side. It knows nothing of attention.
import type { Archives } from "./start_threads.js";
import { type ErrorCode, HeedError } from "./errors.js";
import { type HostWorker, startWorker, within, type WorkerOptions } from "./host_worker.js";

export type Method = "load" | "attend" | "gradient" | "trace" | "resident" | "append" | "release";

export interface Question { id: number; method: Method; parameters: unknown[] }

/** An error as it travels: that of a HeedError has a code. */
export interface Told { code?: ErrorCode; argument: string; text: string }

/**
 * First the worker says that it listens, and the name of a lock that it holds as long as it lives: of the end of a worker, a
 * browser tells nobody. Where there are no such locks, or the host does tell, there is no name. Then it answers each question, in order.
 */
export type Answer = { ready: string | undefined } | { id: number; memoryBytes: number; value?: unknown; error?: Told };

/** With what `load` asks. */
export interface LoadParameters { options: Record<string, unknown>; archives: Archives }

interface Waiting { resolve(value: unknown): void; reject(reason: Error): void }

export class Line {
  private readonly worker: HostWorker;
  private readonly waiting = new Map<number, Waiting>();
  private ready!: () => void;
  private ended: HeedError | undefined;
  private asked = 0;
  memoryBytes = 0;

  private constructor(source: string, { createWorker }: WorkerOptions) {
    this.worker = startWorker(source, createWorker, (cause) => this.died(cause));
    this.worker.onmessage = ({ data }) => this.hear(data as Answer);
  }

  /** Resolves once the worker listens. */
  static async open(source: string, options: WorkerOptions): Promise<Line> {
    let line: Line;
    try {
      line = new Line(source, options);
    } catch (cause) {
      throw notStarted(cause instanceof Error ? cause : new Error(String(cause)));
    }
    const ready = new Promise<void>((resolve, reject) => {
      line.ready = resolve;
      line.waiting.set(0, { resolve() {}, reject });
    });
    await within(options.startTimeout, ready, (cause) => line.end(notStarted(cause)));
    line.waiting.delete(0);
    return line;
  }

  /** Sends now, so that what the caller changes afterwards is not seen; nothing is transferred. */
  async ask(method: Method, ...parameters: unknown[]): Promise<unknown> {
    if (this.ended) throw this.ended;
    const id = ++this.asked;
    const question: Question = { id, method, parameters };
    try {
      this.worker.postMessage(question);
    } catch (cause) {
      throw new HeedError("type", method, `cannot be sent to a worker: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
    this.worker.hold();
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** Ends the worker; what waits, and what is asked later, gets the reason. */
  end(reason: HeedError): void {
    if (this.ended) return;
    this.ended = reason;
    this.worker.onmessage = null;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(reason);
    this.waiting.clear();
  }

  private died(cause: Error): void {
    const started = !this.waiting.has(0);
    this.end(started ? new HeedError("disposed", "heed", `the worker ended (${cause.message}); load a new one`, { cause }) : notStarted(cause));
  }

  private hear(answer: Answer): void {
    if ("ready" in answer) {
      this.ready();
      if (answer.ready) void navigator.locks.request(answer.ready, () => this.died(new Error("the host ended it")));
      return;
    }
    const { id, memoryBytes, value, error } = answer;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    this.memoryBytes = memoryBytes;
    if (this.waiting.size > 0) this.worker.hold();
    if (!error) return waiting?.resolve(value);
    const { code, argument, text } = error;
    waiting?.reject(code ? new HeedError(code, argument, text) : new Error(text));
  }
}

function notStarted(cause: Error): HeedError {
  return new HeedError("unsupported", "heed", `the worker did not start: ${cause.message}`, { cause });
}
