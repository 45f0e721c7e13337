// What each stage's cell is made of: which cells of which stages and inputs meet in it. Index arithmetic only.
import type { Options, Request, Words } from "./request.js";
import type { Source } from "./tensors.js";
import type { CellReference, OpenedCell, StageName, Trace } from "./types.js";

/** A trace with what it was made from: the numbers that no stage holds, as the core took them. */
export interface Traced { trace: Trace; stages: StageName[]; words: Words | undefined; options: Options }

interface Operands {
  operation: OpenedCell["operation"];
  operands: CellReference[][];
  /** Of a blend: which values' keys are masked. */
  selectedAway?: boolean[];
}

type Index = readonly number[];
type Numbers = { data: ArrayLike<number>; shape: readonly number[] };

/** Keeps copies, since the caller may change its arrays after the trace. */
export function remember(trace: Trace, { words, options }: Request, stages: StageName[]): Traced {
  const kept = (source: Source | undefined) => source && { ...source, values: Array.from(source.values, Math.fround) };
  const { bias, mask, keyLengths } = options;
  return {
    trace,
    stages,
    options: { ...options, bias: kept(bias), mask: kept(mask), keyLengths: keyLengths && { ...keyLengths, values: Array.from(keyLengths.values) } },
    words: words && { ...words, wq: kept(words.wq)!, wk: kept(words.wk)!, wv: kept(words.wv)!, wo: kept(words.wo) },
  };
}

export function operandsOf(traced: Traced, stage: StageName, index: Index): Operands {
  const { trace, options } = traced;
  const lead = index.slice(0, -2);
  const row = index.at(-2)!;
  const column = index.at(-1)!;
  const one = (operation: Operands["operation"], ...group: CellReference[]): Operands => ({ operation, operands: [group] });
  const cell = (name: StageName, at: Index) => reference(name, trace[name]!, at);

  switch (stage) {
    case "x": case "context": return { operation: "given", operands: [] };
    case "q": return project(traced, "q", "x", "wq", index);
    case "k": return project(traced, "k", trace.context ? "context" : "x", "wk", index);
    case "v": return project(traced, "v", trace.context ? "context" : "x", "wv", index);
    case "scores": return {
      operation: "dot",
      operands: each(trace.q.shape.at(-1)!, (at) => [cell("q", [...lead, row, at]), cell("k", [...keyHead(trace, lead), column, at])]),
    };
    case "scaled": return one("scale", cell("scores", index), { stage: "scale", index: [], value: scaleOf(traced) });
    case "capped": return one("softcap", cell("scaled", index), { stage: "softcap", index: [], value: options.softcap });
    case "biased": return one("bias", cell(trace.capped ? "capped" : "scaled", index), biasAt(options, index));
    case "masked": return one("mask", cell(trace.biased ? "biased" : trace.capped ? "capped" : "scaled", index), maskAt(traced, index));
    case "rowMax": return { operation: "max", operands: each(trace.masked.shape.at(-1)!, (key) => [cell("masked", [...index, key])]) };
    case "exponentials": return one("exponential", cell("masked", index), cell("rowMax", index.slice(0, -1)));
    case "rowSum": return { operation: "sum", operands: each(trace.masked.shape.at(-1)!, (key) => [cell("exponentials", [...index, key])]) };
    case "weights": return one("divide", cell("exponentials", index), cell("rowSum", index.slice(0, -1)));
    case "output": return {
      operation: "dot",
      operands: each(trace.v.shape.at(-2)!, (key) => [cell("weights", [...lead, row, key]), cell("v", [...keyHead(trace, lead), key, column])]),
      selectedAway: each(trace.v.shape.at(-2)!, (key) => valueAt(trace.masked, [...lead, row, key]) === -Infinity),
    };
    case "concat": {
      const width = trace.output.shape.at(-1)!;
      return one("copy", cell("output", [Math.floor(column / width), row, column % width]));
    }
    case "projected": return {
      operation: "dot",
      operands: each(trace.concat!.shape[1]!, (at) => [cell("concat", [row, at]), reference("wo", matrix(traced, "wo"), [at, column])]),
    };
  }
}

export function valueAt({ data, shape }: Numbers, index: Index): number {
  return data[index.reduce((offset, at, axis) => offset * shape[axis]! + at, 0)]!;
}

function reference(stage: CellReference["stage"], tensor: Numbers, index: Index): CellReference {
  return { stage, index: [...index], value: valueAt(tensor, index) };
}

function each<Item>(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** One cell of q, k or v: a row of words' arrows times a column of the matrix; columns are grouped by head. */
function project(traced: Traced, stage: "q" | "k" | "v", from: "x" | "context", name: "wq" | "wk" | "wv", [head, row, at]: Index): Operands {
  if (!traced.words) return { operation: "given", operands: [] };
  const words = traced.trace[from]!;
  const column = head! * traced.trace[stage].shape[2]! + at!;
  return {
    operation: "dot",
    operands: each(words.shape[1]!, (inner) => [reference(from, words, [row!, inner]), reference(name, matrix(traced, name), [inner, column])]),
  };
}

function matrix({ words }: Traced, name: "wq" | "wk" | "wv" | "wo"): Numbers {
  const { values, shape } = words![name]!;
  return { data: values, shape };
}

/** The batch and head of the keys and values that this batch and query head use: neighbours share one. */
function keyHead({ q, k }: Trace, lead: Index): number[] {
  if (!lead.length) return [];
  const group = q.shape.at(-3)! / k.shape.at(-3)!;
  return [...lead.slice(0, -1), Math.floor(lead.at(-1)! / group)];
}

function scaleOf({ options, trace }: Traced): number {
  return Number.isNaN(options.scale) ? 1 / Math.sqrt(trace.q.shape.at(-1)!) : options.scale;
}

function biasAt({ bias }: Options, index: Index): CellReference {
  const { values, shape } = bias!;
  return reference("bias", { data: values, shape }, broadcast(shape, index));
}

/** What all rules together say: 1 = this query may attend to this key. */
function maskAt({ options, trace }: Traced, index: Index): CellReference {
  const { mask } = options;
  const painted = !mask || valueAt({ data: mask.values, shape: mask.shape }, broadcast(mask.shape, index)) === 1;
  return { stage: "mask", index: [...index], value: Number(painted && isVisible(options, trace, index)) };
}

/** Causal corner, window and key length; the offset moves the diagonal. */
function isVisible(options: Options, { q, k }: Trace, index: Index): boolean {
  const query = index.at(-2)!;
  const key = index.at(-1)!;
  const batch = index.length === 4 ? index[0]! : 0;
  const keyLength = options.keyLengths?.values[batch] ?? k.shape.at(-2)!;
  const bottomRight = options.causal === 2;
  const offset = bottomRight ? keyLength - q.shape.at(-2)! : Number.isNaN(options.causalOffset) ? 0 : options.causalOffset;
  const center = query + offset;
  // A comparison with NaN, an absent side, is false: hence "not outside" instead of "inside".
  return key < keyLength && !(options.causal && key > center) && !(key < center - options.windowLeft) && !(key > center + options.windowRight);
}

/** The index into a tensor of this shape that the scores' index falls on. */
function broadcast(shape: Index, index: Index): number[] {
  const padded = [0, 0, 0, 0, ...index].slice(-shape.length);
  return shape.map((size, axis) => (size === 1 ? 0 : padded[axis]!));
}

