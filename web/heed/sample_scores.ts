// Scores of random arrows: checks what is asked and fetches it; every number is drawn and summed by the core.
import type { LabCore } from "./core.js";
import { HeedError, shown } from "./errors.js";
import type { Machine } from "./machine.js";
import { readFields, readWhole } from "./fields.js";
import { readNumbers } from "./tensors.js";
import type { SampledArrows, SampledScores, ScoreSample, Tensor } from "./types.js";

export function sampleScores({ core, heap }: Machine<LabCore>, sample: ScoreSample): SampledScores {
  const { width, count, queries, keys, seed } = readSample("sampleScores", sample);
  const query = heap.room(8 * width + 4 * count);
  const scores = query + 8 * width;
  core.sampleScores(width, queries, keys, seed, query, scores);
  const summary = (divisor: number) => core.summarizeScores(scores, queries, keys, divisor);
  return {
    scores: { data: heap.floats(scores, count), shape: [queries, keys] },
    raw: summary(1), byRoot: summary(Math.sqrt(width)), byWidth: summary(width),
  };
}

export function sampleArrows({ core, heap }: Machine<LabCore>, sample: ScoreSample, row: number): SampledArrows {
  const { width, queries, keys, seed } = readSample("sampleArrows", sample);
  if (!(Number.isInteger(row) && row >= 0 && row < queries)) throw new HeedError("option", "row", `must be a whole number from 0 to ${queries - 1}, got ${shown(row)}`);
  const arrows = heap.room(8 * (1 + keys) * width);
  core.sampleArrows(width, keys, seed, row, arrows);
  const arrow = (at: number) => heap.doubles(arrows + 8 * at * width, width);
  return { q: arrow(0), k: Array.from({ length: keys }, (_, key) => arrow(1 + key)) };
}

export function scoreDensity({ core }: Machine<LabCore>, dk: number, scores: ArrayLike<number>): Tensor {
  const width = readCount("dk", dk);
  const data = Float32Array.from(readNumbers("scores", scores), (score) => core.scoreDensity(score, width));
  return { data, shape: [data.length] };
}

function readSample(name: string, sample: ScoreSample) {
  const { dk, pairs, seed, keys: perQuery = 1 } = readFields(name, sample, ["dk", "pairs", "seed", "keys"]);
  const [width, count, keys] = [readCount("dk", dk), readCount("pairs", pairs), readCount("keys", perQuery)];
  if (count % keys) throw new HeedError("option", "keys", `must divide pairs (${count}), got ${keys}`);
  return { width, count, keys, queries: count / keys, seed: readWhole("seed", seed) };
}

function readCount(argument: string, value: unknown): number {
  if (Number.isSafeInteger(value) && Number(value) >= 1) return Number(value);
  throw new HeedError("option", argument, `must be a whole number from 1 up, got ${shown(value)}`);
}
