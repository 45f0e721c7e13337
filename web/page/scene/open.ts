// Opens a number into those that it was made of: a cell of the page's own trace or of another one, a share of a row, a sum.
// Which numbers meet is looked up here; every sum, difference and quotient of them is the core's.
import type { CellReference, HeedLab, OpenedCell, StageName, Trace } from "heed/lab";
import { pairOpened } from "./open_pair.js";
import { arithmetic, openSampled, rowTrace, same, type Draw } from "./open_sample.js";
import { isOfPair, sampleOf } from "./paths.js";
import { hasCell } from "./place.js";
import type { Answers, Questions, Vector } from "./questions.js";
import { numbersOf } from "./read.js";
import { namesOf, type Scene } from "./scene.js";
import type { CellPath, OfPair, Opened, Reference } from "./shown.js";

/** What a page has asked, and what came of it. */
export interface Made {
  heed: HeedLab;
  scene: Scene;
  trace: Trace;
  questions: Questions;
  scenes: Readonly<Record<string, Scene>>;
  traces: Readonly<Record<string, Trace>>;
  draws: Readonly<Record<string, Draw>>;
  answers: Pick<Answers, "normalised" | "pairs" | "roots" | "jacobians">;
}

/** Nothing where there is no such number. */
export function openNumber(made: Made, path: CellPath): Opened | undefined {
  const { stage, index, of } = path;
  if (stage === "share" || stage === "numerator" || stage === "shareSum") return openShare(made, path);
  if (stage === "total") return openTotal(made, path);
  if (stage === "slopeOf" || stage === "slopeRest") return openSlope(made, path);
  if (stage === "rootOf") return openRoot(made, path);
  if (isOfPair(stage)) return openPair(made, path, stage);
  const sample = sampleOf(of), draw = made.draws[sample?.name ?? ""];
  if (sample) return draw && openSampled(made.heed, draw, sample.by, path);
  const cellOf = (scene: Scene, trace: Trace) => (hasCell(scene, path) ? openCell(made.heed, scene, trace, stage as StageName, index) : undefined);
  if (of === undefined) {
    const cell = cellOf(made.scene, made.trace);
    return cell && { ...path, ...cell };
  }
  const scene = made.scenes[of], cell = scene && cellOf(scene, made.traces[of]!);
  return cell && { ...path, ...cell, scene, operands: cell.operands.map((group) => group.map((operand) => ({ ...operand, of }))) };
}

/** A cell of a trace, with its operands rounded first where `decimals` says so. Throws the HeedError of a cell that is not there. */
export function openCell(heed: HeedLab, scene: Scene, trace: Trace, stage: StageName, index: readonly number[], decimals?: number): OpenedCell {
  const cell = heed.lab.open(trace, stage, [...head(scene, stage), ...index], decimals === undefined ? {} : { decimals });
  const bare = (stage: CellReference["stage"], index: number[]) => index.slice(head(scene, stage).length);
  return {
    ...cell, index: bare(cell.stage, cell.index),
    operands: cell.operands.map((group) => group.map((operand) => ({ ...operand, index: bare(operand.stage, operand.index) }))),
  };
}

/** Traces made from words have a head axis in front of every stage but x; here it is always the one head 0. */
function head(scene: Scene, stage: CellReference["stage"]): number[] {
  return scene.kind === "given" || stage === "x" || stage === "wq" || stage === "wk" || stage === "wv" ? [] : [0];
}

/** One place of a vector: whose number it is, and which. */
interface Entry { name: string; from: Reference }

function entriesOf(made: Made, vector: Vector): Entry[] {
  if ("from" in vector) {
    return entriesOf(made, vector.from).map((entry, at) => (vector.at.includes(at) ? { ...entry, from: { stage: "put", index: [], value: vector.put } } : entry));
  }
  if ("normalised" in vector) return sharesOf(made, vector.normalised);
  if ("across" in vector) {
    const { keys } = namesOf(made.scene);
    return vector.across.map((name, at) => ({ name: keys[at]!, from: sharesOf(made, name)[vector.place]!.from }));
  }
  if ("sample" in vector) {
    const { sample, by, stage } = vector, { data } = rowTrace(made.heed, made.draws[sample]!, 0, by)[stage]!;
    return Array.from(data, (value, at) => ({ name: String(at + 1), from: { of: `${sample}-${by}`, stage, index: [0, at], value } }));
  }
  if (!("stage" in vector)) return vector.map((value, at) => ({ name: String(at + 1), from: { stage: "put", index: [], value } }));
  const { stage, other } = vector, scene = other === undefined ? made.scene : made.scenes[other]!, { queries, keys } = namesOf(scene);
  const names = "row" in vector ? keys : queries;
  return numbersOf(other === undefined ? made.trace : made.traces[other]!, vector).map((value, at) => ({
    name: names[at]!, from: { stage, index: "row" in vector ? [vector.row, at] : [at, vector.column], value, ...(other === undefined ? {} : { of: other }) },
  }));
}

