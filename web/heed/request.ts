// Checks what callers ask for and turns it into plain parts: unknown fields, kinds of values, ranks. Whether sizes fit
// together is the core's to say (cpp/shape_check.h).
import { residentDisposed, residentElsewhere } from "./disposal.js";
import { HeedError, isDetached, kindOf, shown, sizes } from "./errors.js";
import { choose, type Fields, readFields, readNumber, readWhole, readWholeIfGiven } from "./fields.js";
import type { Kept } from "./heap.js";
import { isObject, readMask, readTensor, type Source } from "./tensors.js";

/** The options of a request, numbers as web/heed/core.ts wants them: NaN = absent. */
export interface Options {
  scale: number; softcap: number; causal: number; causalOffset: number; windowLeft: number; windowRight: number; engine: number;
  bias: Source | undefined; mask: Source | undefined; keyLengths: Source | undefined;
}

/** What one call hands to the core, checked. Without words, q, k and v are there; with words, they are made from them. */
export interface Request {
  rank: number;
  options: Options;
  given?: { q: Source; k: Source; v: Source };
  words?: Words;
}

export interface Words {
  x: Source; context: Source | undefined; wq: Source; wk: Source; wv: Source; wo: Source | undefined;
  heads: number; kvHeads: number;
}

const causals = new Map<unknown, number>([[undefined, 0], [false, 0], [true, 1], ["top-left", 1], ["bottom-right", 2]]);   // Causal of heed.h
const engines = new Map<unknown, number>([[undefined, 0], ["fused", 1], ["steps", 2]]);   // Engine

const optionNames = ["scale", "softcap", "bias", "mask", "causal", "causalOffset", "window", "keyLengths", "engine"];
const resultNames = ["weights", "logSumExp", "out"];
const givenNames = ["q", "k", "v", ...optionNames];
const gradientNames = [...givenNames, "gradOutput", "forward"];
const wordsNames = ["x", "context", "wq", "wk", "wv", "wo", "heads", "kvHeads", ...optionNames];

/** A request by q, k and v. */
interface GivenRequest extends Request { given: { q: Source; k: Source; v: Source } }

/** With what the gradient takes besides; logSumExp gets a last dimension of 1, as the core has it. */
export interface GradientRequest extends GivenRequest { gradOutput: Source; forward: { output: Source; logSumExp: Source } | undefined }

/** The tensors that live in the memory of the instance that is asked. */
export type Residents = Pick<WeakMap<object, Kept>, "get">;

export const attendFields = (input: unknown) => readFields("attend", input, [...givenNames, ...resultNames]);
export const gradientFields = (input: unknown) => readFields("gradient", input, gradientNames, resultNames);

/** Words where there is an x, else q, k and v. */
export function traceFields(input: unknown): Fields {
  const names = isObject(input) && input["x"] !== undefined ? wordsNames : givenNames;
  return readFields("trace", input, names, resultNames);
}

export function readGradient(input: unknown, residents: Residents): GradientRequest {
  const fields = gradientFields(input);
  const request = readGiven(fields, residents);
  return { ...request, gradOutput: readAlike("gradOutput", fields["gradOutput"], request.rank), forward: readForward(fields["forward"], request) };
}

/** What an `attend` gave may come as it is, with whatever else it holds. */
function readForward(forward: unknown, { rank, given }: GivenRequest): GradientRequest["forward"] {
  if (forward === undefined) return undefined;
  if (!isObject(forward)) throw new HeedError("type", "forward", `must be { output, logSumExp }, got ${shown(forward)}`);
  const output = readAlike("forward.output", forward["output"], rank);
  const logSumExp = readTensor("forward.logSumExp", forward["logSumExp"]);
  const rows = given.q.shape.slice(0, -1);
  if (sizes(logSumExp.shape) !== sizes(rows)) {
    throw new HeedError("shape", "forward.logSumExp", `the shape must be ${sizes(rows)}, got ${sizes(logSumExp.shape)}`);
  }
  return { output, logSumExp: { ...logSumExp, shape: [...rows, 1] } };
}

/** Of attendFields, or of others that hold them. */
export function readGiven(fields: Fields, residents: Residents): GivenRequest {
  const read = (name: string) => readGivenOrResident(name, fields[name], residents);
  const q = read("q");
  const rank = q.shape.length;
  if (rank < 2 || rank > 4) throw new HeedError("shape", "q", `must have 2, 3 or 4 dimensions, got ${rank}`);
  const given = { q, k: withRank("k", read("k"), rank), v: withRank("v", read("v"), rank) };
  return { rank, given, options: readOptions(fields, [...q.shape.slice(0, -1), given.k.shape.at(-2)!]) };
}

