// The parts of a run: which contenders meet on which shapes. Plain data comes out; aims.mjs judges it.
import * as shapes from "../shapes.mjs";
import { gradient, heed } from "./contenders/heed.mjs";
import { plainJs } from "./contenders/plain_js.mjs";
import { measure } from "./measure.mjs";
import { takeMemories } from "./memories.mjs";

/**
 * @typedef {object} Host
 * @property {{ name: string, create(): Promise<import("./measure.mjs").Running> }[]} peers that this host can run
 * @property {{ attention: Function }} reference tests/web/reference.ts
 * @property {(flavour: string) => Promise<() => import("../arithmetic.mjs").Peaks>} peaks
 * @property {(line: string) => void} progress
 * @property {boolean} quick
 */

/** Own ones by what the table calls them. */
export const own = {
  steps: heed("steps", { simd: "relaxed", engine: "steps" }),
  simd128: heed("simd128", { simd: "simd128", way: "resident" }),
  relaxed: heed("relaxed"),
  resident: heed("relaxed, resident", { way: "resident" }),
  fresh: heed("relaxed, new arrays", { way: "fresh" }),
};

const slow = { steps: 3e5, [plainJs.name]: 5e6 };   // pairs of a query and a key, above which they only cost time

async function started(makers, failed) {
  const contenders = [];
  for (const { name, own = false, create } of makers) {
    try {
      takeMemories();
      contenders.push({ name, own, running: await create(), memories: takeMemories() });
    } catch (cause) {
      failed[name] = String(cause).slice(0, 200);
    }
  }
  return contenders;
}

/** One that failed on a shape may be past its own end, and its failure is told; every other must end well. */
async function end(contenders, rows) {
  const failed = new Set(rows.flatMap((row) => Object.keys(row.failed)));
  for (const { name, running } of contenders) {
    try {
      await running.dispose();
    } catch (cause) {
      if (!failed.has(name)) throw cause;
    }
  }
}

async function eachShape(list, makers, { reference, progress, quick }, { rounds, rest = 2, sample, peaks, keep = () => true }) {
  const failed = {};
  const contenders = await started(makers, failed);
  const rows = [];
  for (const shape of list) {
    progress(shape.id);
    const present = contenders.filter(({ name }) => keep(name, shape));
    const timed = await measure(shape, present, { rounds: quick ? Math.ceil(rounds / 4) : rounds, rest, sample, reference, peaks });
    rows.push({ shape, ...timed, failed: { ...failed, ...timed.failed } });
  }
  const versions = Object.fromEntries(contenders.map(({ name, running }) => [name, running.version]).filter(([, version]) => version));
  await end(contenders, rows);
  return { rows, versions };
}

/** Every contender on every shape, relaxed against its own limit and simd128 against its own. */
async function main(host) {
  const [relaxed, simd128] = [await host.peaks("relaxed"), await host.peaks("simd128")];
  const makers = [...Object.values(own), plainJs, ...host.peers];
  const peaks = () => ({ ...relaxed(), simd128: simd128() });
  return eachShape(shapes.mainShapes, makers, host, { rounds: 9, peaks, keep: (name, shape) => shapes.pairs(shape) <= (slow[name] ?? Infinity) });
}

/**
 * Two threads against one, calls in a row: a sample is long enough that it does not hang on where the system wakes the
 * second thread. Where another processor sleeps deeply that is beside the first, until the next balancing in 4 ms.
 */
async function threads(host) {
  const makers = [heed("1 thread", { threads: undefined, way: "resident" }), heed("2 threads", { threads: 2, way: "resident" })];
  return eachShape(shapes.threadShapes, makers, host, { rounds: 30, rest: 10, sample: 40 });
}

async function gradients(host) {
  const makers = [own.relaxed, gradient("gradient", { withForward: false }), gradient("gradient with forward", { withForward: true })];
  return eachShape(shapes.gradientShapes, makers, host, { rounds: 7 });
}

const longest = 4000;   // milliseconds of one call, above which a contender leaves the race

/** Each contender as far as it holds: a failure or a call that takes too long ends its line. */
async function growth(host) {
  const failed = {};
  const contenders = await started([own.steps, own.relaxed, own.simd128, plainJs, ...host.peers], failed);
  const over = new Set(), rows = [];
  for (const shape of shapes.growthShapes.slice(0, host.quick ? 5 : undefined)) {
    host.progress(shape.id);
    const present = contenders.filter(({ name }) => !over.has(name));
    const timed = await measure(shape, present, { rounds: 3, rest: 2, reference: host.reference });
    for (const { name } of present) {
      if (timed.failed[name] || Math.min(...timed.times[name]) > longest / 4) over.add(name);   // twice the length takes four times as long
    }
    rows.push({ shape, ...timed, failed: { ...failed, ...timed.failed } });
  }
  await end(contenders, rows);
  return { rows, versions: {} };
}

async function decode(host) {
  return eachShape(shapes.decodeShapes, [own.resident, own.relaxed, ...host.peers], host, { rounds: 7 });
}

export const parts = { main, threads, gradients, growth, decode };
