// Opens one cell of a trace: which numbers meet in it is index arithmetic here; every sum and product is the core's.
import { operations, type LabCore } from "./core.js";
import { HeedError, shown, sizes } from "./errors.js";
import type { Machine } from "./machine.js";
import { operandsOf, type Traced, valueAt } from "./operands.js";
import { readFields } from "./fields.js";
import type { CellReference, OpenedCell, StageName } from "./types.js";

export function openCell(machine: Machine<LabCore>, traced: Traced, stage: StageName, index: readonly number[], options: unknown): OpenedCell {
  const decimals = readDecimals(options);
  checkCell(traced, stage, index);
  const { operation, operands, selectedAway } = operandsOf(traced, stage, index);
  const lefts = operands.map(([left]) => left!.value);
  // A masked key's value may be NaN, which no weight of 0 would hide: the core is given a 0 in its place.
  const rights = operands.map(([, right], at) => (selectedAway?.[at] ? 0 : right?.value ?? 1));
  const dot = openDot(machine, lefts, rights, decimals);
  const { products, partialSums } = combine(machine.core, operation, dot);
  const traceValue = valueAt(traced.trace[stage]!, index);
  return {
    stage,
    index: [...index],
    value: decimals < 0 ? traceValue : partialSums.at(-1) ?? products.at(-1) ?? traceValue,
    operation,
    operands: decimals < 0 ? operands : operands.map((group, at) => rounded(group, dot.lefts[at]!, selectedAway?.[at] ? NaN : dot.rights[at]!)),
    products,
    partialSums,
  };
}

interface Dot { lefts: number[]; rights: number[]; products: number[]; partialSums: number[] }

/** Also where the operands are rounded, whatever is done with them then. */
function openDot({ core, heap }: Machine<LabCore>, lefts: number[], rights: number[], decimals: number): Dot {
  const count = lefts.length;
  const source = (values: number[]) => ({ kind: "float64" as const, values, shape: [count] });
  const [left = 0, right = 0] = heap.place([source(lefts), source(rights)]);
  const products = heap.room(16 * Math.max(1, count));
  const partialSums = products + 8 * count;
  core.openDot(left, right, count, decimals, products, partialSums);
  const read = (address: number) => heap.doubles(address, count);
  return { lefts: read(left), rights: read(right), products: read(products), partialSums: read(partialSums) };
}

function combine(core: LabCore, operation: OpenedCell["operation"], dot: Dot): Pick<OpenedCell, "products" | "partialSums"> {
  const { lefts, rights } = dot;
  const pair = (name: (typeof operations)[number], left: number, right: number) => core.openPair(operations.indexOf(name), left, right);
  switch (operation) {
    case "given": return { products: [], partialSums: [] };
    case "dot": return { products: dot.products, partialSums: dot.partialSums };
    case "sum": return { products: [], partialSums: dot.partialSums };
    case "copy": return { products: lefts, partialSums: [] };
    case "max": {
      let largest = -Infinity;
      return { products: [], partialSums: lefts.map((score) => (largest = pair("maximum", largest, score).result)) };
    }
    case "exponential": {
      const { product, result } = pair("exponential", lefts[0]!, rights[0]!);
      return { products: [product], partialSums: [result] };
    }
    default: return { products: [pair(operation, lefts[0]!, rights[0]!).result], partialSums: [] };
  }
}

/** A group with the values that were used; one that was selected away keeps its own. */
function rounded([left, right]: CellReference[], leftValue: number, rightValue: number): CellReference[] {
  if (!right) return [{ ...left!, value: leftValue }];
  return [{ ...left!, value: leftValue }, Number.isNaN(rightValue) ? right : { ...right, value: rightValue }];
}

function readDecimals(options: unknown): number {
  const { decimals } = readFields("options", options, ["decimals"]);
  if (decimals === undefined) return -1;
  if (Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 15) return Number(decimals);
  throw new HeedError("option", "decimals", `must be a whole number from 0 to 15, got ${shown(decimals)}`);
}

function checkCell({ trace, stages }: Traced, stage: StageName, index: readonly number[]): void {
  if (!stages.includes(stage)) throw new HeedError("option", "stage", `must be one that this trace has (${stages.join(", ")}), got ${shown(stage)}`);
  const { shape } = trace[stage]!;
  const fits = Array.isArray(index) && index.length === shape.length && index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]!);
  if (!fits) throw new HeedError("shape", "index", `must be a cell of ${stage} ${sizes(shape)}, got ${Array.isArray(index) ? `[${index.map(shown).join(", ")}]` : shown(index)}`);
}