export function readTrace(input: unknown, residents: Residents): Request {
  const fields = traceFields(input);
  if (fields["x"] === undefined) return readGiven(fields, residents);
  const matrix = (name: string) => readMatrix(name, fields[name]);
  const matrixIfGiven = (name: string) => (fields[name] === undefined ? undefined : matrix(name));
  const { heads: givenHeads = 1, kvHeads = givenHeads } = fields;
  const heads = readWhole("heads", givenHeads);
  const words = {
    x: matrix("x"), context: matrixIfGiven("context"), wq: matrix("wq"), wk: matrix("wk"), wv: matrix("wv"), wo: matrixIfGiven("wo"),
    heads, kvHeads: readWhole("kvHeads", kvHeads),
  };
  return { rank: 3, words, options: readOptions(fields, [heads, words.x.shape[0]!, (words.context ?? words.x).shape[0]!]) };
}

/** Where the output goes: exactly `count` numbers, in no memory that an input lies in. */
export function readOut(fields: Fields, count: number): Float32Array | undefined {
  const out = fields["out"];
  if (out === undefined) return undefined;
  if (kindOf(out) !== "Float32Array" || isDetached(out)) throw new HeedError("type", "out", `must be a Float32Array, got ${shown(out)}`);
  const numbers = out as Float32Array;
  if (numbers.length !== count) throw new HeedError("shape", "out", `the length must equal the output's (${count}), got ${numbers.length}`);
  for (const name of ["q", "k", "v", "bias", "mask"]) {
    const { data } = (fields[name] ?? {}) as { data?: unknown };
    if (ArrayBuffer.isView(data) && overlap(numbers, data)) throw new HeedError("option", "out", `must not share memory with ${name}`);
  }
  return numbers;
}

function overlap(a: ArrayBufferView, b: ArrayBufferView): boolean {
  return a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.byteLength && b.byteOffset < a.byteOffset + a.byteLength;
}

function readGivenOrResident(argument: string, value: unknown, residents: Residents): Source {
  if (!isObject(value) || kindOf(value) !== "ResidentTensor") return readTensor(argument, value);
  const kept = residents.get(value);
  if (!kept) throw residentElsewhere(argument);
  if (!kept.address) throw residentDisposed(argument);
  return { kind: "float32", values: [], shape: kept.shape, kept };
}

function readAlike(argument: string, value: unknown, rank: number): Source {
  return withRank(argument, readTensor(argument, value), rank);
}

function withRank(argument: string, source: Source, rank: number): Source {
  if (source.shape.length === rank) return source;
  throw new HeedError("shape", argument, `the number of dimensions must equal q's (${rank}), got ${source.shape.length}`);
}

function readMatrix(argument: string, value: unknown): Source {
  const source = readTensor(argument, value);
  if (source.shape.length === 2) return source;
  throw new HeedError("shape", argument, `must have 2 dimensions, got ${source.shape.length}`);
}

/** Dimensions in front of those the scores have may only be 1; the core judges the others. */
function checkRank(argument: string, source: Source, scores: readonly number[]): Source {
  if (source.shape.slice(0, -scores.length).every((size) => size === 1)) return source;
  throw new HeedError("shape", argument, `the shape must broadcast to the scores' ${sizes(scores)}, got ${sizes(source.shape)}`);
}

function readOptions(fields: Fields, scores: readonly number[]): Options {
  const window = fields["window"] === undefined ? {} : readFields("window", fields["window"], ["left", "right"]);
  return {
    scale: readNumber("scale", fields["scale"], NaN),
    softcap: readNumber("softcap", fields["softcap"], 0),
    bias: fields["bias"] === undefined ? undefined : checkRank("bias", readTensor("bias", fields["bias"]), scores),
    mask: fields["mask"] === undefined ? undefined : checkRank("mask", readMask("mask", fields["mask"]), scores),
    causal: choose("causal", fields["causal"], causals),
    causalOffset: readWholeIfGiven("causalOffset", fields["causalOffset"]),
    windowLeft: readWholeIfGiven("window", window["left"]),
    windowRight: readWholeIfGiven("window", window["right"]),
    keyLengths: fields["keyLengths"] === undefined ? undefined : readKeyLengths(fields["keyLengths"]),
    engine: choose("engine", fields["engine"], engines),
  };
}

function readKeyLengths(value: unknown): Source {
  if (!Array.isArray(value)) throw new HeedError("type", "keyLengths", `must be an array of whole numbers, got ${shown(value)}`);
  const lengths = Float64Array.from(value as unknown[], (length) => readWhole("keyLengths", length));
  return { kind: "float64", values: lengths, shape: [lengths.length] };
}
