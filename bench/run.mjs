// `npm run bench [-- PART…] [-- --quick]`: measures the parts that are named, all of them without a name, into
// bench/results/latest.json, prints tables and aims, draws the plot. A run of all parts is also kept in runs.json, beside
// the two before it. Ends with 1 when an answer is wrong or a part failed.
import { fork, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { fileURLToPath } from "node:url";
import { isOurs, judge } from "./aims.mjs";
import { drawGrowth } from "./plot.mjs";
import { prepare } from "./setup.mjs";
import { measureSizes } from "./sizes.mjs";
import { tables } from "./tables.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const results = new URL("results/latest.json", import.meta.url);
const lastRuns = new URL("results/runs.json", import.meta.url);
const webParts = /** @type {const} */ (["main", "threads", "gradients", "decode", "growth"]);

/**
 * @typedef {typeof webParts[number]} WebPart
 * @typedef {import("./aims.mjs").Results & Partial<About>} Run
 * @typedef {object} About
 * @property {{ processor: string, cores: number, memoryGB: number, system: string }} machine
 * @property {Record<string, string | undefined>} versions
 * @property {Record<string, string>} measured when each part was
 * @property {string} commit
 * @property {boolean} quick
 * @property {import("./aims.mjs").Verdict[]} aims
 * @typedef {{ ended: string, commit: string, aims: import("./aims.mjs").Verdict[] }} Kept of a run of all parts
 */

/** Each writes into `all`. @type {Record<string, (all: Run, quick: boolean) => Promise<void>>} */
const parts = {
  async sizes(all) { all.sizes = await measureSizes(); },
  ...Object.fromEntries(webParts.map((part) => [`node-${part}`, inNode.bind(undefined, part)])),
  ...Object.fromEntries(webParts.map((part) => [`chromium-${part}`, inChromium.bind(undefined, part)])),
  async cold(all, quick) {
    const { coldStart } = await import("./web/chromium.mjs");
    all.cold = await coldStart(progress("cold"), quick);
  },
  async native(all, quick) {
    const { measureNative } = await import("./cpp/native.mjs");
    all.native = measureNative(progress("native"), quick);
  },
};

/** A name, or the beginning of several: "node" is all parts in Node. @param {string[]} asked */
function partsOf(asked) {
  const chosen = Object.keys(parts).filter((part) => asked.length === 0 || asked.some((name) => part === name || part.startsWith(`${name}-`) || part.endsWith(`-${name}`)));
  if (chosen.length === 0) throw new Error(`no part is called ${asked.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  return chosen;
}

/** One line that is written over. @param {string} part */
function progress(part) {
  return (/** @type {string} */ line) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K  ${part}: ${line}`);
  };
}

/** @param {WebPart} part @param {Run} all @param {boolean} quick @returns {Promise<void>} */
function inNode(part, all, quick) {
  const out = `${root}build/bench/node-${part}.json`;
  rmSync(out, { force: true });
  const execArgv = process.versions.node.startsWith("20.") ? ["--experimental-wasm-relaxed-simd"] : [];   // later versions do without
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("web/node.mjs", import.meta.url)), [part, out, quick ? "quick" : ""], { execArgv });
    child.on("message", (line) => progress(`node-${part}`)(String(line)));
    child.on("exit", (code) => {
      if (!existsSync(out)) return reject(new Error(`node-${part} ended with ${code}`));
      (all.node ??= {})[part] = JSON.parse(readFileSync(out, "utf8"));
      resolve();
    });
  });
}

/** @param {WebPart} part @param {Run} all @param {boolean} quick */
async function inChromium(part, all, quick) {
  const { runPart } = await import("./web/chromium.mjs");
  const { chromium, ...result } = await runPart(part, progress(`chromium-${part}`), quick);
  (all.chromium ??= {})[part] = result;
  all.versions = { ...all.versions, Chromium: chromium };
}

/** Contenders whose answer was not right, as sentences. A peer that grows until it goes wrong has come to its end. @param {Run} all */
function wrongAnswers(all) {
  const rows = [all.node, all.chromium].flatMap((host = {}) => Object.entries(host)).flatMap(([part, { rows }]) => rows.map((row) => ({ part, ...row })));
  return rows.flatMap(({ part, shape, failed = {} }) => Object.entries(failed)
    .filter(([name, why]) => why.startsWith("wrong") && (part !== "growth" || isOurs(name)))
    .map(([name, why]) => `${name} on ${shape.id} is ${why}`));
}

/** @param {Run} all */
function webPartsOf({ node = {}, chromium = {} }) {
  return [...Object.values(node), ...Object.values(chromium)];
}

const words = process.argv.slice(2);
const quick = words.includes("--quick");
const chosen = partsOf(words.filter((word) => word !== "--quick"));
const whole = chosen.length === Object.keys(parts).length;
await prepare(chosen, (line) => console.log(line));

/** A whole run begins with nothing, so that none of its aims is judged by another day. @type {Run} */
const all = !whole && existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : {};
const failed = [];
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
for (const part of chosen) {
  const start = Date.now();
  try {
    await parts[part](all, quick);
    save(results, all);   // what was measured stays, whatever happens to the next part
  } catch (cause) {
    failed.push(`${part}: ${cause instanceof Error ? cause.message : cause}`);
  }
  process.stderr.write(process.stderr.isTTY ? "\r\x1b[K" : "");
  console.log(`  ${part}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
}
/** @type {About} */
const about = {
  machine: { processor: cpus()[0].model, cores: cpus().length, memoryGB: Math.round(totalmem() / 2 ** 30), system: `${type()} ${release()}` },
  versions: { ...all.versions, ...Object.assign({}, ...webPartsOf(all).map(({ versions }) => versions)), Node: process.versions.node },
  measured: { ...all.measured, ...Object.fromEntries(chosen.map((part) => [part, new Date().toISOString().slice(0, 16)])) },
  commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim(),
  quick,
  aims: judge(all),
};
const run = { ...all, ...about };

save(results, run);
const [host, growth] = all.chromium?.growth ? ["Chromium", all.chromium.growth] : ["Node", all.node?.growth];
if (growth) writeFileSync(new URL("results/growth.svg", import.meta.url), drawGrowth(growth.rows, host, run));
console.log(tables(run, whole && !quick ? keep(run) : []));
const wrong = wrongAnswers(run);
for (const line of wrong) console.log(`WRONG: ${line}`);
for (const line of failed) console.log(`FAILED: ${line}`);
process.exitCode = wrong.length + failed.length > 0 ? 1 : 0;

/** Puts a run's aims beside those of the runs before it: three are enough to judge by. @param {About} run @returns {Kept[]} oldest first */
function keep({ commit, aims }) {
  const before = existsSync(lastRuns) ? JSON.parse(readFileSync(lastRuns, "utf8")) : [];
  const kept = [...before, { ended: new Date().toISOString().slice(0, 16), commit, aims }].slice(-3);
  save(lastRuns, kept);
  return kept;
}

/** @param {URL} file @param {unknown} what */
function save(file, what) {
  writeFileSync(file, `${JSON.stringify(what, rounded)}\n`);
}

/** Four digits are more than the clock knows; counts stay whole. @param {string} _ @param {unknown} value */
function rounded(_, value) {
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
