// Contenders on one shape: each answer is checked, then all are timed by turns, round by round, so that whatever the
// machine does meanwhile happens to all. The same in Node and in a browser.
import { dataOf, wrong } from "./data.mjs";
import { takeMemories } from "./memories.mjs";

/**
 * @typedef {object} Running
 * @property {string} [version]
 * @property {(shape: import("../shapes.mjs").Shape, data: ReturnType<typeof dataOf>) => unknown} prepare
 * @property {() => unknown} run
 * @property {() => ArrayLike<number>} [output] absent: not an attention, nothing to check
 * @property {() => unknown} dispose
 * @typedef {{ name: string, own?: boolean, running: Running, memories: WebAssembly.Memory[] }} Contender
 *
 * @typedef {object} Timed
 * @property {Record<string, number[]>} times milliseconds, one for each round
 * @property {import("../arithmetic.mjs").Peaks[]} peaks likewise
 * @property {Record<string, number>} memory bytes of WebAssembly, after the last round; nothing where there is none
 * @property {Record<string, string>} failed why a contender has no times; a wrong answer starts with "wrong"
 */

const shortest = 3;   // milliseconds of a sample, unless it is told, so that the clock's steps do not matter
const long = 500;   // of a first call, which is then taken as it is: no more are needed to know that one is a sample
const pause = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @param {() => unknown} run @param {number} repeats */
async function time(run, repeats) {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; ++repeat) await run();
  return (performance.now() - start) / repeats;
}

/** How often a contender must run for a sample of so many milliseconds. @param {() => unknown} run @param {number} sample */
async function repeatsOf(run, sample) {
  let repeats = 1;
  for (let run_ = 0; run_ < 2; ++run_) await run();   // compiled, memory grown
  for (;;) {
    const once = await time(run, repeats);
    if (once * repeats >= sample || repeats > 1e5) return Math.max(1, Math.ceil(sample / once));
    repeats *= 2;
  }
}

/**
 * @param {import("../shapes.mjs").Shape} shape @param {Contender[]} contenders
 * @param {{ rounds: number, rest: number, sample?: number, reference: { attention: Function }, peaks?: () => import("../arithmetic.mjs").Peaks }} how rest: milliseconds after each sample
 * @returns {Promise<Timed>}
 */
export async function measure(shape, contenders, { rounds, rest, sample = shortest, reference, peaks }) {
  const data = dataOf(shape);
  const ready = [], failed = {};
  for (const { name, own = false, running, memories } of contenders) {
    try {
      await running.prepare(shape, data);
      const first = await time(() => running.run(), 1);
      memories.push(...takeMemories());   // some start as late as here
      const fault = running.output ? wrong(shape, data, running.output(), reference, own) : "";
      if (fault) failed[name] = `wrong: ${fault}`;
      else ready.push({ name, running, memories, repeats: first > long ? 1 : await repeatsOf(() => running.run(), sample) });
    } catch (cause) {
      failed[name] = String(cause).slice(0, 200);
    }
  }
  const times = Object.fromEntries(ready.map(({ name }) => [name, []]));
  const allPeaks = [];
  for (let round = 0; round < rounds; ++round) {
    if (peaks) allPeaks.push(peaks());
    for (let turn = 0; turn < ready.length; ++turn) {
      const { name, running, repeats } = ready[(turn + round) % ready.length];   // nobody is always behind the same one
      times[name].push(await time(() => running.run(), repeats));
      await pause(rest);
    }
  }
  const bytes = ready.map(({ name, memories }) => [name, memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)]);
  return { times, peaks: allPeaks, memory: Object.fromEntries(bytes.filter(([, sum]) => sum > 0)), failed };
}
