// Answers one job: what a page wants -> Shown. Owns `heed`, which is loaded once. The page's own thread runs this, and so
// does the worker.
import { HeedError, load, type HeedLab } from "heed/lab";
import { computeShown, type Wanted } from "./compute.js";
import type { Shown } from "./shown.js";

export interface Job { id: number; wanted: Wanted }

/** "blocked": WebAssembly is refused here, and no later job can do better. "refused": the core refused this scene. */
export interface Failure { failure: "blocked" | "refused"; message: string }
export type Answer = { id: number } & ({ shown: Shown } | Failure);

let heed: HeedLab | undefined;
let loading: Promise<HeedLab> | undefined;

/** Loads the core ahead of the first job, which hears of it if that fails. `wasm`: a compiled core; absent: the one in heed's script. */
export function wake(wasm?: WebAssembly.Module): void {
  loading ??= load(wasm ? { wasm } : {}).then((loaded) => heed = loaded);
  loading.catch(() => undefined);
}

/** Nothing while the core is being loaded. */
export function answerNow({ id, wanted }: Job): Answer | undefined {
  try {
    return heed && { id, shown: computeShown(heed, wanted) };
  } catch (error) {
    return { id, ...failed(error) };
  }
}

export async function answer(job: Job): Promise<Answer> {
  const failure = await coreFailure();
  return failure ? { id: job.id, ...failure } : answerNow(job)!;
}

/** Waits for the core. Nothing where it is there. */
export async function coreFailure(): Promise<Failure | undefined> {
  try {
    wake();
    await loading;
    return undefined;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Failure {
  if (!(error instanceof HeedError)) throw error;
  return { failure: error.code === "unsupported" ? "blocked" : "refused", message: error.message };
}
