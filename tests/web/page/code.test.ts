// The snippets of every step: JavaScript runs on the built package, Python where NumPy is there; PyTorch and JAX are run
// where they are there, and parsed in any case. Each must also fail when what it claims is not so.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "heed/lab";
import { beforeAll, describe, expect, it } from "vitest";
import { results } from "../../../web/page/scene/code/flow.js";
import { snippet, steps, type Language, type Present, type Step } from "../../../web/page/scene/code/snippet.js";
import { tolerance } from "../../../web/page/scene/code/tolerance.js";
import { computeShown } from "../../../web/page/scene/compute.js";
import { sentenceScene, workedExample } from "../../../web/page/scene/presets.js";
import type { GivenScene, Scene, WordsScene } from "../../../web/page/scene/scene.js";
import { code as said } from "../../../web/page/words/en/code.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const heed = await load();
const traced = (scene: Scene): Present => computeShown(heed, { scene, settings: {}, opened: [], questions: {} });

const words = sentenceScene("the cat drank its milk".split(" "), 2);
const wide: WordsScene = { ...sentenceScene("a b c d e f g h i j k l".split(" "), 4), temperature: 0.7 };
const given: GivenScene = {
  ...workedExample, q: [[0.3, -1.25, 4, 1e-3], [2, 0, 1, -7.125]], k: [[1, 0.1, 1, -0.2], [0, 1, 0, 1], [-3, 0.7, 2, 1 / 3]],
  v: [[5, 0, -0.1], [0, 3, 1e-7], [1, 2, 3]], queryNames: ["who", "what"], keyNames: ["one", "two", "three"],
};
const bias = [[0.5, -2, 0], [0, 1.5, -0.25]];
const scenes: Record<string, Scene> = {
  words, "the worked example": workedExample, "n ≠ m": given,
  "words, causal": { ...words, mask: "causal" }, "n ≠ m, causal": { ...given, mask: "causal" }, "n ≠ m, bottom-right": { ...given, mask: "bottom-right" },
  "words, painted": { ...words, mask: words.words.map((_, i) => words.words.map((_, j) => (i + j) % 3 !== 0)) },
  "a row masked everywhere": { ...given, mask: [[true, false, true], [false, false, false]] },
  "early rows masked": { ...given, q: [...given.q, ...given.q], queryNames: ["a", "b", "c", "d"], mask: "bottom-right" },
  "12 words, 4 wide, temperature": wide, "÷ d_k": { ...wide, divisor: "width" }, "not divided": { ...given, divisor: "none", temperature: 1 },
  "not divided, temperature": { ...given, divisor: "none", temperature: 2.5 }, "× 0": { ...words, divisor: "zero" },
  bias: { ...given, bias, mask: "causal" }, "bias alone": { ...given, bias },
  "large scores": { ...given, q: given.q.map((row) => row.map((value) => value * 300)) },
  "out of float32": { ...given, q: [[3e38, 3e38, 1, 1], [1, 1, 1, 1]], k: given.k.map((row) => row.map((value) => value * 1e10)) },
  "out of float32 below": { ...given, q: given.q.map(() => [-3e38, -3e38, -3e38, -3e38]), k: given.k.map(() => [1e9, 1e9, 1e9, 1e9]) },
};
const cases = Object.entries(scenes).flatMap(([name, scene]) => steps.map((step) => ({ name: `${name}: ${step}`, step, present: traced(scene) })));

/** The same claim with one number of the step's result moved by ten times what the snippets allow. */
function falsified({ scene, trace }: Present, step: Step): Present {
  const [, stage] = results[step].at(-1)!;
  const data = Float32Array.from(trace[stage]!.data), at = Math.max(0, data.findLastIndex(Number.isFinite));
  const most = tolerance(scene, step);
  data[at] = most ? data[at]! + 10 * Number(most) : 7;
  return { scene, trace: { ...trace, [stage]: { ...trace[stage]!, data } } };
}
const checks = (present: Present, step: Step) => results[step].length > 0 && !(present.scene.kind === "given" && step === "project");
const written = (language: Language) => cases.map(({ name, step, present }) => ({ name, code: snippet(language, present, step) }));
const lies = (language: Language) => cases.filter(({ present, step }) => checks(present, step) && (language === "javascript" || tolerance(present.scene, step)))
  .map(({ name, step, present }) => ({ name, code: snippet(language, falsified(present, step), step) }));

interface Program { name: string; code: string }

/** The names of the programs that failed, each run by `runner`, which reads [{ name, code }] and prints [[name, error]]. */
function failures(command: string, args: string[], programs: Program[]): string[] {
  const output = execFileSync(command, args, { cwd: root, input: JSON.stringify(programs), encoding: "utf8", maxBuffer: 1 << 26 });
  return JSON.parse(output.trimEnd().split("\n").at(-1)!) as string[];
}

const python = (statement: string) => spawnSync("python3", ["-c", statement]).status === 0;
const pythonRunner = `
import contextlib, io, json, sys, warnings
failed = []
for program in json.load(sys.stdin):
    warnings.simplefilter("ignore" if "${said.comment.unsure}" in program["code"] else "error")
    try:
        with contextlib.redirect_stdout(io.StringIO()): exec(compile(program["code"], program["name"], "exec"), {})
    except Exception as error: failed.append(program["name"])
print(json.dumps(failed))`;
const parser = `
import ast, json, sys
def fails(code):
    try: ast.parse(code)
    except SyntaxError: return True
print(json.dumps([program["name"] for program in json.load(sys.stdin) if fails(program["code"])]))`;

