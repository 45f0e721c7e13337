// The bench's own arithmetic: medians, slopes, limits and verdicts, from numbers that can be checked by hand.
import { describe, expect, it } from "vitest";
import { bestPeer, fractionOfLimit, gain, judge } from "../bench/aims.mjs";
import { limit, median, ratio, slope } from "../bench/arithmetic.mjs";
import { drawGrowth } from "../bench/plot.mjs";
import { flops, isDecode, mainShapes, pairs } from "../bench/shapes.mjs";
import { tables } from "../bench/tables.mjs";

const shape = (heads: number, queryCount: number, keyCount: number, causal = false) => ({ id: "a shape", heads, queryCount, keyCount, width: 64, causal });
const peaks = { tile: 5e10, exponential: 2e9, read: 2e10, simd128: { tile: 4e10, exponential: 1e9, read: 2e10 } };

describe("arithmetic", () => {
  it("the median of an odd and an even count, in any order; none of nothing", () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
    expect(median([])).toBeNaN();
  });

  it("the slope of a power is its exponent, whatever the factor", () => {
    for (const exponent of [1, 2, -0.5]) {
      expect(slope([128, 512, 4096].map((n) => [n, 3 * n ** exponent] as const))).toBeCloseTo(exponent, 12);
    }
  });

  it("a ratio is taken round by round: a slow second hits both", () => {
    expect(ratio([2, 20, 4], [1, 10, 2])).toBe(2);
  });

  it("counts causal flops as the full rectangle, and pairs as they are seen", () => {
    expect(flops(shape(2, 3, 3, true))).toBe(4 * 2 * 9 * 64);
    expect([pairs(shape(2, 3, 3, true)), pairs(shape(2, 3, 5))]).toEqual([12, 30]);
  });

  it("the limit is the products at the tile's speed and the exponentials at theirs", () => {
    // 4 * 1e6 pairs * 64 at 5e10 a second = 5.12 ms; 1e6 at 2e9 = 0.5 ms
    expect(limit(shape(1, 1000, 1000), peaks)).toBeCloseTo(5.62, 10);
    expect(limit(shape(1, 1000, 1000, true), peaks)).toBeCloseTo(5.62 * 0.5005, 10);
  });

  it("the limit of decoding is reading the keys and values once", () => {
    expect(limit(shape(12, 1, 4096), peaks)).toBeCloseTo((1000 * 2 * 4 * 12 * 4096 * 64) / 2e10, 12);
    expect(mainShapes.filter(isDecode).map(({ keyCount }) => keyCount)).toEqual([4096]);
  });
});

const row = (times: Record<string, number[]>, of = shape(1, 1000, 1000)) => ({ shape: of, times, failed: {}, peaks: Object.values(times)[0]!.map(() => peaks) });

