// What the page draws: a scene together with the trace of exactly that scene, what is opened in it, and what else the page
// has asked. They travel in one object, so that a number and its picture can never come from two scenes.
// Every index here is [row, column] or [row]: the head axis of a one-head trace is left out.
import type { CellReference, OpenedCell, StageName, Trace } from "heed/lab";
import type { Settings } from "./place.js";
import type { Answers } from "./questions.js";
import type { Scene } from "./scene.js";

/** What opens besides the cells of a trace: of a row that was shared out, a share, its numerator and their sum; and any other sum. */
export type Beside = "share" | "numerator" | "shareSum" | "total";

/** A number that opens. */
export interface CellPath {
  stage: StageName | Beside;
  index: number[];
  /** Not of the page's own trace, but what it has asked under this name: another trace, a shared row, a sum. */
  of?: string;
  /** Pinned in this table (board/live_table.tsx) and not in that of its stage. */
  table?: string;
}

/** What a number was made of. "put": written there by hand. `whose`: the word that a share or a numerator belongs to. */
export interface Reference { stage: CellReference["stage"] | Beside | "put"; index: number[]; of?: string; whose?: string; value: number }

/**
 * A number with what it was made of: as a cell of heed/lab, or one of two more operations. power: e to the power of the one
 * operand. largest: 1 if the first operand is as large as the second, else 0.
 */
export interface Opened extends CellPath, Pick<OpenedCell, "value" | "products" | "partialSums"> {
  operation: OpenedCell["operation"] | "power" | "largest";
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
  /** For a given scene: every cell of the output, in reading order, with its operands rounded to three decimals as on paper. */
  rounded?: Opened[];
  answers: Answers;
}
