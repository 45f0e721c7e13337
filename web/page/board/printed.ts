// Numbers as they stand in prose and figures, each with the name of what it is: see `valueOf`. Label and value travel
// together, and a test looks each one up again in attention that it computes itself.
import type { StageName, Tensor } from "heed/lab";
import { oncePer } from "../scene/once.js";
import { numberAt, rowsOf } from "../scene/read.js";
import { isOfPair, sampleOf } from "../scene/paths.js";
import { shapeOf } from "../scene/scene.js";
import type { Beside, CellPath, Leaf, OfPair, OfSample, Opened, Shown } from "../scene/shown.js";
import { inProse, inProseOf } from "../stage/format.js";
import type { Printed } from "../stage/inscription.js";

/**
 * The number that `of` names, by a path through a Shown:
 *   shape.keys (of the scene) · count.NAME (scores of a sample) · weights.2.0 (STAGE.ROW.COLUMN, or rowSum.2) · scene.x.0.1 (a table of the scene) · set.dk (a control)
 *   size.scores (how many numbers a stage or matrix holds) · columns.wq · other.NAME.weights.0.1 · pair.NAME.angle · root.NAME · cell.NAME.product.3 / partial.3 / operand.3.0 / value · jacobian.NAME.0.1
 *   normalised.NAME.weights.3 / numerators.3 / sum · sum.NAME.total
 *   sample.NAME.byRoot.deviation · sample.NAME.row.byRoot.weights.0.7 · rounded.CELL.value
 * Opened numbers have a few names more, which only `nameOf` writes.
 */
export function valueOf(shown: Shown, of: string): number {
  const value = find(shown, of.split("."));
  if (typeof value !== "number") throw new Error(`of: expected the name of a number of this page, got "${of}"`);
  return value;
}

function find(shown: Shown, [kind = "", name = "", ...rest]: readonly string[]): unknown {
  const { scene, trace, settings, answers } = shown;
  const table = () => (at(scene, [name]) as number[][] | undefined) ?? rowsOf(shown, name as StageName);
  switch (kind) {
    case "scene": return at(scene, [name, ...rest]);
    case "shape": return at(shapeOf(scene), [name]);
    case "size": return table().flat().length;
    case "columns": return table()[0]?.length;
    case "count": return answers.samples[name]?.count;
    case "set": return at(settings, [name]);
    case "other": return cellAt(answers.others[name]!, rest);
    case "pair": return at(answers.pairs[name], rest);
    case "root": return answers.roots[name];
    case "cell": return inCell(answers.cells[name], rest);
    case "rounded": return inCell(shown.rounded?.[Number(name)], rest);
    case "jacobian": return answers.jacobians[name]?.data[Number(rest[0]) * answers.jacobians[name].shape[1]! + Number(rest[1])];
    case "normalised": return rest[0] === "sum" ? answers.normalised[name]?.sum : at(answers.normalised[name], [rest[0]!, "data", rest[1]!]);
    case "sum": return at(answers.sums[name], rest);
    case "sample": return rest[0] === "row" ? cellAt(answers.samples[name]!.row[rest[1] as "raw"], rest.slice(2)) : at(answers.samples[name], rest);
    default: return cellAt(trace, [kind, name, ...rest]);
  }
}

const at = (found: unknown, keys: readonly string[]): unknown => keys.reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], found);
const cellAt = (trace: Partial<Shown["trace"]>, [stage, row, column = "0"]: readonly string[]) => numberAt(trace, stage as StageName, Number(row), Number(column));

function inCell(cell: Shown["opened"][number] | undefined, [part, term, operand]: readonly string[]): number | undefined {
  const index = Number(term);
  switch (part) {
    case "product": return cell?.products[index];
    case "partial": return cell?.partialSums[index];
    case "operand": return cell?.operands[index]?.[Number(operand)]?.value;
    default: return cell?.value;
  }
}

const stages: readonly string[] = ["x", "q", "k", "v", "scores", "scaled", "biased", "masked", "rowMax", "exponentials", "rowSum", "weights", "output"];
const parts: Readonly<Record<string, Beside>> = { weights: "share", numerators: "numerator", sum: "shareSum" };

/** Kinds of names whose numbers are made of others. */
const opening: ReadonlySet<string> = new Set([...stages, "other", "normalised", "sum", "cell", "rounded", "pair", "root", "jacobian", "sample"]);

/** Whether the number of that name opens. */
export const opens = (name: string): boolean => opening.has(name.slice(0, name.indexOf(".")));

