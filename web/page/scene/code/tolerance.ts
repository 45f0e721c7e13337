// How far a library's float32 may be from the trace, by the size of what is added up. Leaves out what is shown: this
// only bounds rounding.
import { allowed, shapeOf, type Scene } from "../scene.js";
import type { Rows, Step } from "./flow.js";

// A sum of w products of float32 is off by at most w * 2^-24 of the sum of their sizes (Higham, Accuracy and Stability of
// Numerical Algorithms, 3.1). q, k and their score are three such sums of at most 8 products; the trace rounds as often.
const unit = 14 * 2 ** -23;
const largestFloat32 = (2 - 2 ** -23) * 2 ** 127;
const smallest = 1e-30;   // so that what underflows to 0 may be 0

/**
 * Largest difference, for every number of the step's results, between float32 in any order of sums and the trace, as a
 * decimal of one digit. Undefined where a sum may pass what float32 can hold: then libraries overflow in different places.
 */
export function tolerance(scene: Scene, step: Step): string | undefined {
  const { q, k, v } = scene.kind === "given" ? scene : { q: product(scene.x, scene.wq), k: product(scene.x, scene.wk), v: product(scene.x, scene.wv) };
  const scores = product(q, transposed(k));
  const scaled = scores.map((row, i) => row.map((score, j) => score * scaleOf(scene) + Math.abs(scene.bias?.[i]?.[j] ?? 0)));
  const may = allowed(scene);
  const seen = largest(scaled.map((row, i) => row.filter((_, j) => may[i]![j])));
  const size = {
    arrows: 0, project: largest([...q, ...k, ...v]), score: largest(scores), scale: largest(scaled), mask: largest(scaled),
    // A weight is off by its score's error and by that of the row's others; the last factor of 1 is exp's own and the sum's.
    softmax: 1 + 2 * seen, blend: (2 + 2 * seen) * largest(v),
  }[step];
  if (!(largest([...q, ...k, ...v, ...scores, ...scaled]) <= largestFloat32)) return undefined;
  return roundedUp(Math.max(smallest, unit * size));
}

/** One digit, never smaller: 2.1e-6 is 3e-6. */
function roundedUp(value: number): string {
  const exponent = Math.floor(Math.log10(value));
  return `${Math.ceil(value / 10 ** exponent)}e${exponent}`;
}

function scaleOf(scene: Scene): number {
  const { keyWidth } = shapeOf(scene);
  return { root: 1 / Math.sqrt(keyWidth), width: 1 / keyWidth, none: 1, zero: 0 }[scene.divisor] / scene.temperature;
}

/** The matrix product of the sizes: no sign, so nothing cancels. */
function product(left: Rows, right: Rows): number[][] {
  return left.map((row) => right[0]!.map((_, column) => row.reduce((sum, value, at) => sum + Math.abs(value * right[at]![column]!), 0)));
}

const transposed = (rows: Rows): number[][] => rows[0]!.map((_, column) => rows.map((row) => row[column]!));
const largest = (rows: Rows): number => Math.max(0, ...rows.flat().map(Math.abs));
