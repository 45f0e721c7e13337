// Attention in float64, straight from softmax(Q K^T * scale) V, with every stage and how far a float32 core may be off.
// Written for clarity and without a look at cpp/, so that one mistake cannot hide in both. No error checks: see the core.
import type { StageName } from "../../web/heed/types.js";

export interface Numbers { shape: readonly number[]; data: ArrayLike<number> }

/** `tolerance[i]` bounds |float32 result - data[i]|, by the rules of "Tolerance" in the design. */
export interface Stage { shape: number[]; data: Float64Array; tolerance: Float64Array }

export interface Options {
  scale?: number; softcap?: number; bias?: Numbers;
  mask?: { shape: readonly number[]; data: ArrayLike<number | boolean> };
  causal?: boolean | "top-left" | "bottom-right"; causalOffset?: number;
  window?: { left?: number; right?: number };
  keyLengths?: readonly number[];
}
/** q, k, v of one rank, 2 to 4. */
export interface GivenInput extends Options { q: Numbers; k: Numbers; v: Numbers }
/** x: n x d_model; wq, wk, wv: d_model x (heads * width), columns grouped by head. Results are of rank 3. */
export interface WordsInput extends Options {
  x: Numbers; context?: Numbers; wq: Numbers; wk: Numbers; wv: Numbers; wo?: Numbers; heads?: number; kvHeads?: number;
}

type Optional = "x" | "context" | "capped" | "biased" | "concat" | "projected";
export type Reference = Record<Exclude<StageName, Optional> | "logSumExp", Stage> & Partial<Record<Optional, Stage>> & { maskedRows: number };

const kUlp = 2 ** -23;
const kTiny = 2 ** -126;   // below it float32 loses digits, or the number

/** Every stage from q, k and v. The inputs pass through float32 first, as they do on their way into the core. */
export function attention(input: GivenInput): Reference {
  return attend({ q: given(input.q), k: given(input.k), v: given(input.v) }, input);
}

/** Every stage from words' arrows: project, then attend; with wo also what follows the heads. */
export function attentionOfWords(input: WordsInput): Reference {
  const heads = input.heads ?? 1, kvHeads = input.kvHeads ?? heads;
  const x = given(input.x), context = input.context && given(input.context);
  const stages = attend({
    q: byHead(project(x, given(input.wq)), heads),
    k: byHead(project(context ?? x, given(input.wk)), kvHeads),
    v: byHead(project(context ?? x, given(input.wv)), kvHeads),
  }, input);
  const concat = sideBySide(stages.output);
  return { ...stages, x, ...(context && { context }), concat, ...(input.wo && { projected: project(concat, given(input.wo)) }) };
}

/** What is wrong with `got`, in words; "" if every number of it is within the tolerance. */
export function difference(name: string, got: Numbers, want: Stage): string {
  if (got.shape.join() !== want.shape.join()) return `${name}: shape ${got.shape.join(" x ")}, expected ${want.shape.join(" x ")}`;
  if (got.data.length !== want.data.length) return `${name}: ${got.data.length} numbers, expected ${want.data.length}`;
  for (let i = 0; i < want.data.length; i++) {
    const same = Object.is(got.data[i], want.data[i]) || Math.abs(got.data[i]! - want.data[i]!) <= want.tolerance[i]!;
    if (!same) return `${name}[${indexOf(i, want.shape).join()}]: ${got.data[i]}, expected ${want.data[i]} within ${want.tolerance[i]}`;
  }
  return "";
}

// ---- project ------------------------------------------------------------------------------------------------------

function given({ shape, data }: Numbers): Stage {
  return { shape: [...shape], data: Float64Array.from(data, Math.fround), tolerance: new Float64Array(data.length) };
}

/** x (rows x inner) times w (inner x columns). What x itself may be off is passed on. */
function project(x: Stage, w: Stage): Stage {
  const [rows, inner] = x.shape as [number, number], columns = w.shape[1]!;
  const result = empty([rows, columns]);
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
    const at = row * columns + column;
    for (let i = 0; i < inner; i++) {
      const left = x.data[row * inner + i]!, right = w.data[i * columns + column]!;
      result.data[at]! += left * right;
      result.tolerance[at]! += 4 * kUlp * Math.abs(left * right) + x.tolerance[row * inner + i]! * Math.abs(right);
    }
  }
  return result;
}

