// What a run prints: one table a part, then the aims. Takes the results as run.mjs has put them together.
import { bestPeer, fractionOfLimit, gain, isOurs } from "./aims.mjs";
import { median, ratio, slope } from "./arithmetic.mjs";
import { flops } from "./shapes.mjs";

/** @typedef {import("./aims.mjs").Part} Part @typedef {import("./aims.mjs").Results} Results @typedef {import("./arithmetic.mjs").Peaks} Peaks */

/** Columns as wide as their widest cell. @param {string[][]} rows the first is the heading */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) => `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ")}`).join("\n");
}

const three = (/** @type {number} */ number) => (Number.isFinite(number) ? String(Number(number.toPrecision(3))) : "-");

/** @param {Part} part */
function ofMain({ rows }) {
  const lines = rows.flatMap((row) => {
    const peer = bestPeer(row);
    return [...Object.keys(row.times).map((name) => {
      const time = median(row.times[name]);
      const ofLimit = isOurs(name) && name !== "steps" ? `${(100 * fractionOfLimit(row, name)).toFixed(0)} %` : "";
      return [row.shape.id, name === peer ? `${name} (best peer)` : name, three(time), three(flops(row.shape) / time / 1e6), three(gain(row, name)), ofLimit];
    }), ...Object.entries(row.failed ?? {}).map(([name, why]) => [row.shape.id, name, why])];
  });
  const allPeaks = rows.flatMap(({ peaks = [] }) => peaks);
  const limits = [["relaxed", allPeaks], ["simd128", allPeaks.map(({ simd128 }) => simd128)]].map(([flavour, peaks]) => `  peaks of ${flavour}: ${peaksOf(/** @type {Peaks[]} */ (peaks))}`);
  return [table([["heads,n,width", "contender", "ms", "GFLOP/s", "x best peer", "of the limit"], ...lines]), ...limits].join("\n");
}

/** @param {Peaks[]} peaks */
function peaksOf(peaks) {
  const middle = (/** @type {keyof Peaks} */ peak) => three(median(peaks.map((each) => each[peak])) / 1e9);
  return `${middle("tile")} GFLOP/s, ${middle("exponential")} Gexp/s, ${middle("read")} GB/s`;
}

/** @param {Part} part */
function ofThreads({ rows }) {
  return table([["heads,n,width", "1 thread, ms", "2 threads, ms", "faster"], ...rows.map(({ shape, times }) => {
    const [one = [], two = []] = [times["1 thread"], times["2 threads"]];
    return [shape.id, three(median(one)), three(median(two)), three(ratio(one, two))];
  })]);
}

/** @param {Part} part */
function ofGradients({ rows }) {
  return table([["heads,n,width", "contender", "ms", "x forward"], ...rows.flatMap(({ shape, times }) =>
    Object.keys(times).map((name) => [shape.id, name, three(median(times[name])), three(ratio(times[name], times.relaxed))]))]);
}

/** n against milliseconds of each contender, and how its time grows. @param {Part} part */
function ofGrowth({ rows }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.times)))];
  const lines = names.map((name) => {
    const points = rows.filter((row) => row.times[name]).map((row) => /** @type {const} */ ([row.shape.queryCount, median(row.times[name])]));
    return [name, ...rows.map((row) => three(median(row.times[name] ?? []))), three(slope(points.filter(([n]) => n >= 512)))];
  });
  return table([["ms at n =", ...rows.map((row) => String(row.shape.queryCount)), "slope from 512"], ...lines]);
}

/** @param {Part} part */
function ofDecode({ rows }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.times)))];
  const lines = names.map((name) => [name, ...rows.map((row) => three(1000 / median(row.times[name] ?? [])))]);
  return table([["tokens a second, 12 heads, cache of", ...rows.map((row) => String(row.shape.keyCount))], ...lines]);
}

const ofPart = { main: ofMain, threads: ofThreads, gradients: ofGradients, decode: ofDecode, growth: ofGrowth };

/** @param {Results & { aims: import("./aims.mjs").Verdict[] }} all */
export function tables(all) {
  const blocks = [];
  for (const [host, parts = {}] of /** @type {const} */ ([["Node", all.node], ["Chromium", all.chromium]])) {
    for (const [part, result] of Object.entries(parts)) blocks.push(`${host}, ${part}`, ofPart[/** @type {keyof typeof ofPart} */ (part)](result), "");
  }
  if (all.native) blocks.push("native, one thread", table([["heads,n,width", "contender", "ms", "GFLOP/s"], ...all.native.rows.map(({ shape, name, ms, gflops }) => [shape, name, three(ms), three(gflops)])]), "");
  if (all.cold) blocks.push("Chromium, import to first result in a new context", table([["", "ms"], ...Object.entries(all.cold.median).map(([name, ms]) => [name, three(ms)])]), "");
  if (all.sizes) blocks.push("gzipped", table([["entry", "load, bytes", "all exports"], ...Object.entries(all.sizes).map(([name, { bytes, whole }]) => [name, String(bytes), String(whole)])]), "");
  blocks.push("aims", table([["aim", "where", "wanted", "got", ""], ...all.aims.map(({ aim, where, wanted, got, met }) => [aim, where, wanted, got, met ? "met" : "MISSED"])]));
  blocks.push(`  ${all.aims.filter(({ met }) => met).length} met, ${all.aims.filter(({ met }) => !met).length} missed`);
  return blocks.join("\n");
}
