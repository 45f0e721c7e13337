// The seam between TypeScript and cpp/bindings/embind.cpp: what the emcc glue takes, and the functions it offers.
// Addresses are byte offsets into the module's memory; 0 = none. Sizes travel as doubles and become int64 in C++.

import type { ScoreSummary } from "./types.js";

/** batch, heads, rows, columns of a row-major array at `data`; 0 = none. From one head to the next there are `capacity` rows. */
export interface TensorRecord { data: number; batch: number; heads: number; rows: number; columns: number; capacity: number }

/** One request of heed.h, its fields in the order of cpp/bindings/records.h, as those of all records. `NaN` stands for an absent optional number. */
export interface RequestRecord {
  rank: number;
  q: TensorRecord; k: TensorRecord; v: TensorRecord;
  scale: number; softcap: number;
  bias: TensorRecord; mask: TensorRecord;            // every size 1 or that of the scores
  causal: number; causalOffset: number;              // Causal of heed.h
  windowLeft: number; windowRight: number;
  keyLengths: number; keyLengthCount: number;        // address of float64s
  engine: number;
}

/** GradientRequest of heed.h: logSumExp's last dimension is 1; it and output are both there, or neither. */
export interface GradientRecord { gradOutput: TensorRecord; output: TensorRecord; logSumExp: TensorRecord }

/** Words of heed.h: two-dimensional arrays have batch = heads = 1. x.data = 0: the request's q, k, v are used. */
export interface WordsRecord { x: TensorRecord; context: TensorRecord; wq: TensorRecord; wk: TensorRecord; wv: TensorRecord; wo: TensorRecord; heads: number; kvHeads: number }

/** What a call leaves. error = 0: done. Otherwise an ErrorCode and Argument of heed.h; `message()` is the address of the text. */
export interface CallRecord { error: number; argument: number; floats: number; maskedRows: number }

export interface Core {
  flavour(): number;
  allocate(bytes: number): number;                   // 0 = out of memory
  release(address: number): void;
  message(): number;                                 // NUL-terminated UTF-8 of the last failed call
  argumentName(argument: number): number;            // address of NUL-terminated text
  stageName(stage: number): number;                  // likewise; 0 past the last
  /** Address of float64s: CallRecord, RequestRecord, WordsRecord and GradientRecord, which the calls below take from there. */
  records(): number;
  // Each gives the error of its CallRecord.
  check(): number;                                   // floats = scratch that attend wants
  attend(scratch: number, output: number, weights: number, logSumExp: number): number;
  checkGradient(): number;                           // floats = scratch that gradient wants
  /** Addresses of arrays as large as q, k, v and bias; gradBias = 0 without a bias. */
  gradient(scratch: number, gradQ: number, gradK: number, gradV: number, gradBias: number): number;
  planTrace(): number;                               // floats = storage that trace wants
  /** `table`: address of stageCount x 5 float64: byte address of the stage (0 = absent), batch, heads, rows, columns. */
  trace(storage: number, table: number): number;
}

/** The core of heed/threads. */
export interface ThreadedCore extends Core {
  startThreads(total: number): number;               // once, the caller's thread included; gives how many there are now
}

/** Operation of cpp/lab/open_cell.h, from 0; what left and right stand for is said there. */
export const operations = ["scale", "softcap", "bias", "mask", "maximum", "exponential", "add", "divide"] as const;

/** Normalisation of cpp/lab/normalise.h, from 0. */
export const normalisations = ["softmax", "naive", "plain", "hard"] as const;

/** What heed/lab's core offers besides. All arrays are float64. */
export interface LabCore extends Core {
  /** a.b opened: products[i] = a[i]*b[i], partialSums[i] = sum of the first i+1. decimals < 0: as they are; else a and b
   *  are rounded to so many decimals first (in place, so that the caller can show them), as one does on paper. */
  openDot(a: number, b: number, count: number, decimals: number, products: number, partialSums: number): void;
  /** partialSums[i] = the first i+1 values added up, in float64; gives the last one, or 0. */
  runningSum(values: number, count: number, partialSums: number): number;
  /** One of `operations` on two numbers, in float64. product = result, but for softcap and exponential. */
  openPair(operation: number, left: number, right: number): { product: number; result: number };
  /** See cpp/lab/pair.h; q and k are float64 arrays of `count`. */
  pair(q: number, k: number, count: number): { dot: number; normQ: number; normK: number; cosine: number; angle: number; shadow: number };
  /** See cpp/lab/softmax_jacobian.h; weights: `count` float64, jacobian: count x count float32. */
  softmaxJacobian(weights: number, count: number, jacobian: number): void;
  /** See cpp/lab/normalise.h; rule: one of `normalisations`; scores, numerators, weights: `count` float32. Gives the sum. */
  normalise(rule: number, scores: number, count: number, numerators: number, weights: number): number;
  /** See cpp/lab/sample_scores.h; query: scratch of dk float64, scores: queries x keys float32. */
  sampleScores(dk: number, queries: number, keys: number, seed: number, query: number, scores: number): void;
  /** Row `row` of them, counted from 0; arrows: (1 + keys) x dk float64, the query first. */
  sampleArrows(dk: number, keys: number, seed: number, row: number, arrows: number): void;
  summarizeScores(scores: number, queries: number, keys: number, divisor: number): ScoreSummary;
  scoreDensity(score: number, dk: number): number;
}