describe("JavaScript", () => {
  const folder = join(root, "build/tests/snippets");   // in the project, so that "heed" is the built package
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  });
  const run = (kind: string, programs: Program[]) => {
    programs.forEach(({ code }, at) => writeFileSync(join(folder, `${kind}${at}.mjs`), code));
    const runner = `console.log = () => {}; const failed = [];
      for (const [at, { name }] of JSON.parse((await import("node:fs")).readFileSync(0, "utf8")).entries())
        await import("./build/tests/snippets/${kind}" + at + ".mjs").catch((error) => failed.push(name));
      process.stdout.write(JSON.stringify(failed));`;
    return failures(process.execPath, ["--input-type=module", "--eval", runner], programs);
  };
  it("gives every step's numbers again, bit by bit", () => expect(run("true", written("javascript"))).toEqual([]));
  it("fails when a number is another", () => {
    const programs = lies("javascript");
    expect(run("false", programs)).toEqual(programs.map(({ name }) => name));
  });
});

// JAX's names below are NumPy's own, so that without JAX its lines still run on NumPy.
const jaxOnNumpy = `
import sys, types, numpy
jax, nn = types.ModuleType("jax"), types.ModuleType("jax.nn")
def softmax(x, axis):
    with numpy.errstate(invalid="ignore"): e = numpy.exp(x - x.max(axis=axis, keepdims=True)); return e / e.sum(axis=axis, keepdims=True)
nn.softmax, jax.nn, jax.numpy = softmax, nn, numpy
jax.config = types.SimpleNamespace(update=lambda name, value: None)
sys.modules.update({"jax": jax, "jax.numpy": numpy, "jax.nn": nn})
`;

const libraries: { name: string; language: Language; needs: string; before?: string }[] = [
  { name: "NumPy", language: "numpy", needs: "numpy" },
  { name: "JAX's lines on NumPy", language: "jax", needs: "numpy", before: jaxOnNumpy },
  // Large, and so no part of set-up: run by whoever has them.
  ...[{ name: "JAX", language: "jax" as const, needs: "jax" }, { name: "PyTorch", language: "pytorch" as const, needs: "torch" }].filter(({ needs }) => python(`import ${needs}`)),
];

describe.each(libraries)("$name", ({ language, needs, before = "" }) => {
  const there = python(`import ${needs}`), note = there ? "" : " (skipped: no NumPy)";
  it.skipIf(!there)(`gives every step's numbers again, within the tolerance that it states${note}`, () => {
    expect(failures("python3", ["-c", before + pythonRunner], written(language))).toEqual([]);
  });
  it.skipIf(!there)(`fails when a number is another${note}`, () => {
    const programs = lies(language);
    expect(failures("python3", ["-c", before + pythonRunner], programs)).toEqual(programs.map(({ name }) => name));
  });
});

it.skipIf(!python("import ast"))("all Python is Python", () => {
  const programs = (["numpy", "pytorch", "jax"] as const).flatMap(written);
  expect(failures("python3", ["-c", parser], programs)).toEqual([]);
  expect(failures("python3", ["-c", parser], [{ name: "no Python", code: "a = = b" }])).toEqual(["no Python"]);
});

describe("what is written", () => {
  it("allows little: rounding of the seventh digit, times what is added up", () => {
    for (const step of steps) expect(Number(tolerance(words, step))).toBeLessThanOrEqual(3e-5);
  });
  it("says so where float32 cannot hold the sums", () => {
    expect(tolerance(scenes["out of float32"]!, "score")).toBeUndefined();
    expect(snippet("numpy", traced(scenes["out of float32"]!), "score")).toContain(`# ${said.comment.unsure}`);
  });
  it.each(["numpy", "pytorch", "jax", "javascript", "latex"] as const)("keeps a name inside its comment: %s", (language) => {
    const named = (word: string) => snippet(language, traced({ ...words, words: [word, "b", "c", "d", "e"] }), "blend");
    const evil = "a\nimport os\r1\u2028 2\u2029\u0085\u202e*/\0";
    expect(named(evil)).toBe(named("a import os 1 2 */ "));
    expect(named(evil)).not.toMatch(/[^\n\P{C}]/u);
  });
  it.each(cases.map(({ name, step, present }) => [name, step, present] as const))("is LaTeX whose matrices are whole: %s", (_, step, present) => {
    const text = snippet("latex", present, step);
    const opened: string[] = [];
    for (const [, what, name] of text.matchAll(/\\(begin|end)\{([a-z*]+)\}/g)) if (what === "begin") opened.push(name!); else expect(opened.pop()).toBe(name);
    expect(opened).toEqual([]);
    expect([...text.matchAll(/[{}]/g)].reduce((depth, [brace]) => depth + (brace === "{" ? 1 : -1), 0)).toBe(0);
    const stage = results[step].at(-1)?.[1] ?? (present.scene.kind === "words" ? "x" : "v"), [rows = 0, columns = 0] = present.trace[stage]!.shape.slice(-2);
    const last = text.slice(text.lastIndexOf("\\begin{bmatrix}")).trim().split("\n").slice(1, -2);
    expect(last.map((line) => line.split("&").length)).toEqual(Array(rows).fill(columns));
    expect(text).toMatch(columns > 10 && rows > 10 || present.scene.kind === "words" && present.scene.words.length > 10 ? /MaxMatrixCols\}\{12\}/ : /^(?!.*MaxMatrixCols)/s);
  });
});
