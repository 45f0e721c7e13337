// The gradient in float64, straight from the chain rule over the whole table of scores, with what an engine may be off:
// 32 ulp (2 + S + sqrt(m) / 64) times the same sums of absolute values.
import type { GradientResult } from "heed";
import { attention, type GivenInput } from "../reference.js";
import type { Made } from "./made.js";

interface Stage { shape: number[]; data: Float64Array; tolerance: Float64Array }
/** A number, and how far one may be from it. */
type Bounded = readonly [want: number, allowed: number];

const kUlp = 2 ** -23;
const kTiny = 2 ** -126;
const four = (shape: readonly number[]) => [1, 1, 1, 1, ...shape].slice(-4) as [number, number, number, number];
const product = (sizes: readonly number[]) => sizes.reduce((total, size) => total * size, 1);
const each = (count: number) => Array.from({ length: count }, (_, at) => at);

export function gradients(input: GivenInput, gradOutput: Made): Record<keyof GradientResult, Stage> {
  const { q, k, v, scaled, masked, weights, logSumExp } = attention(input);
  const [, heads, queries, width] = four(q.shape), [, kvHeads, keys] = four(k.shape), values = four(v.shape)[3];
  const { softcap = 0, bias } = input, scale = input.scale ?? 1 / Math.sqrt(width), biasSizes = four(bias?.shape ?? []);
  const result = { gradQ: empty(q.shape), gradK: empty(k.shape), gradV: empty(v.shape), gradBias: empty(bias?.shape ?? [0]) };

  for (const row of each(product(q.shape.slice(0, -1)))) {
    const batch = Math.floor(row / queries / heads), head = Math.floor(row / queries) % heads, query = row % queries;
    const keyRow = (key: number) => (batch * kvHeads + Math.floor(head / (heads / kvHeads))) * keys + key;
    const biasPlace = (key: number) => [batch, head, query, key].reduce((at, i, axis) => at * biasSizes[axis]! + (biasSizes[axis] === 1 ? 0 : i), 0);
    const seen = each(keys).filter((key) => masked.data[row * keys + key] !== -Infinity);
    const spread = 8 * (logSumExp.tolerance[row]! - 4 * kUlp * Math.abs(logSumExp.data[row]!));   // of a weight, relative

    const byWeight = seen.map((key) => each(values).map((c) => gradOutput.data[row * values + c]! * v.data[keyRow(key) * values + c]!));
    const sum = (terms: number[]) => terms.reduce((total, term) => total + term, 0);
    const dots = byWeight.map(sum), sizes = byWeight.map((terms) => sum(terms.map(Math.abs)));
    const weight = seen.map((key) => weights.data[row * keys + key]!), lost = weight.map((w) => (w < kTiny ? kTiny : 0));
    const mean = (factors: number[], of: number[]) => sum(factors.map((factor, at) => factor * of[at]!));

    seen.forEach((key, at) => {
      const allowed = spread * weight[at]! + lost[at]!;
      const byBiased: Bounded = [
        weight[at]! * (dots[at]! - mean(weight, dots)),
        allowed * (sizes[at]! + mean(weight, sizes)) + weight[at]! * mean(lost, sizes),
      ];
      const bent = softcap ? Math.tanh(scaled.data[row * keys + key]! / softcap) : 0;
      const byRaw: Bounded = [scale * (1 - bent * bent) * byBiased[0], Math.abs(scale) * (1 + bent * bent) * byBiased[1]];
      for (const c of each(width)) {
        add(result.gradQ, row * width + c, k.data[keyRow(key) * width + c]!, byRaw);
        add(result.gradK, keyRow(key) * width + c, q.data[row * width + c]!, byRaw);
      }
      for (const c of each(values)) add(result.gradV, keyRow(key) * values + c, gradOutput.data[row * values + c]!, [weight[at]!, allowed]);
      if (bias) add(result.gradBias, biasPlace(key), 1, byBiased);
    });
  }
  return result;
}

function empty(shape: readonly number[]): Stage {
  return { shape: [...shape], data: new Float64Array(product(shape)), tolerance: new Float64Array(product(shape)) };
}

function add({ data, tolerance }: Stage, at: number, factor: number, [want, allowed]: Bounded): void {
  data[at]! += factor * want;
  tolerance[at]! += Math.abs(factor) * allowed;
}
