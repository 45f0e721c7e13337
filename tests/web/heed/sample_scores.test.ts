// lab.sampleScores and lab.scoreDensity: the numbers are tested in tests/cpp/lab; here, that they come through unchanged,
// the same in every flavour, and what is refused.
import { expect, it } from "vitest";
import { load, type Simd } from "heed/lab";
import { caught, told } from "./made.js";

const heed = await load();
const { lab } = heed;

it("gives one row a query, and summaries of the very scores it gives", () => {
  const { scores, raw, byRoot, byWidth } = lab.sampleScores({ dk: 64, pairs: 8000, seed: 1, keys: 8 });
  expect(scores.shape).toEqual([1000, 8]);
  const mean = scores.data.reduce((sum, score) => sum + score, 0) / 8000;
  const deviation = Math.sqrt(scores.data.reduce((sum, score) => sum + (score - mean) ** 2, 0) / 8000);
  expect(raw.mean).toBeCloseTo(mean, 10);
  expect(raw.deviation).toBeCloseTo(deviation, 10);
  expect(byRoot.deviation).toBeCloseTo(deviation / 8, 10);
  expect(byWidth.deviation).toBeCloseTo(deviation / 64, 10);
  for (const [summary, divisor] of [[raw, 1], [byRoot, 8], [byWidth, 64]] as const) {
    expect(summary.inside).toBeCloseTo(scores.data.filter((score) => Math.abs(score / divisor) <= 3).length / 8000, 10);
  }
});

it("spreads raw scores by √dk, scaled ones by 1: within five standard errors", () => {
  const { raw, byRoot } = lab.sampleScores({ dk: 64, pairs: 20_000, seed: 2 });
  expect(Math.abs(raw.mean)).toBeLessThanOrEqual(5 * 8 / Math.sqrt(20_000));
  // The mean of s² has variance (2 dk² + 6 dk) / pairs.
  expect(Math.abs(raw.deviation ** 2 - 64)).toBeLessThanOrEqual(5 * Math.sqrt((2 * 64 ** 2 + 6 * 64) / 20_000));
  expect(byRoot.deviation).toBeCloseTo(raw.deviation / 8, 12);
});

it("its weights are those of a trace of the same row", () => {
  const { scores, byRoot } = lab.sampleScores({ dk: 64, pairs: 8, seed: 4, keys: 8 });
  const row = { data: scores.data, shape: [8, 1] };
  const { weights } = heed.trace({ q: { data: [1], shape: [1, 1] }, k: row, v: row, scale: 1 / 8 });
  expect(byRoot.largestWeight).toBeCloseTo(Math.max(...weights.data), 6);
  const slope = lab.jacobian(weights.data).data.filter((_, at) => at % 9 === 0).reduce((sum, number) => sum + number);
  expect(byRoot.slope).toBeCloseTo(slope, 6);
});

it("the same seed gives the same bits in every flavour, and these", async () => {
  const sample = { dk: 16, pairs: 600, seed: 42, keys: 3 };
  const want = lab.sampleScores(sample);
  expect(Array.from(want.scores.data.slice(0, 3), (score) => score.toFixed(4))).toEqual(["-0.0138", "-0.6109", "-1.8662"]);   // another program, in BigInts, gave these
  for (const simd of ["scalar", "simd128"] satisfies Simd[]) expect((await load({ simd })).lab.sampleScores(sample)).toEqual(want);
  expect(lab.sampleScores(sample)).toEqual(want);
  expect(lab.sampleScores({ ...sample, seed: -42 }).scores).not.toEqual(want.scores);
});

it("gives the arrows of any row, whose products are its scores", () => {
  const sample = { dk: 7, pairs: 60, seed: 9, keys: 3 }, { scores } = lab.sampleScores(sample);
  for (const row of [0, 1, 19]) {
    const { q, k } = lab.sampleArrows(sample, row);
    expect([q.length, ...k.map(({ length }) => length)]).toEqual([7, 7, 7, 7]);
    expect(k.map((key) => Math.fround(key.reduce((sum, value, at) => sum + value * q[at]!, 0)))).toEqual([...scores.data.slice(row * 3, row * 3 + 3)]);
  }
});

it("the density of two-wide arrows is exp(-|s|)/2", () => {
  expect(lab.scoreDensity(2, [0, -1, 3])).toEqual({ data: Float32Array.from([0, 1, 3], (score) => Math.exp(-score) / 2), shape: [3] });
  expect([...lab.scoreDensity(1, [0]).data]).toEqual([Infinity]);
});

const sample = (change: object) => () => lab.sampleScores({ dk: 4, pairs: 8, seed: 1, ...change } as never);
it.each([
  ["no width", sample({ dk: undefined }), "option | dk: must be a whole number from 1 up, got undefined"],
  ["width 0", sample({ dk: 0 }), "option | dk: must be a whole number from 1 up, got 0"],
  ["half a pair", sample({ pairs: 0.5 }), "option | pairs: must be a whole number from 1 up, got 0.5"],
  ["no seed", sample({ seed: undefined }), "option | seed: must be a whole number, got undefined"],
  ["keys that do not divide", sample({ keys: 3 }), "option | keys: must divide pairs (8), got 3"],
  ["a typing error", sample({ pair: 1 }), "option | pair: there is no such option; the nearest is pairs"],
  ["too many", sample({ pairs: 1e9 }), "memory | heed: 4000000032 bytes do not fit in the module's memory of 1073741824"],
  ["nothing", () => lab.sampleScores(undefined as never), "type | sampleScores: must be an object with named fields, got undefined"],
  ["arrows past the last row", () => lab.sampleArrows({ dk: 4, pairs: 8, seed: 1, keys: 2 }, 4), "option | row: must be a whole number from 0 to 3, got 4"],
  ["arrows of half a row", () => lab.sampleArrows({ dk: 4, pairs: 8, seed: 1 }, 0.5), "option | row: must be a whole number from 0 to 7, got 0.5"],
  ["arrows of a typing error", () => lab.sampleArrows({ dk: 4, pairs: 8, seed: 1, key: 2 } as never, 0), "option | key: there is no such option; the nearest is keys"],
  ["density of width 0", () => lab.scoreDensity(0, [1]), "option | dk: must be a whole number from 1 up, got 0"],
  ["density of no numbers", () => lab.scoreDensity(2, 1 as never), "type | scores: must be an array of numbers, got 1"],
])("%s is an error", (_, action, text) => expect(told(caught(action))).toBe(text));