/** rows x (heads * width) to heads x rows x width. */
function byHead(flat: Stage, heads: number): Stage {
  const [rows, columns] = flat.shape as [number, number], width = columns / heads;
  return rearrange(flat, [heads, rows, width], ([head, row, column]) => row! * columns + head! * width + column!);
}

/** heads x rows x width to rows x (heads * width). */
function sideBySide(stage: Stage): Stage {
  const [heads, rows, width] = stage.shape as [number, number, number];
  return rearrange(stage, [rows, heads * width], ([row, column]) => (Math.floor(column! / width) * rows + row!) * width + column! % width);
}

function rearrange(from: Stage, shape: number[], source: (index: number[]) => number): Stage {
  const result = empty(shape);
  for (let i = 0; i < result.data.length; i++) {
    const at = source(indexOf(i, shape));
    result.data[i] = from.data[at]!;
    result.tolerance[i] = from.tolerance[at]!;
  }
  return result;
}

// ---- score, scale, softcap, bias, mask, softmax, blend ------------------------------------------------------------

/** One query's place and what it meets. */
interface Row { batch: number; head: number; query: number; at: number; queryOffset: number; keyOffset: number; valueOffset: number }

function attend({ q, k, v }: { q: Stage; k: Stage; v: Stage }, options: Options): Reference {
  const [batches, heads, queries, width] = four(q.shape), [, kvHeads, keys] = four(k.shape), values = four(v.shape)[3];
  const perScore = [...q.shape.slice(0, -1), keys], perRow = q.shape.slice(0, -1);
  const stages: Reference = {
    q, k, v, scores: empty(perScore), scaled: empty(perScore), masked: empty(perScore), rowMax: empty(perRow),
    exponentials: empty(perScore), rowSum: empty(perRow), weights: empty(perScore), logSumExp: empty(perRow),
    output: empty([...perRow, values]), maskedRows: 0,
    ...(options.softcap && { capped: empty(perScore) }), ...(options.bias && { biased: empty(perScore) }),
  };
  const scale = options.scale ?? 1 / Math.sqrt(width);
  const bias = options.bias && broadcast({ ...options.bias, data: Array.from(options.bias.data, Math.fround) });
  const allowed = whoMayAttend(options, queries, keys);
  for (let at = 0; at < batches * heads * queries; at++) {
    const query = at % queries, head = Math.floor(at / queries) % heads, batch = Math.floor(at / queries / heads);
    const kvHead = batch * kvHeads + Math.floor(head / (heads / kvHeads));
    const row: Row = { batch, head, query, at, queryOffset: at * width, keyOffset: kvHead * keys * width, valueOffset: kvHead * keys * values };
    const biasOf = (key: number) => Number(bias?.(batch, head, query, key) ?? 0);
    const visible = Array.from({ length: keys }, (_, key) => allowed(batch, head, query, key) && biasOf(key) !== -Infinity);
    const sizes = scoreRow(stages, row, { width, keys, scale, softcap: options.softcap ?? 0, biasOf, visible });
    const spread = softmaxRow(stages, row, { keys, visible, sizes });
    blendRow(stages, row, { keys, values, visible, spread });
  }
  return stages;
}

/** Fills a row of scores, scaled, capped, biased, masked. Returns |scale| * sum |q k| + |bias| of each key. */
function scoreRow(stages: Reference, row: Row, { width, keys, scale, softcap, biasOf, visible }:
  { width: number; keys: number; scale: number; softcap: number; biasOf: (key: number) => number; visible: boolean[] }): number[] {
  return visible.map((isVisible, key) => {
    let score = 0, size = 0;
    for (let i = 0; i < width; i++) {
      const product = stages.q.data[row.queryOffset + i]! * stages.k.data[row.keyOffset + key * width + i]!;
      score += product;
      size += Math.abs(product);
    }
    const at = row.at * keys + key, bias = biasOf(key), scaledSize = Math.abs(scale) * size;
    const scaled = score * scale, capped = softcap ? softcap * Math.tanh(scaled / softcap) : scaled;
    put(stages.scores, at, score, 4 * kUlp * size);
    put(stages.scaled, at, scaled, 4 * kUlp * scaledSize);
    put(stages.capped, at, capped, 4 * kUlp * scaledSize);
    put(stages.biased, at, capped + bias, 4 * kUlp * (scaledSize + Math.abs(bias)));
    put(stages.masked, at, isVisible ? capped + bias : -Infinity, isVisible ? 4 * kUlp * (scaledSize + Math.abs(bias)) : 0);
    return scaledSize + Math.abs(bias);
  });
}

