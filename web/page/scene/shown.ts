// What the page draws: a scene together with the trace of exactly that scene, what is opened in it, and what else the page
// has asked. They travel in one object, so that a number and its picture can never come from two scenes.
// Every index here is [row, column] or [row]: the head axis of a one-head trace is left out.
import type { OpenedCell, StageName, Trace } from "heed/lab";
import type { Settings } from "./place.js";
import type { Answers } from "./questions.js";
import type { Scene } from "./scene.js";

export type { CellReference, OpenedCell } from "heed/lab";   // so that a page needs the scene alone

export interface CellPath { stage: StageName; index: number[] }

export interface Shown {
  scene: Scene;
  /** What the page's controls said when the questions were asked. */
  settings: Settings;
  trace: Trace;
  /** The breadcrumb: the pinned cell, then each operand that was followed from it. Empty = nothing is open. */
  opened: OpenedCell[];
  /** For a given scene: every cell of the output, in reading order, with its operands rounded to three decimals as on paper. */
  rounded?: OpenedCell[];
  answers: Answers;
}
