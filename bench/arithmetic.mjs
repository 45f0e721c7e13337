// What the bench computes from its times. Pure; tests/bench.test.ts holds it.
import { isDecode, pairs } from "./shapes.mjs";

/** NaN of nothing. @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

/**
 * Least squares through (log x, log y): 2 when y grows as the square of x.
 * @param {readonly (readonly [x: number, y: number])[]} points
 */
export function slope(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = [0, 1].map((axis) => logs.reduce((sum, log) => sum + log[axis], 0) / logs.length);
  const products = (/** @type {number} */ other) => logs.reduce((sum, log) => sum + (log[0] - mean[0]) * (log[other] - mean[other]), 0);
  return products(1) / products(0);
}

/**
 * The shortest time that the processor allows, in milliseconds: every pair's products at the register tile's own speed and
 * its exponential at its own; for one query a head, the bytes of the keys and values at the speed of reading.
 * @typedef {{ tile: number, exponential: number, read: number }} Peaks flop/s, exp/s, bytes/s
 * @param {import("./shapes.mjs").Shape} shape @param {Peaks} peaks
 */
export function limit(shape, { tile, exponential, read }) {
  if (isDecode(shape)) return (1000 * 2 * 4 * shape.heads * shape.keyCount * shape.width) / read;
  return 1000 * ((4 * pairs(shape) * shape.width) / tile + pairs(shape) / exponential);
}

/**
 * By how much a is slower than b, round by round: the median of the ratios of neighbouring times.
 * @param {readonly number[]} a @param {readonly number[]} b
 */
export function ratio(a, b) {
  return median(a.map((time, round) => time / b[round]));
}
