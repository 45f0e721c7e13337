// Hands jobs to the core and brings back what to draw. One job runs at a time; of those that wait only the newest is kept.
// What is short is done on this thread, so that a drag shows its numbers in the same frame; a worker does what is long.
import coreFile from "heed/wasm/lab-simd128.wasm?url";
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
  /** Once the core is there, what is short is answered before this returns. */
  request(wanted: Wanted): void;
  /** Calls back once the core is there, or says that it failed. */
  wait(ready: () => void): void;
  close(): void;
}

/** Drawing random arrows takes up to 50 ms, everything else with twelve words a few. */
const isLong = ({ questions: { samples = {} } }: Wanted) => Object.keys(samples).length > 0;

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
  const here = onThisThread(receive);
  let beside: Carrier | undefined;
  const lost = () => {
    beside = here;
    if (running && !closed) here.send(running);
  };
  const sendBeside = (job: Job) => {
    if (!closed) (beside ??= startWorker(receive, lost) ?? here).send(job);
  };
  const next = () => {
    if (running || !waiting) return;
    running = waiting;
    waiting = undefined;
    if (isLong(running.wanted)) setTimeout(sendBeside, 0, running);   // a worker takes a while to start: the control shows first what it was set to
    else here.send(running);
  };

  return {
    request(wanted) {
      waiting = { id: ++last, wanted };
      next();
    },
    wait: (ready) => void answers().then(({ coreFailure }) => coreFailure()).then((failure) => {
      if (closed) return;
      if (failure) listener.failed(failure.failure, failure.message);
      else ready();
    }),
    close() {
      closed = true;
      beside?.close();
    },
  };
}

/** Compiled while it arrives. Nothing where that is refused: the copy in heed's own script does better, or says why. */
const compile = async () => WebAssembly.compileStreaming(fetch(coreFile));
const compiled = lazy(() => compile().catch(() => undefined));

let awake: typeof import("./answer.js") | undefined;
const answers = lazy(async () => {
  const [loaded, wasm] = await Promise.all([import("./answer.js"), compiled()]);
  loaded.wake(wasm);
  return awake = loaded;
});

/** Loads the core before there is anything to trace, while the page is still being taken over. */
export const wakeTracer = (): void => void answers();

interface Carrier { send(job: Job): void; close(): void }

/** Nothing where workers are refused. */
function startWorker(receive: (answer: Answer) => void, lost: () => void): Carrier | undefined {
  try {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      lost();
    };
    const told = compiled().then((wasm) => worker.postMessage({ wasm }));
    return { send: (job) => void told.then(() => worker.postMessage(job)), close: () => worker.terminate() };
  } catch {
    return undefined;
  }
}

function onThisThread(receive: (answer: Answer) => void): Carrier {
  return {
    send(job) {
      const now = awake?.answerNow(job);
      if (now) receive(now);
      else void answers().then(({ answer }) => answer(job)).then(receive);
    },
    close: () => undefined,
  };
}

/** Made when it is first asked for, once. */
function lazy<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
