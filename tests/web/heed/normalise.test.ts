// lab.normalise and lab.sum: what the rules give is tested in tests/cpp/lab; here, that it comes through unchanged, that
// softmax has the bits of a trace, and what is refused.
import { describe, expect, it } from "vitest";
import { load } from "heed/lab";
import { caught, made, random, told } from "./made.js";

const heed = await load();
const { lab } = heed;

describe("normalise", () => {
  it("by softmax has the same bits as a trace of the same row", () => {
    for (let seed = 1; seed <= 50; ++seed) {
      const data = made(random(seed), 7).data.map((score) => score * seed), masked = seed % 7;
      const { masked: row, exponentials, rowSum, weights } = heed.trace({
        q: { data: [1], shape: [1, 1] }, k: { data, shape: [7, 1] }, v: { data, shape: [7, 1] }, scale: 1,
        mask: { data: Uint8Array.from(data, (_, key) => Number(key !== masked)), shape: [1, 7] },
      });
      const got = lab.normalise(row.data, "softmax");
      expect(got.numerators.data, `seed ${seed}`).toEqual(exponentials.data);
      expect(got.sum).toBe(rowSum.data[0]);
      expect(got.weights.data).toEqual(weights.data);
      expect(got.weights.shape).toEqual([7]);
    }
  });
  it("lets naive softmax overflow as float32 does, where softmax does not", () => {
    const { numerators, sum, weights } = lab.normalise([1000, 0], "naive");
    expect([...numerators.data, sum, ...weights.data]).toEqual([Infinity, 1, Infinity, NaN, 0]);
    expect([...lab.normalise([1000, 0], "softmax").weights.data]).toEqual([1, 0]);
  });
  it("shares out by plain division, and gives all to the largest", () => {
    expect([...lab.normalise([2, -1], "plain").weights.data]).toEqual([2, -1]);
    expect([...lab.normalise([1, 3, 3], "hard").weights.data]).toEqual([0, 0.5, 0.5]);
    expect(lab.normalise([], "hard")).toEqual({ numerators: { data: new Float32Array(), shape: [0] }, sum: 0, weights: { data: new Float32Array(), shape: [0] } });
  });
  it("refuses other rules and other rows, and goes on", () => {
    expect(told(caught(() => lab.normalise([1], "sparse" as "hard")))).toBe('option | rule: must be "softmax", "naive", "plain" or "hard", got "sparse"');
    expect(told(caught(() => lab.normalise("1" as unknown as number[], "hard")))).toContain("type | row");
    expect([...lab.normalise([1], "hard").weights.data]).toEqual([1]);
  });
});

describe("sum", () => {
  it("adds up in float64, one by one", () => {
    expect(lab.sum([0.1, 0.2, -0.3])).toEqual({ partialSums: [0.1, 0.1 + 0.2, 0.1 + 0.2 - 0.3], total: 0.1 + 0.2 - 0.3 });
    expect(lab.sum(Float32Array.of(1, NaN))).toEqual({ partialSums: [1, NaN], total: NaN });
    expect(lab.sum([])).toEqual({ partialSums: [], total: 0 });
  });
  it("refuses what is no list of numbers", () => expect(told(caught(() => lab.sum(3 as unknown as number[])))).toContain("type | values"));
});