/** What opens when the number of that name is pressed; a product opens the sum that it stands in. */
export function pathOf(shown: Shown, name: string): CellPath | undefined {
  const [kind = "", of = "", part = "", ...rest] = name.split(".");
  const numbers = (digits: readonly string[]) => digits.map(Number);
  if (stages.includes(kind)) return { stage: kind as StageName, index: numbers([of, ...part === "" ? [] : [part]]) };
  switch (kind) {
    case "other": return { of, stage: part as StageName, index: numbers(rest) };
    case "normalised": return { of, stage: parts[part]!, index: numbers(rest) };
    case "sum": return { of, stage: "total", index: [] };
    case "cell": {
      const cell = shown.answers.cells[of]!, operand = part === "operand" ? cell.operands[Number(rest[0])]![Number(rest[1])]! : undefined;
      const { stage, index } = operand && stages.includes(operand.stage) ? operand : cell;
      return { stage: stage as StageName, index };
    }
    case "rounded": return { stage: "output", index: shown.rounded![Number(of)]!.index };
    case "root": return { of, stage: "rootOf", index: [] };
    case "pair": return { of, stage: part as OfPair, index: [] };
    case "jacobian": return { of, stage: "slopeOf", index: numbers([part, ...rest]) };
    case "sample": return part === "row" ? { of: `${of}-${rest[0]}`, stage: rest[1] as StageName, index: numbers(rest.slice(2)) } : { of: `${of}-${part}`, stage: rest[0] as OfSample, index: [] };
    default: return undefined;
  }
}

/** The other way: the name of an opened number or of one that it was made of. Numbers that are no part of a trace or a row have none. */
export function nameOf({ of, stage, index }: { of?: string; stage: string; index: readonly number[] }): string | undefined {
  const part = Object.keys(parts).find((name) => parts[name] === stage), named = (...before: string[]) => [...before, ...index].join(".");
  if (of === undefined) return stages.includes(stage) ? named(stage) : undefined;
  if (part) return named("normalised", of, part);
  if (stage === "total") return `sum.${of}.total`;
  if (stage === "rootOf") return `root.${of}`;
  if (stage === "width") return `root.${of}.width`;
  if (stage === "slopeOf") return named("jacobian", of);
  if (stage === "slopeRest") return named("jacobian", of, "rest");
  if (isOfPair(stage)) return named("pair", of, stage);
  const sample = sampleOf(of);
  if (!sample) return stages.includes(stage) ? named("other", of, stage) : undefined;
  switch (stage) {
    case "count": return `count.${sample.name}`;
    case "rowCount": return `count.${sample.name}.rows`;
    case "query": case "key": return named("sample", sample.name, stage);
    default: return stages.includes(stage) ? named("sample", sample.name, "row", sample.by, stage) : named("sample", sample.name, sample.by, stage);
  }
}

/** Numbers at which opening ends. */
export const isLeaf = (stage: string): boolean => leaves.includes(stage);
const leaves: readonly string[] = ["put", "same", "width", "count", "rowCount", "query", "key", "scale", "mask", "bias"] satisfies (Leaf | "scale" | "mask" | "bias")[];

/** Writes numbers of a stage where they stand in no table. */
export function proseOf({ trace }: Shown, stage: string): (value: number) => string {
  const tensor = stages.includes(stage) ? trace[stage as StageName] : undefined;
  return tensor ? proseOfTensor(tensor) : inProse;
}

const proseOfTensor = oncePer(({ data }: Tensor) => inProseOf(data));

const proseOfSteps = oncePer(({ products, partialSums }: Opened) => inProseOf([...products, ...partialSums]));

/** A number of a stage is written like all of that stage, products and their sums alike, any other number by itself. */
function own(shown: Shown, of: string): (value: number) => string {
  const [kind = "", name = "", part, term, operand] = of.split("."), cell = kind === "cell" ? shown.answers.cells[name] : undefined;
  if (!cell) return proseOf(shown, kind);
  if (part === "product" || part === "partial") return proseOfSteps(cell);
  return proseOf(shown, part === "operand" ? cell.operands[Number(term)]![Number(operand)]!.stage : cell.stage);
}

/** For a figure. */
export function printed(shown: Shown, of: string, write = own(shown, of)): Printed {
  return { text: write(valueOf(shown, of)), data: { "data-of": of } };
}

/** For a sentence: see stage/prose. */
export function live(shown: Shown, of: string, write = own(shown, of)): readonly ["n", string, string] {
  return ["n", write(valueOf(shown, of)), of];
}
