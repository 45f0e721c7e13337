// gradient, on the built package: right against float64 with and without a forward, and what it takes, refuses and gives.
import { describe, expect, it } from "vitest";
import { type AttendInput, type GradientInput, type GradientResult, load } from "heed";
import { difference, type GivenInput } from "../reference.js";
import { gradients } from "./gradients.js";
import { caught, made, random, told } from "./made.js";
import { given } from "./requests.js";

const heed = await load();
const next = random(50);
const names = ["gradQ", "gradK", "gradV", "gradBias"] as const;

/** A loss by each number of the output of this request. */
function madeGradOutput(input: AttendInput) {
  const { q, v } = input as GivenInput;
  return made(next, ...q.shape.slice(0, -1), v.shape.at(-1)!);
}

function check(got: GradientResult, input: AttendInput, gradOutput: ReturnType<typeof made>): void {
  const want = gradients(input as GivenInput, gradOutput);
  expect(Object.keys(got)).toEqual(input.bias ? [...names] : names.slice(0, 3));
  for (const name of names) if (got[name]) expect(difference(name, got[name], want[name])).toBe("");
}

describe("against the gradient in float64", () => {
  const engines = ["fused", "steps"] as const;
  it.each(given.flatMap((one) => engines.map((engine) => ({ ...one, engine }))))("$name, $engine", ({ input: one, engine }) => {
    const input = { ...(one as AttendInput), engine }, gradOutput = madeGradOutput(input);
    check(heed.gradient({ ...input, gradOutput }), input, gradOutput);
    const forward = heed.attend({ ...input, logSumExp: true });
    check(heed.gradient({ ...input, gradOutput, forward }), input, gradOutput);
  });

  it("the comparison fails for a gradient that is a little off, and for one of another tensor", () => {
    const input = given[0]!.input as AttendInput, gradOutput = madeGradOutput(input);
    const got = heed.gradient({ ...input, gradOutput }), want = gradients(input as GivenInput, gradOutput);
    const sizes = got.gradV.data.map(Math.abs), largest = sizes.indexOf(Math.max(...sizes));
    got.gradV.data[largest]! *= 1 + 1e-3;
    expect(difference("gradV", got.gradV, want.gradV)).not.toBe("");
    expect(difference("gradK", { ...got.gradV, shape: want.gradK.shape }, want.gradK)).not.toBe("");
  });
});

const one = (...data: number[]) => ({ data, shape: [data.length, 1] });
const paper = { q: one(2), k: one(5, 5), v: one(1, 3), bias: { data: [0, 0], shape: [2] }, gradOutput: one(1) };

describe("what comes back", () => {
  it("on paper: two equal scores, values 1 and 3, and a loss that is the output", () => {
    const { gradQ, gradK, gradV, gradBias } = heed.gradient(paper);
    expect([gradQ, gradK, gradV, gradBias].map(({ data }) => [...data])).toEqual([[0], [-1, 1], [0.5, 0.5], [-0.5, 0.5]]);
    expect([gradQ, gradK, gradV, gradBias].map(({ shape }) => shape)).toEqual([[1, 1], [2, 1], [2, 1], [2]]);
  });

  it("has gradBias only with a bias", () => {
    expect(Object.keys(heed.gradient({ ...paper, bias: undefined }))).toEqual(["gradQ", "gradK", "gradV"]);
  });

  it("is the same whatever weights, logSumExp and out say", () => {
    const out = new Float32Array(1).fill(7);
    expect(heed.gradient({ ...paper, weights: true, logSumExp: true, out })).toEqual(heed.gradient(paper));
    expect(out[0]).toBe(7);
    expect(heed.gradient({ ...paper, out: "nowhere" as never })).toEqual(heed.gradient(paper));
  });

  it("is a copy, and the inputs are left alone", () => {
    const input: GradientInput = { q: made(next, 3, 4), k: made(next, 5, 4), v: made(next, 5, 2), gradOutput: made(next, 3, 2) };
    const before = structuredClone(input);
    const { gradQ } = heed.gradient(input), kept = gradQ.data.slice();
    heed.gradient({ q: made(next, 900, 9), k: made(next, 900, 9), v: made(next, 900, 9), gradOutput: made(next, 900, 9) });
    expect(input).toEqual(before);
    expect(gradQ.data).toEqual(kept);
  });

  it("stays within the memory it took, over 2,000 calls", () => {
    const call = () => given.forEach(({ input }) => heed.gradient({ ...(input as AttendInput), gradOutput: madeGradOutput(input as AttendInput) }));
    call();
    const held = heed.memoryBytes;
    for (let count = 0; count < 2000; count += given.length) call();
    expect(heed.memoryBytes).toBe(held);
  });
});

