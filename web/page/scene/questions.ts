// What a page asks the core besides the trace of its scene. Plain data, so that it travels to the worker as it is; the
// answers come back in the same Shown as the trace, under the same names.
import type { OpenedCell, Pair, SampledScores, ScoreSample, StageName, Tensor, Trace } from "heed/lab";
import type { Scene } from "./scene.js";
import type { CellPath } from "./shown.js";

/** Numbers in a row: given, or a row or a column of a stage (of another scene of `others`), or the first row of some sampled scores. */
export type Vector = readonly number[] | StageVector | { sample: string; by: DividedBy; stage: StageName };
export type StageVector = { other?: string; stage: StageName; row: number } | { other?: string; stage: StageName; column: number };
export type DividedBy = "raw" | "byRoot" | "byWidth";

export interface Questions {
  /** Other scenes, traced beside this one. */
  others?: Readonly<Record<string, Scene>>;
  /** The geometry of two arrows. */
  pairs?: Readonly<Record<string, { q: Vector; k: Vector }>>;
  /** Cells opened beside those that the reader has opened. */
  cells?: Readonly<Record<string, CellPath & { other?: string }>>;
  /** The softmax Jacobian of a row of weights. */
  jacobians?: Readonly<Record<string, Vector>>;
  /** Scores of random arrows, and their first row softmaxed under each divisor. */
  samples?: Readonly<Record<string, ScoreSample>>;
  /** The exact density of such scores. */
  densities?: Readonly<Record<string, { dk: number; scores: readonly number[] }>>;
}

/** The first row of some sampled scores, as keys of width 1: scaled, weights and all between. */
export interface Sampled extends SampledScores { row: Record<DividedBy, Trace> }

export interface Answers {
  others: Record<string, Trace>;
  pairs: Record<string, Pair>;
  cells: Record<string, OpenedCell>;
  jacobians: Record<string, Tensor>;
  samples: Record<string, Sampled>;
  densities: Record<string, Tensor>;
}
