// What the page draws: a scene together with the trace of exactly that scene, what is opened in it, and what else the page
// has asked. They travel in one object, so that a number and its picture can never come from two scenes.
// Every index here is [row, column] or [row]: the head axis of a one-head trace is left out.
import type { CellReference, OpenedCell, StageName, Trace } from "heed/lab";
import type { Settings } from "./place.js";
import type { Answers } from "./questions.js";
import type { Scene } from "./scene.js";

/**
 * What opens besides the cells of a trace: of a row that was shared out, a share, its numerator and their sum; any other sum;
 * a slope of the softmax, and what is left beside its weight; the geometry of a pair; the root of a width; what is said of
 * random scores.
 */
export type Beside = "share" | "numerator" | "shareSum" | "total" | "slopeOf" | "slopeRest" | "rootOf" | OfPair | OfSample;

/** Lengths, their product, their squares, and what follows from them. */
export type OfPair = "dot" | "normQ" | "normK" | "squareQ" | "squareK" | "lengths" | "cosine" | "angle" | "shadow";

/** Means over all scores or all rows, the sums behind them, and what is summed: see scene/open_sample.ts. */
export type OfSample =
  | "mean" | "scoreSum" | "deviation" | "variance" | "squares" | "offset" | "inside" | "insideCount"
  | "largestWeight" | "largestSum" | "rowLargest" | "slope" | "slopeSum" | "rowSlope" | "rest";

/** Numbers at which opening ends: written by hand, 1 or 0 by whether two keys are the same, how wide arrows are, how many there are, drawn at random. */
export type Leaf = "put" | "same" | "width" | "count" | "rowCount" | "query" | "key";

/** A number that opens. */
export interface CellPath {
  stage: StageName | Beside;
  index: number[];
  /** Not of the page's own trace, but what it has asked under this name: another trace, a shared row, a sum. */
  of?: string;
  /** Pinned in this table (board/live_table.tsx) and not in that of its stage. */
  table?: string;
}

/** What a number was made of. `whose`: the word that a share or a numerator belongs to. */
export interface Reference { stage: CellReference["stage"] | Beside | Leaf; index: number[]; of?: string; whose?: string; value: number }

/**
 * A number with what it was made of: as a cell of heed/lab, or one of a few more operations. power: e to the power of the one
 * operand. largest: 1 if the first operand is as large as the second, else 0. within: 1 for each operand from -3 to 3, added up.
 */
export interface Opened extends CellPath, Pick<OpenedCell, "value" | "products" | "partialSums"> {
  operation: OpenedCell["operation"] | "power" | "largest" | "within" | "times" | "minus" | "root" | "arccos";
  operands: Reference[][];
  /** The scene that a cell of another trace belongs to. */
  scene?: Scene;
  whose?: string;
  /** Whose numbers a sum is made of, in their order, where that is no row of keys. */
  names?: string[];
}

export interface Shown {
  scene: Scene;
  /** What the page's controls said when the questions were asked. */
  settings: Settings;
  trace: Trace;
  /** The breadcrumb: the pinned cell, then each operand that was followed from it. Empty = nothing is open. */
  opened: Opened[];
  /** Of a given scene, where they are asked for or one is opened: the cells of the output, in reading order, with their operands rounded to three decimals as on paper. */
  rounded?: Opened[];
  answers: Answers;
}