describe("forward", () => {
  const { output, logSumExp } = heed.attend({ ...paper, gradOutput: undefined, logSumExp: true } as AttendInput & { logSumExp: true });

  it("is used by the fused engine: a log-sum-exp one higher makes every weight e times smaller", () => {
    const higher = { data: [logSumExp.data[0]! + 1], shape: [1] };
    const { gradV } = heed.gradient({ ...paper, forward: { output, logSumExp: higher } });
    expect(gradV.data[0]).toBeCloseTo(0.5 / Math.E, 6);
  });

  const gradient = (change: object) => () => heed.gradient({ ...paper, ...change } as GradientInput);
  it.each([
    ["no object", gradient({ forward: true }), "type | forward: must be { output, logSumExp }, got true"],
    ["no log-sum-exp", gradient({ forward: { output } }), "type | forward.logSumExp: must be { data, shape }, got undefined"],
    ["no output", gradient({ forward: { logSumExp } }), "type | forward.output: must be { data, shape }, got undefined"],
    ["another output", gradient({ forward: { output: one(1, 2), logSumExp } }), "shape | forward.output: the shape must be (1, 1), got (2, 1)"],
    ["an output of another rank", gradient({ forward: { output: { data: [1], shape: [1, 1, 1] }, logSumExp } }), "shape | forward.output: the number of dimensions must equal q's (2), got 3"],
    ["another log-sum-exp", gradient({ forward: { output, logSumExp: one(1) } }), "shape | forward.logSumExp: the shape must be (1), got (1, 1)"],
  ])("refuses %s", (_, action, text) => expect(told(caught(action))).toBe(text));
});

describe("refuses", () => {
  const gradient = (change: object) => () => heed.gradient({ ...paper, ...change } as GradientInput);
  it.each([
    ["nothing", () => heed.gradient(undefined as never), "type | gradient: must be an object with named fields, got undefined"],
    ["no gradOutput", gradient({ gradOutput: undefined }), "type | gradOutput: must be { data, shape }, got undefined"],
    ["a gradOutput of another rank", gradient({ gradOutput: { data: [1], shape: [1] } }), "shape | gradOutput: the number of dimensions must equal q's (2), got 1"],
    ["a gradOutput that is not the output's", gradient({ gradOutput: one(1, 2) }), "shape | gradOutput: the shape must be (1, 1), got (2, 1)"],
    ["a misspelt name", gradient({ gradOut: one(1) }), "option | gradOut: there is no such option; the nearest is gradOutput"],
    ["what attend refuses", gradient({ k: { data: [1, 2], shape: [1, 2] } }), "shape | k: the last dimension must equal q's (1), got 2"],
    ["another engine", gradient({ engine: "turbo" }), 'option | engine: must be "fused" or "steps", got "turbo"'],
  ])("%s", (_, action, text) => expect(told(caught(action))).toBe(text));

  it("everything after dispose", async () => {
    const other = await load();
    other.dispose();
    expect(told(caught(() => other.gradient(paper)))).toBe("disposed | heed: this instance was disposed; load a new one");
  });
});
