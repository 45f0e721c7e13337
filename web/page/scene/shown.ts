// What the page draws: a scene together with the trace of exactly that scene and the cells opened in it. They travel in
// one object, so that a number and its picture can never come from two scenes.
// Every index here is [row, column] or [row]: the head axis of a one-head trace is left out.
import type { OpenedCell, StageName, Trace } from "heed/lab";
import type { Scene } from "./scene.js";

export type { CellReference, OpenedCell } from "heed/lab";   // so that a lab needs the scene alone

export interface CellPath { stage: StageName; index: number[] }

export interface Shown {
  scene: Scene;
  trace: Trace;
  /** The breadcrumb: the pinned cell, then each operand that was followed from it. Empty = nothing is open. */
  opened: OpenedCell[];
  /** For a given scene: every cell of the output, in reading order, with its operands rounded to three decimals as on paper. */
  rounded?: OpenedCell[];
}
