// `npm test`: set-up, build, then every runner, saying at each step what it does. Ends with one line
// `N passed, N failed, N skipped` over all of them, the first failure above it. `npm run check` does the checks alone,
// `npm run test:long` what takes too long for every day, `npm run test:consumers` a part of that.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setUp } from "../cpp/toolchain/setup.mjs";
import { build, root } from "../web/build.mjs";
import { closing, fromCommand, fromDoctest, fromVitest, oneFailure, sum } from "./counts.mjs";
import { readCells, suiteTable } from "./suite_table.mjs";

/** @typedef {import("./counts.mjs").Counts} Counts */
/** @typedef {{ name: string, run: (env: NodeJS.ProcessEnv) => Counts | Promise<Counts> }} Step */

/** @param {string} name a program of an npm package */
const tool = (name) => join(root, "node_modules/.bin", name);

/**
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
function command([name, ...args], env) {
  const { status, error, stdout, stderr } = spawnSync(name, args, { cwd: root, env, encoding: "utf8", maxBuffer: 1 << 28 });
  return { status, output: `${stdout ?? ""}\n${stderr ?? ""}${error?.message ?? ""}` };
}

/**
 * The same without waiting; `heard` gets each line as it comes.
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} [heard]
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function started([name, ...args], env, heard = () => {}) {
  const child = spawn(name, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => { output += text; });
    createInterface(stream).on("line", heard);
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ status: null, output: error.message }));
    child.on("close", (status) => resolve({ status, output }));
  });
}

/**
 * Files that git knows or would add, by a pattern of git's.
 * @param {string[]} patterns
 */
function files(...patterns) {
  const list = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...patterns], { cwd: root, encoding: "utf8" });
  return list.stdout.split("\n").filter((file) => file !== "" && existsSync(join(root, file)));
}

// ---- the steps ------------------------------------------------------------------------------------------------------

/** @type {Step[]} */
const checks = [
  ...["web", "web/heed", "web/page", "tests"].map((room) => ({
    name: `types of ${room} (tsc)`,
    run: (/** @type {NodeJS.ProcessEnv} */ env) => checkCommand([tool("tsc"), "-p", room, "--noEmit", "--emitDeclarationOnly", "false"], env),
  })),
  { name: "C++ is formatted (clang-format)", run: formatted },
  { name: "C++ has no lint (clang-tidy)", run: linted },
  { name: "rooms import what they may (Vitest)", run: (env) => vitest(["--project", "rooms", "tests/rooms.test.ts"], env) },
];

/** @type {Step[]} */
const tests = [
  ...["native", "wasm"].map((preset) => ({ name: `core, ${preset} (doctest)`, run: (/** @type {NodeJS.ProcessEnv} */ env) => doctests(preset, env) })),
  { name: "case files × builds", run: suitesOfAllBuilds },
  { name: "core, native, with sanitizers of addresses and undefined behaviour (doctest)", run: withClang((env) => doctests("asan", env)) },
  fuzz("5,000 random requests", ["-runs=5000", "-seed=1"]),
  { name: "package and page (Vitest)", run: (env) => vitest(["--exclude", "tests/rooms.test.ts", "--exclude", "**/*.long.test.ts"], env) },
];

/** @type {Step} */
const consumers = {
  name: "consumers × browsers × isolation × policies (Vitest)",
  run: (env) => vitest(["tests/consumers/matrix.test.ts"], { ...env, CONSUMERS: "all", NO_COLOR: "1" }, "verbose", (line) => {
    const [, mark, cell] = /^ (\S) .*matrix\.test\.ts > (.*)/.exec(line) ?? [];
    if (cell !== undefined) say(`    ${mark} ${cell}`);
  }),
};

/** @type {Step[]} */
const long = [
  { name: "core, native, with the sanitizer of threads (doctest)", run: withClang((env) => doctests("tsan", env)) },
  fuzz("random requests for ten minutes", ["-max_total_time=600"]),
  { name: "instances that come and go (Vitest)", run: (env) => vitest([".long.test.ts"], env) },
  consumers,
];

/**
 * The clang builds are left out where there is no clang.
 * @type {Record<string, { needs: import("../cpp/toolchain/wanted.mjs").Purpose, presets: string[], steps: Step[] }>}
 */
const kinds = {
  check: { needs: "test", presets: [], steps: checks },
  test: { needs: "test", presets: ["native", "wasm-tests", "asan", "fuzz"], steps: [...checks, ...tests] },
  long: { needs: "long", presets: ["tsan", "fuzz"], steps: long },
  consumers: { needs: "long", presets: [], steps: [consumers] },
};
const clangPresets = ["asan", "tsan", "fuzz"];

/**
 * @param {Step["run"]} run
 * @returns {Step["run"]}
 */
function withClang(run) {
  return (env) => (env.CLANG === undefined ? { passed: 0, failed: 0, skipped: 1 } : run(env));
}

/**
 * The fuzzers side by side, so that ten minutes each are ten minutes. What libFuzzer found stays in build/fuzz/: give that
 * file to the same program to see it again.
 * @param {string} amount
 * @param {string[]} options
 * @returns {Step}
 */
