// The shipped types against the shipped code, in both directions: what an entry exports, what its objects and results hold,
// and which fields its methods know. Of an input's fields, those count as known that the code reads.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as heedEntry from "heed";
import * as labEntry from "heed/lab";
import * as threadsEntry from "heed/threads";
import * as workerEntry from "heed/worker";
import { made, random } from "./made.js";

const entries = { index: heedEntry, threads: threadsEntry, worker: workerEntry, lab: labEntry };
const fileOf = (name: string) => fileURLToPath(new URL(`../../../web/heed/dist/${name}.d.ts`, import.meta.url));
const program = ts.createProgram([...Object.keys(entries), "types", "worker_types"].map(fileOf), {
  strict: true, target: ts.ScriptTarget.ES2022, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.disposable.d.ts"], module: ts.ModuleKind.NodeNext,
});
const checker = program.getTypeChecker();
const exportsOf = (file: string) => checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(fileOf(file))!)!);

/** The names that a type declares, with the kind of value at each; an optional one counts as there. */
function declared(name: string, file = "types"): Record<string, string> {
  const type = checker.getDeclaredTypeOfSymbol(exportsOf(file).find((symbol) => symbol.name === name)!);
  const properties = type.isUnion() ? type.types.flatMap((one) => one.getProperties()) : type.getProperties();
  expect(properties.length, name).toBeGreaterThan(0);
  return Object.fromEntries(properties.map((property) => [property.name.replace(/^__@dispose@\d+$/, "[dispose]"), kindOf(checker.getNonNullableType(checker.getTypeOfSymbol(property)))]));
}

function kindOf(type: ts.Type): string {
  const [first = type] = type.isUnion() ? type.types : [];
  if (first.flags & ts.TypeFlags.NumberLike) return "number";
  if (first.flags & ts.TypeFlags.StringLike) return "string";
  return first.getCallSignatures().length > 0 ? "function" : "object";
}

/** The same of a value. A tag that only names the object in errors is nobody's to use. */
function held(value: object): Record<string, string> {
  const names = Reflect.ownKeys(value).filter((key) => key !== Symbol.toStringTag);
  return Object.fromEntries(names.map((key) => [key === Symbol.dispose ? "[dispose]" : String(key), typeof value[key as never]]));
}

/** The names of the fields that are read of `input`. */
function readOf(input: object, call: (input: never) => unknown): string[] {
  const read = new Set<string>();
  const watched = new Proxy(input, {
    get(target, name) {
      if (typeof name === "string") read.add(name);
      return target[name as never];
    },
  });
  call(watched as never);
  return [...read].sort();
}

const next = random(90);
const [heed, threads, lab, worker] = await Promise.all([heedEntry.load(), threadsEntry.load({ threads: 2 }), labEntry.load(), workerEntry.load({ threads: 1 })]);
const [q, bias] = [made(next, 3, 4), made(next, 3, 3)];
const given = { q, k: q, v: q, bias };
const arrows = { x: q, context: q, wq: made(next, 4, 4), wk: made(next, 4, 4), wv: made(next, 4, 4), wo: made(next, 4, 4), softcap: 9, bias };
const trace = lab.trace(arrows);
const opened = lab.lab.open(trace, "output", [0, 0, 0]);
const sampled = lab.lab.sampleScores({ dk: 2, pairs: 8, seed: 1 });

describe.each(Object.entries(entries))("%s", (file, entry) => {
  it("exports the values that its types declare", () => {
    const isValue = (symbol: ts.Symbol) => ((symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).flags & ts.SymbolFlags.Value) !== 0;
    expect(Object.keys(entry).sort()).toEqual(exportsOf(file).filter(isValue).map(({ name }) => name).sort());
  });
});

it.each<[string, object, string?]>([
  ["Heed", heed], ["Heed", threads], ["HeedLab", lab], ["HeedWorker", worker, "worker_types"],
  ["ResidentTensor", heed.resident(q)], ["WorkerResident", await worker.resident(q), "worker_types"],
  ["AttendResult", heed.attend({ ...given, weights: true, logSumExp: true })], ["AttendResult", await worker.attend({ ...given, weights: true, logSumExp: true })],
  ["GradientResult", heed.gradient({ ...given, gradOutput: q })], ["Trace", trace], ["Tensor", heed.attend(given).output],
  ["Lab", lab.lab], ["OpenedCell", opened], ["CellReference", opened.operands[0]![0]!], ["Pair", lab.lab.pair([1], [1])],
  ["Normalised", lab.lab.normalise([1], "hard")], ["RunningSum", lab.lab.sum([1])], ["SampledScores", sampled], ["ScoreSummary", sampled.raw],
])("%s holds what its type declares, and nothing else", (name, value, file) => {
  expect(held(value)).toEqual(declared(name, file));
});

const forward = heed.attend({ ...given, logSumExp: true }) as { output: typeof q; logSumExp: typeof q };
const resultFields = ["logSumExp", "out", "weights"];   // of an AttendInput; the gradient and a trace take them and leave them alone
it.each<[string, object, (input: never) => unknown, string[]]>([
  ["AttendInput", given, heed.attend, []],
  ["GradientInput", { ...given, gradOutput: q, forward }, heed.gradient, resultFields],
  ["WordsInput", arrows, heed.trace, []],
  ["LoadOptions", {}, heedEntry.load, []],
  ["ThreadsLoadOptions", { threads: 1 }, threadsEntry.load, []],
  ["ScoreSample", { dk: 2, pairs: 8, seed: 1 }, lab.lab.sampleScores, []],
  ["OpenOptions", {}, (options) => lab.lab.open(trace, "output", [0, 0, 0], options), []],
])("%s: the fields that it declares are those that the code reads", (name, input, call, leftAlone) => {
  expect(readOf(input, call)).toEqual(Object.keys(declared(name)).filter((field) => !leftAlone.includes(field)).sort());
});

it("fields that are left alone are taken", () => {
  expect(heed.gradient({ ...given, gradOutput: q, weights: true, logSumExp: true, out: new Float32Array(1) })).toEqual(heed.gradient({ ...given, gradOutput: q }));
});

it("an error has a code and an argument, as declared", () => {
  const { code, argument, ...more } = new heedEntry.HeedError("shape", "k", "…");
  expect([code, argument, more]).toEqual(["shape", "k", { name: "HeedError" }]);
});

it("a name, a field and a kind that are only on one side are found", () => {
  expect(held({ ...lab.lab.pair([1], [1]), size: 1 })).not.toEqual(declared("Pair"));
  expect(held({ ...lab.lab.pair([1], [1]), dot: "1" })).not.toEqual(declared("Pair"));
  expect(readOf({ a: 1 }, ({ a, b }) => [a, b])).toEqual(["a", "b"]);
});
