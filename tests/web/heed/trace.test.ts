// trace, on the built package: every stage right against float64, shaped as documented, the same bits in every flavour.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type AttendInput, load, type StageName, type TraceInput, type WordsInput } from "heed";
import type { Core } from "../../../web/heed/core.js";
import createCore from "../../../web/heed/generated/heed_glue.js";
import archive from "../../../web/heed/generated/heed_wasm.js";
import { type CreateCore, readLoad, start } from "../../../web/heed/load.js";
import { stageNames } from "../../../web/heed/trace.js";
import { attention, attentionOfWords, difference, type GivenInput, type Reference, type WordsInput as ReferenceWords } from "../reference.js";
import { relaxedFlag } from "./hosts.js";
import { given, words } from "./requests.js";

const heed = await load();

function compare(input: TraceInput, want: Reference) {
  const got = heed.trace(input);
  for (const stage of stageNames) {
    const [mine, reference] = [got[stage], want[stage]];
    expect(mine === undefined, `${stage} is there or absent, as it should`).toBe(reference === undefined);
    if (mine && reference) expect(difference(stage, mine, reference)).toBe("");
  }
  expect(got.maskedRows).toBe(want.maskedRows);
}

describe("against attention in float64, stage by stage", () => {
  // What meets NaN or Infinity before the mask does is not for the reference to say: scores and scaled hold them.
  const finite = given.filter(({ name }) => !name.startsWith("NaN"));
  it.each(finite)("$name", ({ input }) => compare(input as AttendInput, attention(input as GivenInput)));
  it.each(words)("$name", ({ input }) => compare(input as WordsInput, attentionOfWords(input as ReferenceWords)));
});

describe("stages", () => {
  it("have the names and the order of the core's", async () => {
    const { core, heap } = await start({ createCore: createCore as CreateCore<Core>, archive, own: "trace" }, readLoad({}));
    const names: string[] = [];
    for (let address = core.stageName(0); address !== 0; address = core.stageName(names.length)) names.push(heap.text(address));
    expect(names).toEqual(stageNames);
  });
});

describe("the worked example", () => {
  it("has 2 and 0, then 1 and 0, then 0.731 and 0.269", () => {
    const trace = heed.trace({ q: { data: [1, 0, 1, 0], shape: [1, 4] }, k: { data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] }, v: { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] } });
    const numbers = (stage: StageName) => Array.from(trace[stage]!.data, (number) => Number(number.toFixed(6)));
    expect(numbers("scores")).toEqual([2, 0]);
    expect(numbers("scaled")).toEqual([1, 0]);
    expect(numbers("exponentials")).toEqual([1, 0.367879]);
    expect(numbers("rowSum")).toEqual([1.367879]);
    expect(numbers("weights")).toEqual([0.731059, 0.268941]);
    expect(numbers("output")).toEqual([3.655293, 0.806824, 0]);
  });
});

describe("a trace", () => {
  it("holds copies: the caller's inputs and the next call do not change it", () => {
    const input = { q: { data: Float32Array.of(1, 2), shape: [1, 2] }, k: { data: Float32Array.of(1, 1), shape: [1, 2] }, v: { data: Float32Array.of(3), shape: [1, 1] } };
    const trace = heed.trace(input);
    input.q.data.fill(9);
    heed.trace(input);
    expect(Array.from(trace.q.data)).toEqual([1, 2]);
    expect(Array.from(trace.scores.data)).toEqual([3]);
  });

  it("takes an attend's input as it is: weights, logSumExp and out are left alone", () => {
    const out = new Float32Array(1);
    const q = { data: [1], shape: [1, 1] };
    expect(heed.trace({ q, k: q, v: q, weights: false, logSumExp: true, out })).toEqual(heed.trace({ q, k: q, v: q }));
    expect(out[0]).toBe(0);
  });

  it("gives the output and the weights that attend gives step by step, bit by bit", () => {
    for (const { input } of given) {
      const { output, weights, maskedRows } = heed.attend({ ...(input as AttendInput), weights: true, engine: "steps" });
      expect(heed.trace(input as AttendInput)).toMatchObject({ output, weights, maskedRows });
    }
  });
});

describe("flavours", () => {
  const script = new URL("./print_bits.mjs", import.meta.url);
  const bits = (simd: string, entry: string, ...flags: string[]) => execFileSync(process.execPath, [...flags, script.pathname, simd, entry], { encoding: "utf8" });
  it.each(["heed", "heed/lab"])("%s: every one gives a trace of the same bits", (entry) => {
    const scalar = bits("scalar", entry);
    expect(scalar.length).toBeGreaterThan(1000);
    expect(bits("simd128", entry)).toBe(scalar);
    expect(bits("relaxed", entry, ...relaxedFlag())).toBe(scalar);
  });
});
