// Builds the object that `load` resolves to, for every entry.
import { attend } from "./attend.js";
import type { Core } from "./core.js";
import { instanceDisposed, withDispose } from "./disposal.js";
import type { HeedError } from "./errors.js";
import { gradient } from "./gradient.js";
import type { Machine } from "./machine.js";
import { readTrace, type Request } from "./request.js";
import { makeResident } from "./resident.js";
import { trace } from "./trace.js";
import type { Heed, Simd, TensorLike, Trace } from "./types.js";

interface Extras {
  /** Absent: one thread. */
  threads?: number;
  /** Why there is one thread. */
  threadsReason?: string;
  /** Called once, with the instance. */
  dispose?(): void;
  /** Hears of each trace and of the request it came from. */
  traced?(trace: Trace, request: Request): void;
}

const oneThread = 'this entry has one thread; "heed/threads" has more';

interface Made<C extends Core> {
  api: Heed;
  /** Gives the machine, or throws the reason why there is none any more. */
  live(): Machine<C>;
  /** What `dispose` does, for another reason. */
  end(reason: HeedError): void;
}

export function makeHeed<C extends Core>(machine: Machine<C> & { simd: Simd }, extras: Extras = {}): Made<C> {
  let running: Machine<C> | undefined = machine;
  let ended: HeedError;
  const live = () => {
    if (running) return running;
    throw ended;
  };
  // The memory goes with the last reference to it.
  const end = (reason: HeedError) => {
    if (!running) return;
    extras.dispose?.();
    running = undefined;
    ended = reason;
  };
  const { threads = 1 } = extras;

  const api = {
    version: HEED_VERSION,
    threads,
    threadsReason: threads > 1 ? "" : extras.threadsReason ?? oneThread,
    simd: machine.simd,
    get memoryBytes() { return running?.heap.bytes ?? 0; },
    attend: (input: Parameters<Heed["attend"]>[0]) => attend(live(), input),
    gradient: (input: Parameters<Heed["gradient"]>[0]) => gradient(live(), input),
    trace(input: Parameters<Heed["trace"]>[0]) {
      const current = live();
      const request = readTrace(input, current.heap.residents);
      const result = trace(current, request);
      extras.traced?.(result, request);
      return result;
    },
    resident: (tensor: TensorLike, options: unknown = {}) => makeResident({ live: () => live().heap, running: () => running?.heap }, tensor, options),
  };
  return { api: withDispose(api, () => end(instanceDisposed())) as Heed, live, end };
}
