// The public types of the package; its documentation lives here. (Sketch of the seam; the package's owner completes it.)

export type Numbers = Float32Array | Float64Array | number[] | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;
export type TensorLike = { data: Numbers; shape: readonly number[] } | { data: Numbers; dims: readonly number[] };
export interface Tensor { data: Float32Array; shape: number[] }

/** The stages of a trace in flow order. */
export type StageName =
  | "x" | "context" | "q" | "k" | "v" | "scores" | "scaled" | "capped" | "biased" | "masked"
  | "rowMax" | "exponentials" | "rowSum" | "weights" | "output" | "concat" | "projected";

/** Every stage of one attention. A stage that this request does not have is absent. rowMax and rowSum have the shape of the scores without the last axis. */
export type Trace = { [Stage in "q" | "k" | "v" | "scores" | "scaled" | "masked" | "rowMax" | "exponentials" | "rowSum" | "weights" | "output"]: Tensor } &
  { [Stage in "x" | "context" | "capped" | "biased" | "concat" | "projected"]?: Tensor } & { maskedRows: number };

// ---- heed/lab -----------------------------------------------------------------------------------------------------

/** One number somewhere in a trace or among its inputs: a stage, or a matrix or option of the request. */
export interface CellReference { stage: StageName | "wq" | "wk" | "wv" | "wo" | "bias" | "mask" | "scale" | "softcap"; index: number[]; value: number }

/**
 * A cell opened into what it was made of.
 * given: no operands. dot: operands[i] = the two factors of products[i]; partialSums[i] = the first i+1 products added up.
 * scale, softcap, bias: one group of operands, one product, which is the result.
 * mask: operands = the score and what the mask says (1 may attend, 0 not); the product is the score or -Infinity.
 * max: one group for each score of the row; partialSums = the running maximum.
 * exponential: operands = [masked, rowMax]; products = [their difference]; partialSums = [exp of it].
 * sum: one group for each exponential of the row; partialSums = the running sum.
 * divide: operands = [exponential, rowSum]; products = [the quotient].
 */
export interface OpenedCell {
  stage: StageName;
  index: number[];
  /** The cell as the trace holds it (float32); with `decimals`, what the rounded operands give (float64). */
  value: number;
  operation: "given" | "dot" | "scale" | "softcap" | "bias" | "mask" | "max" | "exponential" | "sum" | "divide" | "copy";
  operands: CellReference[][];
  products: number[];
  partialSums: number[];
}

export interface Pair { dot: number; normQ: number; normK: number; cosine: number; /** radians */ angle: number; /** length of k's shadow on q, signed: |k| cos(angle) */ shadow: number }
