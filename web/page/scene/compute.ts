// The one place that turns a scene into numbers: scene -> request -> trace, with the opened cells and the answers to what
// the page asks. The build, the worker and the main thread all call it; no number that is shown is made anywhere else.
import type { AttentionOptions, HeedLab, Normalised, StageName, Trace, TraceInput } from "heed/lab";
import { asGiven, withNumber, withPush } from "./edit.js";
import { openCell, openNumber, type Made } from "./open.js";
import { drawn, rowTrace, type Draw } from "./open_sample.js";
import { othersTraced } from "./others.js";
import type { Settings } from "./place.js";
import type { Answers, DividedBy, Other, Questions, Sampled, Vector } from "./questions.js";
import { numbersOf, rowsOf } from "./read.js";
import { shapeOf, type Scene } from "./scene.js";
import type { CellPath, Shown } from "./shown.js";

/** Decimals of the worked example when it is done on paper. */
const paperDecimals = 3;

/** What a page wants to be computed. */
export interface Wanted {
  scene: Scene;
  settings: Settings;
  /** The breadcrumb: the pinned cell, then each operand followed. */
  opened: CellPath[];
  questions: Questions;
}

/** Everything that a page draws. Throws the HeedError of a scene that the core refuses. A breadcrumb that leads to no number is dropped. */
export function computeShown(heed: HeedLab, { scene, settings, opened, questions }: Wanted): Shown {
  const trace = heed.trace(request(scene)), others = othersTraced(heed, questions.others ?? {}, (other) => traced(heed, "of" in other ? changed(heed, other) : other));
  const scenes = mapped(others, (other) => other.scene), traces = mapped(others, (other) => other.trace), draws = mapped(questions.samples ?? {}, ({ heap: _, ...sample }) => drawn(heed, sample));
  const answers = { ...answer(heed, { scene, trace, scenes, traces, draws }, questions), others: mapped(others, (other) => other.shown) }, made: Made = { heed, scene, trace, scenes, traces, draws, answers, questions };
  const path = opened.map((step) => openNumber(made, step));
  const shown: Shown = { scene, settings, trace, opened: path.every((step) => step !== undefined) ? path : [], answers };
  const paper = shown.opened.at(-1)?.stage === "output" ? "all" : questions.paper;
  if (scene.kind === "given" && paper) {
    const onPaper = cells(trace, "output").filter(([row]) => paper === "all" || row === 0);
    shown.rounded = onPaper.map((index) => openCell(heed, scene, trace, "output", index, paperDecimals));
  }
  return shown;
}

function answer(heed: HeedLab, { scene, trace, scenes, traces, draws }: Omit<Made, "heed" | "answers" | "questions">, questions: Questions): Omit<Answers, "others"> {
  const { pairs = {}, roots = {}, cells = {}, jacobians = {}, normalised = {}, sums = {}, samples = {}, densities = {} } = questions;
  const traceOf = (other: string | undefined): Trace => (other === undefined ? trace : traces[other]!);
  const shown = mapped(draws, (draw, name) => sampled(heed, draw, samples[name]!.heap));
  const numbers = (vector: Vector): readonly number[] => {
    if ("sample" in vector) return numbersOf(shown[vector.sample]!.row[vector.by], { stage: vector.stage, row: 0 });
    if ("normalised" in vector) return [...shares[vector.normalised]!.weights.data];
    if ("across" in vector) return vector.across.map((name) => shares[name]!.weights.data[vector.place]!);
    if ("from" in vector) return numbers(vector.from).map((number, at) => (vector.at.includes(at) ? vector.put : number));
    return "stage" in vector ? numbersOf(traceOf(vector.other), vector) : vector;
  };
  const shares: Record<string, Normalised> = mapped(normalised, ({ row, rule }) => heed.lab.normalise([...numbers(row)], rule));
  return {
    pairs: mapped(pairs, ({ q, k }) => heed.lab.pair([...numbers(q)], [...numbers(k)])),
    roots: mapped(roots, (width) => { const ones = Array.from({ length: width }, () => 1); return heed.lab.pair(ones, ones).normQ; }),
    cells: mapped(cells, ({ other, stage, index }) => openCell(heed, other === undefined ? scene : scenes[other]!, traceOf(other), stage, index)),
    jacobians: mapped(jacobians, (row) => heed.lab.jacobian([...numbers(row)])),
    normalised: shares,
    sums: mapped(sums, (vector) => ({ total: heed.lab.sum([...numbers(vector)]).total })),
    samples: shown,
    densities: mapped(densities, ({ dk, scores }) => heed.lab.scoreDensity(dk, [...scores])),
  };
}

const traced = (heed: HeedLab, scene: Scene) => ({ scene, trace: heed.trace(request(scene)) });

function changed(heed: HeedLab, other: Exclude<Other, Scene>): Scene {
  const { of: scene, row } = other, base = traced(heed, scene);
  if ("put" in other) return withNumber(asGiven(base), other.table, row, other.column, other.put);
  const scaled = rowsOf(base, "scaled")[row]!;
  return other.levelled.reduce((pushed, key) => withPush(pushed, row, key, -scaled[key]!), scene);
}

function sampled(heed: HeedLab, draw: Draw, heap = false): Sampled {
  const { sample: { dk }, found: { scores, ...summaries } } = draw, row = (by: DividedBy) => rowTrace(heed, draw, 0, by);
  return { ...summaries, dk, count: scores.data.length, ...(heap ? { scores } : {}), row: { raw: row("raw"), byRoot: row("byRoot"), byWidth: row("byWidth") } };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, make: (from: From, name: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, from]) => [name, make(from, name)]));
}

function request(scene: Scene): TraceInput {
  const options = { ...maskOf(scene), ...scaleOf(scene), ...(scene.bias ? { bias: tensor(scene.bias) } : {}) };
  if (scene.kind === "given") return { q: tensor(scene.q), k: tensor(scene.k), v: tensor(scene.v), ...options };
  return { x: tensor(scene.x), wq: tensor(scene.wq), wk: tensor(scene.wk), wv: tensor(scene.wv), ...options };
}

function maskOf(scene: Scene): Pick<AttentionOptions, "mask" | "causal"> {
  if (scene.mask === "none") return {};
  if (scene.mask === "causal") return { causal: true };
  if (scene.mask === "bottom-right") return { causal: scene.mask };
  return { mask: { data: scene.mask.flat(), shape: [scene.mask.length, scene.mask[0]!.length] } };
}

/** With the root as divisor and temperature 1 the core's own scale, 1 / sqrt(d_k), is left alone. */
function scaleOf(scene: Scene): Pick<AttentionOptions, "scale"> {
  const { keyWidth } = shapeOf(scene), { divisor, temperature } = scene;
  if (divisor === "zero") return { scale: 0 };
  if (divisor === "root") return temperature === 1 ? {} : { scale: 1 / (Math.sqrt(keyWidth) * temperature) };
  return { scale: 1 / ((divisor === "width" ? keyWidth : 1) * temperature) };
}

function tensor(rows: number[][]): { data: number[]; shape: number[] } {
  return { data: rows.flat(), shape: [rows.length, rows[0]!.length] };
}

function cells(trace: Trace, stage: StageName): number[][] {
  const [rows = 0, columns = 0] = trace[stage]?.shape ?? [];
  return Array.from({ length: rows * columns }, (_, cell) => [Math.floor(cell / columns), cell % columns]);
}
