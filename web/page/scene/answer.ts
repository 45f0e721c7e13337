// Answers one job: what a page wants -> Shown. Owns `heed`, which is loaded once. The worker runs this, and
// so does the main thread where workers fail.
import { HeedError, load, type HeedLab } from "heed/lab";
import { computeShown, type Wanted } from "./compute.js";
import type { Shown } from "./shown.js";

export interface Job { id: number; wanted: Wanted }

/** "blocked": WebAssembly is refused here, and no later job can do better. "refused": the core refused this scene. */
export type Answer = { id: number; shown: Shown } | { id: number; failure: "blocked" | "refused"; message: string };

let heed: Promise<HeedLab> | undefined;

/** Loads the core ahead of the first job, which hears of it if that fails. */
export function wake(): void {
  heed ??= load();
  heed.catch(() => undefined);
}

export async function answer({ id, wanted }: Job): Promise<Answer> {
  try {
    heed ??= load();
    return { id, shown: computeShown(await heed, wanted) };
  } catch (error) {
    if (!(error instanceof HeedError)) throw error;
    return { id, failure: error.code === "unsupported" ? "blocked" : "refused", message: error.message };
  }
}