describe("verdicts", () => {
  it("compare with the fastest peer; plain JavaScript and our own are none", () => {
    const measured = row({ "relaxed": [10, 10, 10], "plain JavaScript": [1, 1, 1], "TF.js wasm": [30, 30, 30], "LiteRT.js": [20, 20, 20] });
    expect(bestPeer(measured)).toBe("LiteRT.js");
    expect(gain(measured, "relaxed")).toBe(2);
    expect(gain(row({ relaxed: [1] }), "relaxed")).toBeNaN();
  });

  it("measure simd128 by its own limit", () => {
    const measured = row({ "simd128": [14.8], "relaxed": [11.24] });
    expect(fractionOfLimit(measured, "simd128")).toBeCloseTo((6.4 + 1) / 14.8, 10);
    expect(fractionOfLimit(measured, "relaxed")).toBeCloseTo(0.5, 10);
  });

  it("are met at the aim itself, missed below it, and missed where nothing was measured", () => {
    const threads = (one: number, two: number) => judge({ node: { threads: { rows: [{ shape: shape(1, 512, 512), times: { "1 thread": [one], "2 threads": [two] } }] } } }).map(({ met }) => met);
    expect(threads(1.9, 1)).toEqual([true, true]);
    expect(threads(1.89, 1)).toEqual([false, true]);
    expect(threads(1, 1.06)).toEqual([false, false]);
    expect(judge({ node: { threads: { rows: [{ shape: shape(1, 512, 512), times: {} }] } } }).map(({ met }) => met)).toEqual([false]);
    expect(judge({ node: { gradients: { rows: [{ shape: shape(1, 9, 9), times: { relaxed: [1] } }] } } }).map(({ met }) => met)).toEqual([false, false]);
  });

  it("of size, cold start and memory", () => {
    const growth = { rows: [{ shape: shape(1, 16384, 16384), times: {}, memory: { relaxed: 4 * 4 * 16384 * 64 + 65 * 2 ** 20 } }] };
    const verdicts = judge({ node: { growth }, sizes: { heed: { bytes: 25_000, whole: 30_000, budget: 25_000 } }, cold: { median: { heed: 60.1 } } });
    expect(verdicts.map(({ got, met }) => [got, met])).toEqual([["65.0 MiB", false], ["25.0 kB", true], ["60.1 ms", false]]);
    expect(judge({ node: { growth: { rows: [{ shape: shape(1, 16384, 16384), times: {} }] } } }).map(({ met }) => met)).toEqual([false]);
  });

  it("say by what share of what is wanted they are missed", () => {
    const verdicts = judge({ node: { threads: { rows: [{ shape: shape(1, 512, 512), times: { "1 thread": [1], "2 threads": [1.25] } }] } } });
    expect(verdicts.map(({ off }) => off.toFixed(3))).toEqual([(1 - 0.8 / 1.9).toFixed(3), (1.25 / 1.05 - 1).toFixed(3)]);
    expect(judge({ cold: { median: { heed: 60 } } })[0]!.off).toBe(0);
  });
});

describe("what is printed and drawn", () => {
  const rows = [128, 256].map((n) => row({ "relaxed": [n], "a < b": [2 * n] }, shape(1, n, n)));
  const all = { node: { growth: { rows } }, aims: judge({}), machine: { processor: "P & Q" }, measured: { "node-growth": "2026-01-02T03:04" } };

  it("has each contender, a dash where it has no time, and the count of aims", () => {
    rows[1]!.times = { relaxed: [256] };
    expect(tables(all)).toMatch(/a < b +256 +-/);
    expect(tables(all)).toMatch(/0 met, 0 missed/);
  });

  it("an aim has a column for each run, and is met when most of them met it", () => {
    const [run, ...others] = [[50, 70], [66, 4], [50, NaN]].map(([heed, threads]) => ({
      ended: "2026-01-02T03:04", commit: "abcdef0", aims: [...judge({ cold: { median: { heed: heed! } } }), ...judge({ node: { gradients: { rows: [row({ relaxed: [1], gradient: [threads!] })] } } })],
    }));
    const printed = tables({ aims: run!.aims }, [...others, run!]);
    expect(printed).toMatch(/at most 60 ms +66.0 ms, MISSED by 10 % +50.0 ms, met +50.0 ms, met +2 of 3/);
    expect(printed).toMatch(/4.00, met +not measured, MISSED +70.0, MISSED by 1567 % +1 of 3/);
    expect(printed).toMatch(/1 met, 2 missed, by most of 3 runs/);
  });

  it("what a contender's WebAssembly held stands below the times, and why one ended", () => {
    const grown = rows.map((each) => ({ ...each, memory: { relaxed: 3 * 2 ** 20 }, failed: { "a < b": "out of memory" } }));
    expect(tables({ node: { growth: { rows: grown } }, aims: [] })).toMatch(/MiB of WebAssembly[^]*relaxed +3 +3[^]*a < b ends at 128: out of memory/);
  });

  it("a plot is sound XML with a line for each contender, its axes from power to power", () => {
    const svg = drawGrowth(rows, "Node", all);
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).toContain("Node, P &amp; Q, 2026-01-02");
    expect(svg).toContain("a &lt; b (to 128)");
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});
