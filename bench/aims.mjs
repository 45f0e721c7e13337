// The aims of the design, each judged on what a run measured: a line says what is wanted, what came, met or missed. Pure.
import { limit, median, ratio } from "./arithmetic.mjs";
import { isDecode } from "./shapes.mjs";

/**
 * @typedef {import("./arithmetic.mjs").Peaks} Peaks
 * @typedef {object} Row a shape, as web/measure.mjs gives it
 * @property {import("./shapes.mjs").Shape} shape
 * @property {Record<string, number[]>} times milliseconds of each contender, round by round
 * @property {Record<string, string>} [failed] why a contender has no times
 * @property {(Peaks & { simd128: Peaks })[]} [peaks] round by round, of relaxed, and of simd128 within
 * @property {Record<string, number>} [memory] bytes of WebAssembly that each contender holds after this shape
 * @typedef {{ rows: Row[], versions?: Record<string, string> }} Part
 * @typedef {Partial<Record<"main" | "threads" | "gradients" | "decode" | "growth", Part>>} Host
 * @typedef {object} Results what run.mjs puts together; a part that was not run is absent
 * @property {Host} [node]
 * @property {Host} [chromium]
 * @property {Record<string, { bytes: number, whole: number, budget: number }>} [sizes]
 * @property {{ median: Record<string, number>, times?: Record<string, number[]> }} [cold]
 * @property {{ rows: { shape: string, name: string, ms: number, gflops: number }[], absent: string[] }} [native]
 *
 * @typedef {object} Verdict
 * @property {string} aim
 * @property {string} where
 * @property {string} wanted
 * @property {string} got
 * @property {boolean} met
 * @property {number} off the share of what is wanted by which it is missed; 0: met
 */

const ours = new Set(["steps", "simd128", "relaxed", "relaxed, resident", "relaxed, new arrays"]);
const notPeers = new Set([...ours, "plain JavaScript"]);

/** @param {string} name */
export const isOurs = (name) => ours.has(name);

/** The fastest peer of a row; plain JavaScript is none. @param {Row} row @returns {string | undefined} */
export function bestPeer(row) {
  const peers = Object.keys(row.times).filter((name) => !notPeers.has(name));
  return peers.sort((a, b) => median(row.times[a]) - median(row.times[b]))[0];
}

/** How close a contender is to its flavour's limit, measured in the same rounds: 1 is the limit itself. @param {Row} row @param {string} name */
export function fractionOfLimit({ shape, times, peaks = [] }, name) {
  return median(peaks.map((peak, round) => limit(shape, name === "simd128" ? peak.simd128 : peak) / times[name][round]));
}

/** How often faster than the best peer; NaN without one. @param {Row} row @param {string} name */
export function gain(row, name) {
  const peer = bestPeer(row);
  return peer === undefined || !row.times[name] ? NaN : ratio(row.times[peer], row.times[name]);
}

/** @param {number} got NaN: nothing was measured @param {string} unit */
const shown = (got, unit) => (Number.isFinite(got) ? `${got.toFixed(got < 10 ? 2 : 1)}${unit}` : "nothing");

/** @param {string} aim @param {string} where @param {number} wanted @param {number} got @returns {Verdict} */
function atLeast(aim, where, wanted, got, unit = "") {
  return { aim, where, wanted: `at least ${wanted}${unit}`, got: shown(got, unit), met: got >= wanted, off: Math.max(0, 1 - got / wanted) };
}

/** @param {string} aim @param {string} where @param {number} wanted @param {number} got @returns {Verdict} */
function atMost(aim, where, wanted, got, unit = "") {
  return { aim, where, wanted: `at most ${wanted}${unit}`, got: shown(got, unit), met: got <= wanted, off: Math.max(0, got / wanted - 1) };
}

/** @param {Row} row @param {string} host @returns {Verdict[]} */
function ofShape(row, host) {
  const { shape } = row;
  const where = `${shape.id}, ${host}`;
  const fraction = (/** @type {number} */ wanted, /** @type {string} */ name) => (row.times[name] ? [atLeast(`fraction of the limit, ${name}`, where, wanted, fractionOfLimit(row, name))] : []);
  const faster = (/** @type {number} */ wanted, /** @type {string} */ name) => (bestPeer(row) ? [atLeast(`times faster than the best peer, ${name}`, where, wanted, gain(row, name))] : []);
  if (isDecode(shape)) return [...fraction(0.9, "relaxed, resident"), ...faster(3, "relaxed, resident")];
  if (shape.causal) return faster(2.6, "relaxed");
  if (shape.queryCount >= 512) return [...fraction(0.92, "relaxed, resident"), ...faster(1.35, "relaxed"), ...fraction(0.88, "simd128")];
  if (shape.heads > 1) return [...fraction(0.85, "relaxed, resident"), ...faster(2.6, "relaxed")];
  return [];
}

/** @param {Row[]} rows @param {string} host */
function ofThreads(rows, host) {
  const wanted = host === "Node" ? 1.9 : 1.7;
  return rows.flatMap(({ shape, times }) => {
    const [one, two] = [times["1 thread"], times["2 threads"]];
    if (!one || !two) return [atLeast("2 threads against 1", `${shape.id}, ${host}`, wanted, NaN)];
    return [
      ...(shape.queryCount >= 512 ? [atLeast("2 threads against 1", `${shape.id}, ${host}`, wanted, ratio(one, two))] : []),
      atMost("2 threads no slower than 1", `${shape.id}, ${host}`, 1.05, ratio(two, one)),
    ];
  });
}

/** @param {Row[]} rows @param {string} host */
function ofGradients(rows, host) {
  return rows.flatMap(({ shape, times }) => /** @type {const} */ ([["gradient with forward", 3], ["gradient", 4.2]]).map(([name, wanted]) =>
    atMost(`${name}, times forward`, `${shape.id}, ${host}`, wanted, times[name] ? ratio(times[name], times.relaxed) : NaN)));
}

/** @param {Results} results @returns {Verdict[]} */
export function judge({ node = {}, chromium = {}, sizes = {}, cold }) {
  const verdicts = [];
  for (const [host, parts] of /** @type {const} */ ([["Node", node], ["Chromium", chromium]])) {
    for (const row of parts.main?.rows ?? []) verdicts.push(...ofShape(row, host));
    verdicts.push(...ofThreads(parts.threads?.rows ?? [], host), ...ofGradients(parts.gradients?.rows ?? [], host));
    const longest = parts.growth?.rows.find(({ shape }) => shape.queryCount === 16384);
    if (longest) {
      const { heads, queryCount, keyCount, width } = longest.shape;
      const mine = (longest.memory?.relaxed ?? NaN) - 4 * heads * width * (2 * queryCount + 2 * keyCount);
      verdicts.push(atMost("memory beyond inputs and output", `${longest.shape.id}, ${host}`, 64, mine / 2 ** 20, " MiB"));
    }
  }
  for (const [entry, { bytes, budget }] of Object.entries(sizes)) verdicts.push(atMost("gzipped", entry, budget / 1000, bytes / 1000, " kB"));
  if (cold) verdicts.push(atMost("import to first result", "heed, Chromium", 60, cold.median.heed, " ms"));
  return verdicts;
}
