// A worker of the host's own kind, in a browser or in Node, from a script's text or from the application. What it does
// and what is said to it, its users know.
import { HeedError, shown } from "./errors.js";
import { builtin, type NodeWorker } from "./node.js";

export interface WorkerOptions { createWorker: (() => Worker) | undefined; startTimeout: number }

const defaultStartTimeout = 5000;

export function readWorkerOptions({ createWorker, startTimeout = defaultStartTimeout }: { createWorker?: unknown; startTimeout?: unknown }): WorkerOptions {
  if (createWorker !== undefined && typeof createWorker !== "function") {
    throw new HeedError("option", "createWorker", `must be a function that gives a Worker, got ${shown(createWorker)}`);
  }
  if (!(Number.isFinite(startTimeout) && Number(startTimeout) > 0)) {
    throw new HeedError("option", "startTimeout", `must be a number of milliseconds above 0, got ${shown(startTimeout)}`);
  }
  return { createWorker: createWorker as (() => Worker) | undefined, startTimeout: Number(startTimeout) };
}

/** What is used of a worker. In Node, one that has been heard of does not keep the process alive unless it is held. */
export interface HostWorker {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
  hold(): void;
}

/** `failed` hears why the worker did not start, or why it ended by itself. `createWorker` absent: it runs `source`. */
export function startWorker(source: string, createWorker: (() => Worker) | undefined, failed: (cause: Error) => void): HostWorker {
  if (createWorker) return ofWebWorker(createWorker(), failed);
  const threads = builtin("node:worker_threads");
  if (threads) return ofNodeWorker(new threads.Worker(source, { eval: true }), failed);
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return ofWebWorker(new Worker(url, { name: "heed" }), failed, () => URL.revokeObjectURL(url));
}

/** What `heard` gives. `failed` is told when so many milliseconds pass before it, and must end it. */
export async function within<T>(milliseconds: number, heard: Promise<T>, failed: (cause: Error) => void): Promise<T> {
  // Ten short waits: a page that is busy meanwhile loses one of them, not the worker.
  let waits = 10;
  const timer = setInterval(() => {
    if (--waits === 0) failed(new Error(`nothing was heard of it for ${milliseconds} ms`));
  }, milliseconds / waits);
  try {
    return await heard;
  } finally {
    clearInterval(timer);
  }
}

function ofWebWorker(worker: Worker, failed: (cause: Error) => void, heard = () => {}): HostWorker {
  const hostWorker = plain(worker);
  worker.addEventListener("message", heard, { once: true });
  worker.addEventListener("message", (event) => hostWorker.onmessage?.(event));
  worker.addEventListener("error", (event) => {
    event.preventDefault();   // else the browser prints it
    failed(new Error(event.message || "its script was not loaded (does the page's content security policy allow worker-src blob:?)"));
  });
  return hostWorker;
}

function ofNodeWorker(worker: NodeWorker, failed: (cause: Error) => void): HostWorker {
  const hostWorker = { ...plain(worker), hold: () => worker.ref() };
  worker.on("message", (data) => {
    worker.unref();
    hostWorker.onmessage?.({ data });
  });
  worker.on("error", failed);
  worker.on("exit", (code) => failed(new Error(`it exited with code ${code}`)));
  return hostWorker;
}

function plain(worker: Pick<HostWorker, "postMessage" | "terminate">): HostWorker {
  return { onmessage: null, postMessage: (message) => worker.postMessage(message), terminate: () => worker.terminate(), hold() {} };
}
