/// <reference lib="esnext.disposable" preserve="true" />
// The public types of the package; its documentation lives here.
// B batch, Hq query heads, Hk key/value heads, n queries, m keys, d key width, dv value width.

export type { ErrorCode } from "./errors.js";

// ---- numbers in, numbers out --------------------------------------------------------------------------------------

/** A Float16Array, where the host has one, without asking the reader's TypeScript for its library. */
export interface HalfNumbers {
  readonly length: number;
  readonly BYTES_PER_ELEMENT: number;
  readonly [Symbol.toStringTag]: "Float16Array";
  readonly [index: number]: number;
}

/** Converted to float32 by value. BigInt arrays, nested arrays and holes are `type` errors. */
export type Numbers =
  | Float32Array | Float64Array | HalfNumbers | readonly number[]
  | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array;

/**
 * A row-major, contiguous tensor. Tensors of onnxruntime-web and transformers.js go in as they are, by their `dims`.
 * A Uint16Array is read as 16-bit floats when `type` or `dtype` is "float16".
 */
export type TensorLike =
  | { readonly data: Numbers; readonly shape: readonly number[]; readonly dtype?: string }
  | { readonly data: Numbers; readonly dims: readonly number[]; readonly type?: string };

/** A result, also of `readNpy` and `readSafetensors`: row-major float32 numbers that belong to the caller. There is nothing to free. */
export interface Tensor { data: Float32Array; shape: number[] }

/**
 * Keys or values, or queries, that stay in the module's memory: a cache. Made by `resident`; goes in as q, k or v of the instance
 * that made it, where nothing of it is copied. It holds its memory until it is disposed.
 */
