// Answers one job: a scene and what is opened in it -> Shown. Owns `heed`, which is loaded once. The worker runs this, and
// so does the main thread where workers fail.
import { HeedError, load, type HeedLab } from "heed/lab";
import { computeShown } from "./compute.js";
import type { Scene } from "./scene.js";
import type { CellPath, Shown } from "./shown.js";

export interface Job { id: number; scene: Scene; opened: CellPath[] }

/** "blocked": WebAssembly is refused here, and no later job can do better. "refused": the core refused this scene. */
export type Answer = { id: number; shown: Shown } | { id: number; failure: "blocked" | "refused"; message: string };

let heed: Promise<HeedLab> | undefined;

export async function answer({ id, scene, opened }: Job): Promise<Answer> {
  try {
    heed ??= load();
    return { id, shown: computeShown(await heed, scene, opened) };
  } catch (error) {
    if (!(error instanceof HeedError)) throw error;
    return { id, failure: error.code === "unsupported" ? "blocked" : "refused", message: error.message };
  }
}
