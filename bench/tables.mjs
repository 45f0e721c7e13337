// What a run prints: one table a part, then the aims. Takes the results as run.mjs has put them together.
import { bestPeer, fractionOfLimit, gain, isOurs } from "./aims.mjs";
import { median, ratio, slope } from "./arithmetic.mjs";
import { flops } from "./shapes.mjs";

/**
 * @typedef {import("./aims.mjs").Part} Part @typedef {import("./aims.mjs").Results} Results @typedef {import("./aims.mjs").Verdict} Verdict
 * @typedef {import("./arithmetic.mjs").Peaks} Peaks @typedef {import("./run.mjs").Kept} Kept
 */

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
  const held = names.map((name) => [name, ...rows.map(({ memory }) => three((memory?.[name] ?? NaN) / 2 ** 20))]);
  const sizes = rows.map((row) => String(row.shape.queryCount));
  const failed = rows.flatMap(({ shape, failed = {} }) => Object.entries(failed).map(([name, why]) => `  ${name} ends at ${shape.queryCount}: ${why}`));
  return [table([["ms at n =", ...sizes, "slope from 512"], ...lines]), table([["MiB of WebAssembly at n =", ...sizes], ...held]), ...failed].join("\n");
}

/** @param {Part} part */
function ofDecode({ rows }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.times)))];
  const lines = names.map((name) => [name, ...rows.map((row) => three(1000 / median(row.times[name] ?? [])))]);
  return table([["tokens a second, 12 heads, cache of", ...rows.map((row) => String(row.shape.keyCount))], ...lines]);
}

const ofPart = { main: ofMain, threads: ofThreads, gradients: ofGradients, decode: ofDecode, growth: ofGrowth };

/** Of one aim in one run; "" where that run has none. @param {Verdict} [verdict] */
function told(verdict) {
  if (!verdict) return "";
  if (verdict.met) return `${verdict.got}, met`;
  return Number.isFinite(verdict.off) && verdict.off !== null ? `${verdict.got}, MISSED by ${(100 * verdict.off).toFixed(0)} %` : "not measured, MISSED";
}

/** One column a run, and how many met each aim. @param {Verdict[]} aims of this run @param {Kept[]} runs this one last; none: it is not kept */
function ofAims(aims, runs) {
  const all = runs.length > 0 ? runs : [{ ended: "this run", commit: "", aims }];
  const inRun = (/** @type {Kept} */ run, /** @type {Verdict} */ { aim, where }) => run.aims.find((other) => other.aim === aim && other.where === where);
  const metIn = (/** @type {Verdict} */ verdict) => all.filter((run) => inRun(run, verdict)?.met).length;
  const lines = aims.map((verdict) => [verdict.aim, verdict.where, verdict.wanted, ...all.map((run) => told(inRun(run, verdict))), ...(all.length > 1 ? [`${metIn(verdict)} of ${all.length}`] : [])]);
  const heading = ["aim", "where", "wanted", ...all.map(({ ended, commit }) => `${ended} ${commit}`.trim()), ...(all.length > 1 ? ["met in"] : [])];
  const met = aims.filter((verdict) => 2 * metIn(verdict) > all.length).length;
  return [table([heading, ...lines]), `  ${met} met, ${aims.length - met} missed${all.length > 1 ? `, by most of ${all.length} runs` : ""}`];
}

/** @param {Results & { aims: Verdict[] }} all @param {Kept[]} [runs] the last ones, this one last */
export function tables(all, runs = []) {
  const blocks = [];
  for (const [host, parts = {}] of /** @type {const} */ ([["Node", all.node], ["Chromium", all.chromium]])) {
    for (const [part, result] of Object.entries(parts)) blocks.push(`${host}, ${part}`, ofPart[/** @type {keyof typeof ofPart} */ (part)](result), "");
  }
  if (all.native) blocks.push("native, one thread", table([["heads,n,width", "contender", "ms", "GFLOP/s"], ...all.native.rows.map(({ shape, name, ms, gflops }) => [shape, name, three(ms), three(gflops)])]), ...all.native.absent.map((name) => `  ${name} is not installed`), "");
  if (all.cold) blocks.push("Chromium, import to first result in a new context", table([["", "ms"], ...Object.entries(all.cold.median).map(([name, ms]) => [name, three(ms)])]), "");
  if (all.sizes) blocks.push("gzipped", table([["entry", "load, bytes", "all exports"], ...Object.entries(all.sizes).map(([name, { bytes, whole }]) => [name, String(bytes), String(whole)])]), "");
  blocks.push("aims", ...ofAims(all.aims, runs));
  return blocks.join("\n");
}