function sharesOf(made: Made, of: string): Entry[] {
  const { weights } = made.answers.normalised[of]!;
  return entriesOf(made, made.questions.normalised![of]!.row).map(({ name }, at) => ({ name, from: { of, stage: "share", index: [at], whose: name, value: weights.data[at]! } }));
}

function openTotal(made: Made, path: CellPath): Opened | undefined {
  const asked = made.questions.sums?.[path.of ?? ""];
  if (!asked || path.index.length) return undefined;
  return added(made, path, entriesOf(made, asked));
}

/** Numbers added up one by one; the sum is `value`, or what the last of them gives. */
function added({ heed }: Made, path: CellPath, entries: readonly Entry[], value?: number): Opened {
  const { partialSums, total } = heed.lab.sum(entries.map(({ from }) => from.value));
  return { ...path, operation: "sum", value: value ?? total, operands: entries.map(({ from }) => [from]), products: [], partialSums, names: entries.map(({ name }) => name) };
}

/** A share is its numerator divided by their sum. By the plain rule the numerators are the row's numbers themselves. */
function openShare(made: Made, path: CellPath): Opened | undefined {
  const { of = "", stage, index: [at = -1] } = path, asked = made.questions.normalised?.[of], found = made.answers.normalised[of];
  if (!asked || !found) return undefined;
  const row = entriesOf(made, asked.row), { rule } = asked;
  const numerators = row.map(({ name, from }, place): Entry => ({ name, from: rule === "plain" ? from : { of, stage: "numerator", index: [place], whose: name, value: found.numerators.data[place]! } }));
  if (stage === "shareSum") return added(made, path, numerators, found.sum);
  const score = row[at]?.from, numerator = numerators[at]?.from;
  if (!score || !numerator) return undefined;
  const opened = (value: number, operation: Opened["operation"], operands: Reference[], product = value): Opened =>
    ({ ...path, operation, value, operands: [operands], products: [product], partialSums: operation === "exponential" ? [value] : [], whose: row[at]!.name });
  if (stage === "share") return opened(found.weights.data[at]!, "divide", [numerator, { of, stage: "shareSum", index: [], value: found.sum }]);
  const largest = row.reduce((best, { from }) => (from.value > best.value ? from : best), row[0]!.from);
  switch (rule) {
    case "plain": return { ...opened(score.value, "given", []), operands: [], products: [] };
    case "naive": return opened(numerator.value, "power", [score]);
    case "hard": return opened(numerator.value, "largest", [score, largest]);
    // A row masked everywhere: -Infinity minus -Infinity stays -Infinity by the rule of the softmax step.
    case "softmax": return opened(numerator.value, "exponential", [score, largest], largest.value === -Infinity ? -Infinity : made.heed.lab.sum([score.value, -largest.value]).total);
  }
}

/** w_i · ([i = j] − w_j), and the difference in it. */
function openSlope(made: Made, path: CellPath): Opened | undefined {
  const { of = "", stage, index: [i = -1, j = -1] } = path, asked = made.questions.jacobians?.[of], row = asked ? entriesOf(made, asked) : [];
  const left = row[i]?.from, right = row[j]?.from, { total, dot } = arithmetic(made.heed);
  if (!left || !right || path.index.length !== 2) return undefined;
  const one = same(i === j), rest: Reference = { of, stage: "slopeRest", index: [i, j], value: total([one.value, -right.value]) };
  return stage === "slopeRest"
    ? { ...path, operation: "minus", operands: [[one, right]], products: [rest.value], partialSums: [], value: rest.value }
    : { ...path, operation: "times", operands: [[left, rest]], products: [dot([left], [rest])], partialSums: [], value: made.answers.jacobians[of]!.data[i * row.length + j]! };
}

function openRoot(made: Made, path: CellPath): Opened | undefined {
  const { of = "" } = path, width = made.questions.roots?.[of], value = made.answers.roots[of];
  if (width === undefined || value === undefined || path.index.length) return undefined;
  return { ...path, operation: "root", operands: [[{ of, stage: "width", index: [], value: width }]], products: [value], partialSums: [], value };
}

function openPair(made: Made, path: CellPath, stage: OfPair): Opened | undefined {
  const { of = "", index } = path, asked = made.questions.pairs?.[of], numbers = (vector: Vector) => entriesOf(made, vector).map(({ from }) => from);
  if (!asked || index.length) return undefined;
  return { ...path, ...pairOpened(made.heed, of, made.answers.pairs[of]!, stage, numbers(asked.q), numbers(asked.k)) };
}