export interface ResidentTensor {
  /** As it is now; the rows grow with `append`. */
  readonly shape: readonly number[];
  /** How many rows fit. */
  readonly capacity: number;
  /** Puts rows behind those that are there, in each batch and head: the tensor's shape, but for the number of rows. */
  append(rows: TensorLike): void;
  /** Gives the memory back. Using it later is a `disposed` error; a second dispose does nothing. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Who may attend to whom: true or 1 = may. Right-aligned to the scores' shape; an axis of size 1 is repeated. */
export type Mask =
  | { readonly data: Uint8Array | readonly boolean[]; readonly shape: readonly number[] }
  | { readonly data: Uint8Array | readonly boolean[]; readonly dims: readonly number[] };

// ---- loading ------------------------------------------------------------------------------------------------------

/** How the core was compiled: with relaxed SIMD, with SIMD, or with neither. */
export type Simd = "relaxed" | "simd128" | "scalar";

export interface LoadOptions {
  /**
   * "auto" (default) takes the host's cores, at most 8; or a whole number from 1 to 64. Any number of threads gives the
   * same bits. "heed" and "heed/lab" have one thread whatever is asked.
   */
  threads?: number | "auto" | undefined;
  /** "auto" (default) takes the best that the host can run. Rejects with `option` when the host lacks what is asked. */
  simd?: "auto" | Simd | undefined;
  /** One of the package's .wasm files, for those who serve it themselves. Absent: the embedded one. */
  wasm?: BufferSource | WebAssembly.Module | undefined;
}

/** What `load` of "heed/threads" takes besides. */
export interface ThreadsLoadOptions extends LoadOptions {
  /**
   * Gives a worker that runs heed/pool-worker.js, for pages whose content security policy allows no `worker-src blob:`.
   * Absent: the workers are made from text that the package holds.
   */
  createWorker?: (() => Worker) | undefined;
  /** Milliseconds after which workers that do not answer are given up, and one thread is used. Default 5000. */
  startTimeout?: number | undefined;
}

// ---- what can be asked --------------------------------------------------------------------------------------------

/** The steps' options, in the order of the steps. A field set to undefined counts as absent; an unknown one is an error. */
export interface AttentionOptions {
  /** Multiplies every score; any finite number. Default 1/sqrt(d), which needs d > 0. */
  scale?: number | undefined;
  /** c bends each scaled score to c·tanh(score/c), so that none passes ±c. 0 or absent = off. */
  softcap?: number | undefined;
  /** Added to the score; broadcast as `mask` is. -Infinity masks; a large negative number is only a bias. */
  bias?: TensorLike | undefined;
  /** true (1) = may attend: the opposite of the masks of `nn.MultiheadAttention`. */
  mask?: Mask | undefined;
  /**
   * "top-left" or true: query i sees the keys 0 … i + causalOffset.
   * "bottom-right": query i sees the keys 0 … i + L - n, where L is the batch's key length, or else m.
   */
  causal?: boolean | "top-left" | "bottom-right" | undefined;
  /** Number of keys that were there before the first query (a cache's length); any integer. With top-left or a window. */
  causalOffset?: number | undefined;
  /** Query i sees the keys i + offset - left … i + offset + right. An absent side is open. */
  window?: { readonly left?: number | undefined; readonly right?: number | undefined } | undefined;
  /** One a batch, 0 … m: the keys at and past it are masked. */
  keyLengths?: readonly number[] | undefined;
  /**
   * Which of the core's two engines `attend` and `gradient` use; they agree within rounding. "fused" (default): blocks of keys, no table
   * of scores, on all threads. "steps": step by step, as `trace` always is, on one thread.
   */
  engine?: "fused" | "steps" | undefined;
}

/**
 * Queries, keys and values of the same rank: n x d, or Hq x n x d, or B x Hq x n x d (k and v with m and Hk). `Resident` is the kind
 * of resident tensor that the instance makes.
 */
export interface AttendInput<Resident = ResidentTensor> extends AttentionOptions {
  /** [B x [Hq x]] n x d */
  q: TensorLike | Resident;
  /** [B x [Hk x]] m x d; Hq must be a multiple of Hk: query head h uses head floor(h / (Hq/Hk)). */
  k: TensorLike | Resident;
  /** [B x [Hk x]] m x dv */
  v: TensorLike | Resident;
  /** Also give the weights. */
  weights?: boolean | undefined;
  /** Also give the logarithm of each row's sum of exponentials. */
  logSumExp?: boolean | undefined;
  /** The output is written here: exactly its length, and no memory shared with an input. */
  out?: Float32Array | undefined;
}

export interface AttendResult {
  /** [B x [Hq x]] n x dv. A fully masked row is 0. With `out`, `output.data` is `out`. */
  output: Tensor;
  /** [B x [Hq x]] n x m; each row sums to 1, or is 0 when fully masked. */
  weights?: Tensor;
  /** [B x [Hq x]] n; -Infinity for a fully masked row. */
  logSumExp?: Tensor;
  /** How many of the B·Hq·n rows saw no key. */
  maskedRows: number;
}

/** `weights`, `logSumExp` and `out` say what `attend` gives back; the gradient leaves them alone. */
export interface GradientInput<Resident = ResidentTensor> extends AttendInput<Resident> {
  /** The loss by each number of the output, in the output's shape: [B x [Hq x]] n x dv. */
  gradOutput: TensorLike;
  /**
   * What `attend({ …, logSumExp: true })` gave for the same request. It saves the fused engine a pass over the scores; the
   * steps engine checks its shapes and goes through the steps again.
   */
  forward?: { readonly output: TensorLike; readonly logSumExp: TensorLike } | undefined;
}

/** The loss by each number of q, k, v and bias, each in the shape of its own. */
export interface GradientResult {
  /** [B x [Hq x]] n x d; 0 for a fully masked row. */
  gradQ: Tensor;
  /** [B x [Hk x]] m x d, summed over the query heads that share a key head. 0 for a key that nobody sees. */
  gradK: Tensor;
  /** [B x [Hk x]] m x dv, likewise. */
  gradV: Tensor;
  /** Of bias's own shape, summed over the axes along which it is repeated. Only with a bias. */
  gradBias?: Tensor;
}

/** Words' arrows instead of q, k and v: q = x·wq, k = x·wk, v = x·wv. Columns are grouped by head. */
export interface WordsInput extends AttentionOptions {
  /** n x d_model: one row a word. */
  x: TensorLike;
  /** m x d_model: keys and values come from these words instead (cross-attention). */
  context?: TensorLike | undefined;
  /** d_model x (heads·d) */
  wq: TensorLike;
  /** d_model x (kvHeads·d) */
  wk: TensorLike;
  /** d_model x (kvHeads·dv) */
  wv: TensorLike;
  /** (heads·dv) x d_out */
  wo?: TensorLike | undefined;
  /** Default 1. */
  heads?: number | undefined;
  /** Default `heads`, which it must divide. */
  kvHeads?: number | undefined;
}

/** `weights`, `logSumExp` and `out` of an AttendInput say what `attend` gives back; a trace leaves them alone. */
export type TraceInput<Resident = ResidentTensor> = AttendInput<Resident> | WordsInput;

/** The stages of a trace in flow order. */
export type StageName =
  | "x" | "context" | "q" | "k" | "v" | "scores" | "scaled" | "capped" | "biased" | "masked"
  | "rowMax" | "exponentials" | "rowSum" | "weights" | "output" | "concat" | "projected";

/**
 * Every stage of one attention, each the caller's own copy. A stage that the request does not have is absent.
 * Given q, k and v, the stages keep their rank. From words, x and context have rank 2, q … output rank 3 (head first, also
 * for one head), concat is n x (heads·dv), and projected = concat·wo is n x d_out.
 * scores … masked, exponentials and weights are shaped as the scores; rowMax and rowSum lack their last axis.
 */
export type Trace =
  & { [Stage in "q" | "k" | "v" | "scores" | "scaled" | "masked" | "rowMax" | "exponentials" | "rowSum" | "weights" | "output"]: Tensor }
  & { [Stage in "x" | "context" | "capped" | "biased" | "concat" | "projected"]?: Tensor }
  & { maskedRows: number };

/**
 * One loaded core. Its calls run to the end before they return; every one throws a HeedError when it cannot. When a call's
 * threads are lost, because the host has ended a worker in the middle of it, that call and all later ones throw `disposed`.
 */
export interface Heed {
  readonly version: string;
  readonly threads: number;
  /** Why `threads` is 1; "" when there are more. */
  readonly threadsReason: string;
  readonly simd: Simd;
  /** Bytes of WebAssembly memory held. It grows with the largest call, not with the number of calls. */
  readonly memoryBytes: number;
  /** softmax(q·kᵀ·scale)·v. Inputs are never changed; results are copies. */
  attend(input: AttendInput & { weights: true; logSumExp: true }): AttendResult & { weights: Tensor; logSumExp: Tensor };
  attend(input: AttendInput & { weights: true }): AttendResult & { weights: Tensor };
  attend(input: AttendInput & { logSumExp: true }): AttendResult & { logSumExp: Tensor };
  attend(input: AttendInput): AttendResult;
  /** The chain rule through the same attention, last step to first; see cpp/heed.h for the formulas. */
  gradient(input: GradientInput & { bias: TensorLike }): GradientResult & { gradBias: Tensor };
  gradient(input: GradientInput): GradientResult;
  /** The same attention with every intermediate; the same bits in every flavour. */
  trace(input: TraceInput): Trace;
  /**
   * Copies a tensor of rank 2 to 4 into the module's memory, to stay there. `capacity` is the number of rows there is room for;
   * by default those that it has.
   */
  resident(tensor: TensorLike, options?: { readonly capacity?: number | undefined }): ResidentTensor;
  /** Gives the memory back. Later calls throw `disposed`; a second dispose does nothing. */
  dispose(): void;
  [Symbol.dispose](): void;
}

// ---- heed/lab -----------------------------------------------------------------------------------------------------

/**
 * One number somewhere in a trace or among its inputs.
 * `index` fits that tensor's own shape, so a broadcast bias has 0 on a repeated axis. The exceptions: "mask" stands for
 * all rules together (mask, causal, window, key lengths) and has the scores' index; "scale" and "softcap" have none.
 */
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
 * copy: one operand, which is the result.
 * A value whose key is masked is selected away: its product is 0 whatever the value is.
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

export interface OpenOptions {
  /** 0 … 15: round the operands to so many decimals first, as one does on paper. Absent: as they are. */
  decimals?: number | undefined;
}

/** Two arrows compared; all in float64. */
export interface Pair {
  /** q·k = |q| |k| cos(angle) */
  dot: number;
  normQ: number;
  normK: number;
  cosine: number;
  /** radians, 0 … π */
  angle: number;
  /** Length of k's shadow on q, signed: |k| cos(angle). */
  shadow: number;
}

/**
 * How a row of scores is shared out; each share is its numerator divided by the sum of all.
 * softmax: e^(s - the largest), as attention does it. naive: e^s, which overflows float32 from s = 88.73 on and then gives NaN.
 * plain: s itself, so that shares may be negative, and scores that add up to 0 divide by 0. hard: 1 for the largest, 0 for
 * the rest; equals share.
 */
export type Normalisation = "softmax" | "naive" | "plain" | "hard";

/** A row of scores shared out. A row that is masked everywhere gives 0s by softmax and hard; naive and plain divide by 0. */
export interface Normalised {
  /** m */
  numerators: Tensor;
  /** Of the numerators; added up in float64, stored as float32. */
  sum: number;
  /** m */
  weights: Tensor;
}

/** In float64. */
export interface RunningSum {
  /** partialSums[i] = the first i+1 values added up. */
  partialSums: number[];
  /** The last partial sum; 0 when there is none. */
  total: number;
}

/** Random arrows whose entries are drawn independently, normal with mean 0 and variance 1. */
export interface ScoreSample {
  /** Width of every query and key: a whole number from 1 up. */
  dk: number;
  /** How many scores: a whole number from 1 up. */
  pairs: number;
  /** Any whole number. The same seed gives the same scores, in every flavour and on every device. */
  seed: number;
  /** How many keys each query meets, which is what softmax needs a row of; must divide `pairs`. Default 1. */
  keys?: number | undefined;
}

/** Of scores that were all divided by the same number; in float64. */
export interface ScoreSummary {
  mean: number;
  /** Standard deviation. */
  deviation: number;
  /** Share of the scores within [-3, 3], where softmax still weighs one key against another. */
  inside: number;
  /** Mean over the rows of the largest weight that softmax gives; an even share is 1/keys. */
  largestWeight: number;
  /** Mean over the rows of the trace of the softmax Jacobian; its most is 1 - 1/keys. */
  slope: number;
}

export interface SampledScores {
  /** pairs/keys x keys: the raw scores q·k, one row a query. */
  scores: Tensor;
  /** Of the scores as they are: mean 0 and variance dk, but for chance. */
  raw: ScoreSummary;
  /** Of the scores divided by √dk: mean 0 and variance 1, but for chance. */
  byRoot: ScoreSummary;
  /** Of the scores divided by dk. */
  byWidth: ScoreSummary;
}

/** The random arrows that one row of scores is made of; in float64. */
export interface SampledArrows {
  /** dk */
  q: number[];
  /** keys x dk: the row's score j is q·k[j], rounded to float32. */
  k: number[][];
}

/** What explainers need besides a trace. */
export interface Lab {
  /** Opens one cell of a trace that this instance made. `index` has one number for each axis of the stage. */
  open(trace: Trace, stage: StageName, index: readonly number[], options?: OpenOptions): OpenedCell;
  /** Two arrows of the same length. */
  pair(q: Numbers, k: Numbers): Pair;
  /**
   * The softmax Jacobian of one row of weights w, as a trace's `weights` holds it: m x m, the number at [i, j] is
   * dw_i/ds_j = w_i·([i = j] - w_j), how weight i moves when score j is nudged. A fully masked row, all 0, gives 0.
   * A row of scores is an `option` error: weights are from 0 up and sum to 1 (0.98 … 1.02, so that printed ones will do).
   */
  jacobian(row: Numbers): Tensor;
  /** Shares out one row of scores, of which -Infinity is a masked one. By "softmax" it has the same bits as a trace's row. */
  normalise(row: Numbers, rule: Normalisation): Normalised;
  /** Adds up any numbers one by one, such as a column of weights, or a row of which some have been set to 0. */
  sum(values: Numbers): RunningSum;
  /**
   * Scores of random arrows, and what softmax makes of them. The stages of one row follow from a trace with that row as keys
   * of width 1: `trace({ q: { data: [1], shape: [1, 1] }, k: row, v: row, scale: 1 / Math.sqrt(dk) })`.
   */
  sampleScores(sample: ScoreSample): SampledScores;
  /** The arrows of one row of those scores, counted from 0. */
  sampleArrows(sample: ScoreSample, row: number): SampledArrows;
  /**
   * The exact density of such a score at each of these, per unit of score; +Infinity at 0 for dk = 1. Scores divided by c
   * have the density c·f(c·s).
   */
  scoreDensity(dk: number, scores: Numbers): Tensor;
}

export interface HeedLab extends Heed { readonly lab: Lab }