/** Fills a row of rowMax, exponentials, rowSum, weights, logSumExp. Returns 4 ulp * (2 + S + sqrt(m)/64). */
function softmaxRow(stages: Reference, row: Row, { keys, visible, sizes }: { keys: number; visible: boolean[]; sizes: number[] }): number {
  const first = row.at * keys, masked = stages.masked.data.subarray(first, first + keys);
  const maximum = Math.max(-Infinity, ...masked), nothing = maximum === -Infinity;
  if (nothing) stages.maskedRows++;
  const exponentials = Array.from(masked, (score) => (score === -Infinity ? 0 : Math.exp(score - maximum)));
  const sum = exponentials.reduce((total, exponential) => total + exponential, 0);
  const weights = exponentials.map((exponential) => (nothing ? 0 : exponential / sum));
  const largest = Math.max(0, ...sizes.filter((_, key) => visible[key] && weights[key]! >= kTiny));
  const spread = 4 * kUlp * (2 + largest + Math.sqrt(keys) / 64);
  weights.forEach((weight, key) => {
    // An exponential and the row's sum are held to the rule for a weight: both are what the weight is made of.
    put(stages.exponentials, first + key, exponentials[key]!, spread * exponentials[key]! + (visible[key] ? kTiny : 0));
    put(stages.weights, first + key, weight, visible[key] ? spread * weight + kTiny : 0);
  });
  put(stages.rowMax, row.at, maximum, Math.max(0, ...stages.masked.tolerance.subarray(first, first + keys)));
  put(stages.rowSum, row.at, sum, spread * sum);
  put(stages.logSumExp, row.at, nothing ? -Infinity : maximum + Math.log(sum), spread + 4 * kUlp * Math.abs(maximum + Math.log(sum)));
  return spread;
}

/** Fills a row of the output. A masked key's value is left out, never multiplied by 0: it may be NaN. */
function blendRow(stages: Reference, row: Row, { keys, values, visible, spread }: { keys: number; values: number; visible: boolean[]; spread: number }): void {
  for (let column = 0; column < values; column++) {
    let sum = 0, size = 0, lost = 0;
    for (let key = 0; key < keys; key++) if (visible[key]) {
      const weight = stages.weights.data[row.at * keys + key]!, value = stages.v.data[row.valueOffset + key * values + column]!;
      sum += weight * value;
      size += weight * Math.abs(value);
      if (weight < kTiny) lost += Math.abs(value);
    }
    put(stages.output, row.at * values + column, sum, spread * size + kTiny * lost);
  }
}

// ---- who may attend -----------------------------------------------------------------------------------------------

type At<T> = (batch: number, head: number, query: number, key: number) => T;

/** The mask, the causal corner, the window and the key lengths, intersected. */
function whoMayAttend({ mask, causal, causalOffset, window, keyLengths }: Options, queries: number, keys: number): At<boolean> {
  const painted = mask && broadcast(mask);
  return (batch, head, query, key) => {
    const length = keyLengths?.[batch] ?? keys;
    const diagonal = query + (causal === "bottom-right" ? length - queries : causalOffset ?? 0);
    return key < length && !(causal && key > diagonal)
      && key >= diagonal - (window?.left ?? Infinity) && key <= diagonal + (window?.right ?? Infinity)
      && Boolean(painted ? painted(batch, head, query, key) : true);
  };
}

/** Reads right-aligned axes; one of size 1 repeats. */
function broadcast<T>({ shape, data }: { shape: readonly number[]; data: ArrayLike<T> }): At<T> {
  const sizes = four(shape);
  return (...index) => data[index.reduce((at, i, axis) => at * sizes[axis]! + (sizes[axis] === 1 ? 0 : i), 0)]!;
}

// ---- shapes -------------------------------------------------------------------------------------------------------

const four = (shape: readonly number[]) => [...Array<number>(4 - shape.length).fill(1), ...shape] as [number, number, number, number];
const indexOf = (at: number, shape: readonly number[]) => shape.map((size, axis) => Math.floor(at / product(shape.slice(axis + 1))) % size);
const product = (sizes: readonly number[]) => sizes.reduce((total, size) => total * size, 1);

function empty(shape: readonly number[]): Stage {
  return { shape: [...shape], data: new Float64Array(product(shape)), tolerance: new Float64Array(product(shape)) };
}

function put(stage: Stage | undefined, at: number, value: number, tolerance: number): void {
  if (!stage) return;
  stage.data[at] = value;
  stage.tolerance[at] = tolerance;
}
