// Answers one job: what a page wants -> Shown. Owns `heed`, which is loaded once. The page's own thread runs this, and so
// does the worker.
import { HeedError, load, type HeedLab } from "heed/lab";
import { computeShown, type Wanted } from "./compute.js";
import type { Shown } from "./shown.js";

export interface Job { id: number; wanted: Wanted }

/** "blocked": WebAssembly is refused here, and no later job can do better. "refused": the core refused this scene. */
export type Answer = { id: number; shown: Shown } | { id: number; failure: "blocked" | "refused"; message: string };

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
    return failed(id, error);
  }
}

export async function answer(job: Job): Promise<Answer> {
  try {
    wake();
    await loading;
  } catch (error) {
    return failed(job.id, error);
  }
  return answerNow(job)!;
}

function failed(id: number, error: unknown): Answer {
  if (!(error instanceof HeedError)) throw error;
  return { id, failure: error.code === "unsupported" ? "blocked" : "refused", message: error.message };
}
