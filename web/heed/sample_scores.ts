// Scores of random arrows: checks what is asked and fetches it; every number is drawn and summed by the core.
import type { LabCore } from "./core.js";
import { HeedError, shown } from "./errors.js";
import type { Machine } from "./machine.js";
import { readFields, readWhole } from "./fields.js";
import { readNumbers } from "./tensors.js";
import type { SampledScores, ScoreSample, Tensor } from "./types.js";

export function sampleScores({ core, heap }: Machine<LabCore>, sample: ScoreSample): SampledScores {
  const { dk, pairs, seed, keys = 1 } = readFields("sampleScores", sample, ["dk", "pairs", "seed", "keys"]);
  const [width, count, keyCount] = [readCount("dk", dk), readCount("pairs", pairs), readCount("keys", keys)];
  if (count % keyCount) throw new HeedError("option", "keys", `must divide pairs (${count}), got ${keyCount}`);
  const queries = count / keyCount;
  const wholeSeed = readWhole("seed", seed);

  const query = heap.room(8 * width + 4 * count);
  const scores = query + 8 * width;
  core.sampleScores(width, queries, keyCount, wholeSeed, query, scores);
  const summary = (divisor: number) => core.summarizeScores(scores, queries, keyCount, divisor);
  return {
    scores: { data: heap.floats(scores, count), shape: [queries, keyCount] },
    raw: summary(1), byRoot: summary(Math.sqrt(width)), byWidth: summary(width),
  };
}

export function scoreDensity({ core }: Machine<LabCore>, dk: number, scores: ArrayLike<number>): Tensor {
  const width = readCount("dk", dk);
  const data = Float32Array.from(readNumbers("scores", scores), (score) => core.scoreDensity(score, width));
  return { data, shape: [data.length] };
}

function readCount(argument: string, value: unknown): number {
  if (Number.isSafeInteger(value) && Number(value) >= 1) return Number(value);
  throw new HeedError("option", argument, `must be a whole number from 1 up, got ${shown(value)}`);
}