function fuzz(amount, options) {
  return {
    name: `attend, trace and gradient: ${amount} each against float64 (libFuzzer)`,
    run: withClang(async (env) => sum(await Promise.all(["attend", "trace", "gradient"].map(async (target) => {
      const program = `build/fuzz/tests/fuzz_${target}`;
      const { status, output } = await started([program, ...options, "-max_len=256", "-len_control=0", `-artifact_prefix=build/fuzz/${target}_`], env);
      const from = output.search(/\n(element|Broken:|==\d+==|\S+: runtime error)/);   // behind the progress it reports
      return fromCommand(status, output.slice(Math.max(from, 0)));
    })))),
  };
}

/**
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
function checkCommand(words, env) {
  const { status, output } = command(words, env);
  return fromCommand(status, output);
}

/** @param {NodeJS.ProcessEnv} env */
function formatted(env) {
  if (env.CLANG_FORMAT === undefined) return { passed: 0, failed: 0, skipped: 1 };
  return checkCommand([env.CLANG_FORMAT, "--dry-run", "--Werror", ...files("*.h", "*.cpp")], env);
}

/** The core; its tests go through the same compilers' warnings. @param {NodeJS.ProcessEnv} env */
function linted(env) {
  if (env.CLANG_TIDY === undefined) return { passed: 0, failed: 0, skipped: 1 };
  mustRun(["cmake", "--preset", "tidy"], env);   // says how each file is compiled; builds nothing
  const { status, output } = command([`run-${env.CLANG_TIDY}`, "-quiet", "-j2", "-p", "build/tidy", `^${root}cpp/`], env);
  const found = new Set(output.split("\n").filter((line) => / (error|warning): /.test(line)));
  return fromCommand(status, found.size > 0 ? [...found].join("\n") : output);
}

/**
 * Runs each test program that CTest knows by itself, because CTest counts programs and doctest counts cases.
 * @param {string} preset
 * @param {NodeJS.ProcessEnv} env
 */
function doctests(preset, env) {
  const listed = command(["ctest", "--preset", preset, "--show-only=json-v1"], env);
  const start = listed.output.indexOf("{");
  if (listed.status !== 0 || start < 0) return oneFailure(`ctest cannot list the tests of ${preset}:\n${listed.output}`);
  /** @type {{ name: string, command: string[], properties?: { name: string, value: unknown }[] }[]} */
  const programs = JSON.parse(listed.output.slice(start, listed.output.lastIndexOf("}") + 1)).tests;
  if (programs.length === 0) return oneFailure(`CTest knows no test of ${preset}.`);
  return sum(programs.map(({ name, command: words }) => {
    const { status, output } = command(words, env);
    const counts = fromDoctest(status, output);
    say(`    ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    suiteCells.push(...readCells(name, output));
    return { ...counts, firstFailure: counts.firstFailure && `${name}\n${counts.firstFailure}` };
  }));
}

/** What the test programs said of the case files. @type {import("./suite_table.mjs").Cell[]} */
const suiteCells = [];

function suitesOfAllBuilds() {
  const { text, counts } = suiteTable(suiteCells);
  say(text.replace(/^/gm, "    "));
  return counts;
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [reporter] its lines go to `heard`
 * @param {(line: string) => void} [heard]
 */
async function vitest(args, env, reporter = "dot", heard) {
  const report = join(root, "build/tests/vitest.json");
  mkdirSync(join(root, "build/tests"), { recursive: true });
  rmSync(report, { force: true });
  const { status, output } = await started([
    tool("vitest"), "run", "--config", "tests/web/vitest.config.ts",
    `--reporter=${reporter}`, "--reporter=json", `--outputFile.json=${report}`, ...args,
  ], env, heard);
  return fromVitest(status, existsSync(report) ? readFileSync(report, "utf8") : undefined, output);
}

// ---- the run --------------------------------------------------------------------------------------------------------

/** @param {string} line */
function say(line) {
  console.log(line);
}

/**
 * What the steps need. Throws when a part cannot be brought or built: then no later step means anything.
 * @param {import("../cpp/toolchain/wanted.mjs").Purpose} needs
 * @param {string[]} presets
 */
function prepare(needs, presets) {
  say("Set-up");
  const env = setUp(needs);
  say("Build");
  build(env);
  for (const preset of presets.filter((name) => env.CLANG !== undefined || !clangPresets.includes(name))) {
    say(`  tests of the core: cmake --preset ${preset} && cmake --build --preset ${preset}`);
    mustRun(["cmake", "--preset", preset], env);
    mustRun(["cmake", "--build", "--preset", preset], env);
  }
  return env;
}

/**
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 */
function mustRun(words, env) {
  const { status, output } = command(words, env);
  if (status !== 0) throw new Error(`"${words.join(" ")}" failed:\n${output.trim()}`);
}

/**
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} env
 */
async function take(step, env) {
  say(step.name);
  const start = performance.now();
  const counts = await step.run(env);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`);
  if (counts.firstFailure !== undefined) {
    counts.firstFailure = `${step.name}\n${counts.firstFailure}`;
    say(counts.firstFailure);
  }
  return counts;
}

/** @param {typeof kinds[string]} kind */
async function run({ needs, presets, steps }) {
  try {
    const env = prepare(needs, presets);
    /** @type {Counts[]} */
    const all = [];
    for (const step of steps) all.push(await take(step, env));
    return sum(all);
  } catch (error) {
    return oneFailure(error instanceof Error ? error.message : String(error));
  }
}

const kind = process.argv[2] ?? "test";
if (!Object.hasOwn(kinds, kind)) throw new Error(`kind of run: expected one of ${Object.keys(kinds).join(", ")}, got ${kind}`);
const { text, exitCode } = closing(await run(kinds[kind]));
say(text);
process.exitCode = exitCode;
