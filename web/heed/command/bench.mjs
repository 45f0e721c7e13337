// `heed bench`: the engines on the same request, each checked against the steps before it is timed.
import { HeedError, load } from "heed";
import { load as loadThreads } from "heed/threads";
import { readNumber, readWords, UsageError } from "./usage.mjs";

const help = `heed bench [--heads N] [--queries N] [--keys N] [--width N] [--seconds X]

  By default 4 heads of 256 queries and 256 keys, 64 wide; half a second for each engine.
  The time is the median of all calls of an engine; copying in and out is part of a call.`;

const number = /** @type {const} */ ({ type: "string" });

/** @param {string[]} words */
async function run(words) {
  const { values } = readWords({ args: words, options: { heads: number, queries: number, keys: number, width: number, seconds: number } });
  const size = (/** @type {"heads" | "queries" | "keys" | "width"} */ name, /** @type {number} */ usual) => readNumber(name, values[name], { whole: true, least: 1 }) ?? usual;
  const [heads, queries, keys, width] = [size("heads", 4), size("queries", 256), size("keys", 256), size("width", 64)];
  const seconds = readNumber("seconds", values.seconds, { least: 0 }) ?? 0.5;
  console.log(`${heads} heads, ${queries} queries, ${keys} keys, ${width} wide`);
  try {
    const input = { q: wave(0.7, heads, queries, width), k: wave(0.3, heads, keys, width), v: wave(0.11, heads, keys, width) };
    print(await race(input, seconds), 4 * heads * queries * keys * width);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`these sizes are too large: ${error.message}`, { cause: error });
    throw error instanceof HeedError ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    progress("");
  }
}

/** @typedef {{ name: string, milliseconds: number }} Lap */

/**
 * @param {import("heed").AttendInput} input
 * @param {number} seconds
 * @returns {Promise<Lap[]>}
 */
async function race(input, seconds) {
  const first = await load();
  const want = first.attend({ ...input, engine: "steps" }).output.data;
  /** @type {Lap[]} */
  const laps = [];
  const lap = (/** @type {string} */ name, /** @type {import("heed").Heed} */ heed, /** @type {"steps" | "fused"} */ engine) => {
    progress(`${name} …`);
    const { data } = heed.attend({ ...input, engine }).output;
    const off = data.findIndex((got, at) => !(Math.abs(got - want[at]) <= 1e-4));
    if (off >= 0) throw new Error(`${name}: number ${off} is ${data[off]}, by the steps ${want[off]}`);
    laps.push({ name, milliseconds: median(() => heed.attend({ ...input, engine }), 1000 * seconds) });
    heed.dispose();
  };
  lap("steps", first, "steps");
  for (const simd of /** @type {const} */ (["scalar", "simd128", "relaxed"])) {
    const heed = await load({ simd }).catch((error) => {
      if (error.argument === "simd") return undefined;   // this host cannot run it
      throw error;
    });
    if (heed) lap(`fused, ${simd}`, heed, "fused");
  }
  const threaded = await loadThreads();
  if (threaded.threads > 1) lap(`fused, ${threaded.simd}, ${threaded.threads} threads`, threaded, "fused");
  return laps;
}

/**
 * @param {() => void} call
 * @param {number} milliseconds for at least three calls
 */
function median(call, milliseconds) {
  /** @type {number[]} */
  const times = [];
  for (const start = performance.now(); times.length < 3 || performance.now() - start < milliseconds;) {
    const from = performance.now();
    call();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/**
 * @param {Lap[]} laps
 * @param {number} operations two for each product of q·k and of weight·v
 */
function print(laps, operations) {
  progress("");
  const rows = laps.map(({ name, milliseconds }) => [
    name, milliseconds.toFixed(milliseconds < 10 ? 2 : 1), (operations / milliseconds / 1e6).toFixed(1), `${(laps[0].milliseconds / milliseconds).toFixed(1)}x`,
  ]);
  const table = [["engine", "ms", "Gflop/s", "speed"], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) console.log(row.map((text, column) => (column ? text.padStart(widths[column]) : text.padEnd(widths[column]))).join("  "));
}

/**
 * One line that is written over, where somebody watches.
 * @param {string} text
 */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/**
 * @param {number} step
 * @param {number[]} shape
 */
function wave(step, ...shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length: count }, (_, at) => Math.sin(step * at)), shape };
}

export const benchCommand = { run, help };
