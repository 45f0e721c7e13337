// What the page draws: a scene together with the trace of exactly that scene and the cells opened in it. They travel in
// one object, so that a number and its picture can never come from two scenes.
import type { OpenedCell, StageName, Trace } from "heed/lab";
import type { Scene } from "./scene.js";

export interface CellPath { stage: StageName; index: number[] }

export interface Shown {
  scene: Scene;
  trace: Trace;
  /** The breadcrumb: the pinned cell, then each operand that was followed from it. Empty = nothing is open. */
  opened: OpenedCell[];
  /** For the worked example: the last opened cell again, its operands rounded to three decimals as on paper. */
  rounded?: OpenedCell;
}
