// What a page asks the core besides the trace of its scene. Plain data, so that it travels to the worker as it is; the
// answers come back in the same Shown as the trace, under the same names.
import type { Normalisation, Normalised, Pair, SampledScores, ScoreSample, StageName, Tensor, Trace } from "heed/lab";
import type { Scene } from "./scene.js";
import type { Opened } from "./shown.js";

/**
 * Numbers in a row: given, or a row or a column of a stage (of another scene of `others`), or the first row of some sampled
 * scores, or the shares of `normalised`, or of several such rows the shares at one place, or another vector in which `put`
 * stands at some places.
 */
export type Vector =
  | readonly number[] | StageVector | { sample: string; by: DividedBy; stage: StageName } | { normalised: string } | { across: readonly string[]; place: number }
  | { from: Vector; put: number; at: readonly number[] };
export type StageVector = { other?: string; stage: StageName; row: number } | { other?: string; stage: StageName; column: number };
export type DividedBy = "raw" | "byRoot" | "byWidth";

/**
 * Another scene; or one whose queries, keys and values are taken as given and one number of them put in: NaN, too, which no
 * address holds; or one in which some scaled scores of a row are brought to 0 by what is added to them.
 */
export type Other = Scene | { of: Scene; table: "q" | "k" | "v"; row: number; column: number; put: number } | { of: Scene; row: number; levelled: readonly number[] };

export interface Questions {
  /** Other scenes, traced beside this one. */
  others?: Readonly<Record<string, Other>>;
  /** The geometry of two arrows. */
  pairs?: Readonly<Record<string, { q: Vector; k: Vector }>>;
  /** Roots of widths: how long an arrow of so many ones is. */
  roots?: Readonly<Record<string, number>>;
  /** Cells opened beside those that the reader has opened. */
  cells?: Readonly<Record<string, { stage: StageName; index: number[]; other?: string }>>;
  /** The softmax Jacobian of a row of weights. */
  jacobians?: Readonly<Record<string, Vector>>;
  /** A row of scores shared out by softmax or by another rule. */
  normalised?: Readonly<Record<string, { row: Vector; rule: Normalisation }>>;
  /** Numbers added up one by one. */
  sums?: Readonly<Record<string, Vector>>;
  /** Scores of random arrows, and their first row softmaxed under each divisor. `heap`: the scores themselves are drawn, too. */
  samples?: Readonly<Record<string, ScoreSample & { heap?: boolean }>>;
  /** The exact density of such scores. */
  densities?: Readonly<Record<string, { dk: number; scores: readonly number[] }>>;
  /** Which rows of a given scene's output are done on paper, too. */
  paper?: "first" | "all";
}

/** The first row of some sampled scores, as keys of width 1: scaled, weights and all between. */
export interface Sampled extends Omit<SampledScores, "scores"> { count: number; dk: number; scores?: Tensor; row: Record<DividedBy, Trace> }

/** What is shown of another trace; all of it is there when a number of it is opened. */
export const shownOfOthers = ["q", "k", "v", "scores", "weights", "output"] as const;

export interface Answers {
  others: Record<string, Pick<Trace, (typeof shownOfOthers)[number]>>;
  pairs: Record<string, Pair>;
  roots: Record<string, number>;
  cells: Record<string, Opened>;
  jacobians: Record<string, Tensor>;
  normalised: Record<string, Normalised>;
  sums: Record<string, { total: number }>;
  samples: Record<string, Sampled>;
  densities: Record<string, Tensor>;
}
