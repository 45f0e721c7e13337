// Hands scenes to the worker that owns `heed` and brings back what to draw. One job runs at a time; of those that wait only
// the newest is kept. Where workers fail the same code runs on this thread.
import type { Answer, Job } from "./answer.js";
import type { Wanted } from "./compute.js";
import type { Shown } from "./shown.js";

export interface Listener {
  /** In the order asked for, never an older one after a newer. `newest`: nothing newer is on its way. */
  shown(shown: Shown, newest: boolean): void;
  /** The scene could not be traced; what was shown before stays. */
  failed(failure: "blocked" | "refused", message: string): void;
}

export interface Tracer {
  request(wanted: Wanted): void;
  close(): void;
}

export function startTracer(listener: Listener): Tracer {
  let last = 0;
  let running: Job | undefined;
  let waiting: Job | undefined;
  let closed = false;

  const receive = (answer: Answer) => {
    if (closed || answer.id !== running?.id) return;
    running = undefined;
    if ("shown" in answer) listener.shown(answer.shown, waiting === undefined);
    else listener.failed(answer.failure, answer.message);
    next();
  };
  let carrier = startWorker(receive, () => {
    if (closed) return;
    carrier = onThisThread(receive);
    if (running) carrier.send(running);
  });
  const next = () => {
    if (running || !waiting) return;
    running = waiting;
    waiting = undefined;
    carrier.send(running);
  };

  return {
    request(wanted) {
      waiting = { id: ++last, wanted };
      next();
    },
    close() {
      closed = true;
      carrier.close();
    },
  };
}

/** A worker that was started before there was a tracer to listen to it. */
let early: { worker: Worker; failed: boolean } | undefined;

/** Starts the worker before there is anything to trace: it loads the core while the page is still being taken over. */
export function wakeTracer(): void {
  try {
    const awake = { worker: newWorker(), failed: false };
    awake.worker.onerror = (event) => {
      event.preventDefault();
      awake.failed = true;
    };
    early = awake;
  } catch {
    // Where workers are refused the tracer finds out by itself.
  }
}

const newWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

interface Carrier { send(job: Job): void; close(): void }

function startWorker(receive: (answer: Answer) => void, failed: () => void): Carrier {
  try {
    const { worker, failed: dead } = early ?? { worker: newWorker(), failed: false };
    early = undefined;
    if (dead) return onThisThread(receive);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      failed();
    };
    return { send: (job) => worker.postMessage(job), close: () => worker.terminate() };
  } catch {
    return onThisThread(receive);
  }
}

function onThisThread(receive: (answer: Answer) => void): Carrier {
  return { send: (job) => void import("./answer.js").then(({ answer }) => answer(job)).then(receive), close: () => undefined };
}
