// attend, on the built package: right against float64, and what it gives back belongs to the caller.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AttendInput, load, type Tensor } from "heed";
import { attention, difference, type GivenInput } from "../reference.js";
import { made, random } from "./made.js";
import { given } from "./requests.js";

const heed = await load();
const worked = {
  q: { data: [1, 0, 1, 0], shape: [1, 4] },
  k: { data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] },
  v: { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] },
};

describe("the worked example", () => {
  it("gives 0.731 and 0.269, and of them (3.655293, 0.806824, 0)", () => {
    const { output, weights, logSumExp, maskedRows } = heed.attend({ ...worked, weights: true, logSumExp: true });
    const six = ({ data }: Tensor) => Array.from(data, (number) => Number(number.toFixed(6)));
    expect(six(weights)).toEqual([0.731059, 0.268941]);
    expect(six(output)).toEqual([3.655293, 0.806824, 0]);
    expect(six(logSumExp)).toEqual([1.313262]);
    expect([output.shape, weights.shape, logSumExp.shape, maskedRows]).toEqual([[1, 3], [1, 2], [1], 0]);
  });
});

describe("against attention in float64", () => {
  const engines = [{}, { engine: "steps" }] as const;
  it.each(given.flatMap((one) => engines.map((engine) => ({ ...one, engine }))))("$name $engine.engine", ({ input, engine }) => {
    const want = attention(input as GivenInput);
    const got = heed.attend({ ...(input as AttendInput), ...engine, weights: true, logSumExp: true });
    for (const stage of ["output", "weights", "logSumExp"] as const) expect(difference(stage, got[stage], want[stage])).toBe("");
    expect(got.maskedRows).toBe(want.maskedRows);
  });

  it("the comparison fails for an output that is a little off", () => {
    const got = heed.attend(worked);
    got.output.data[0]! *= 1 + 2e-5;
    expect(difference("output", got.output, attention(worked).output)).not.toBe("");
  });
});

describe("what comes back", () => {
  it("has weights and logSumExp only when asked", () => {
    expect(Object.keys(heed.attend(worked)).sort()).toEqual(["maskedRows", "output"]);
    expect(Object.keys(heed.attend({ ...worked, weights: false, logSumExp: undefined })).sort()).toEqual(["maskedRows", "output"]);
  });

  it("is a copy: a later call that makes the memory grow leaves it as it was", () => {
    const next = random(34);
    const first = heed.attend({ q: made(next, 64, 16), k: made(next, 64, 16), v: made(next, 64, 16) }).output;
    const before = first.data.slice();
    const held = heed.memoryBytes;
    heed.attend({ q: made(next, 2048, 4), k: made(next, 2048, 4), v: made(next, 2048, 4), weights: true });
    expect(heed.memoryBytes).toBeGreaterThan(held);
    expect(first.data).toHaveLength(64 * 16);
    expect(first.data).toEqual(before);
  });

  it("goes into `out` where one is given", () => {
    const out = new Float32Array(3);
    const { output } = heed.attend({ ...worked, out });
    expect(output.data).toBe(out);
    expect(out).toEqual(heed.attend(worked).output.data);
  });

  it("leaves the inputs alone: neither changed nor detached", () => {
    const next = random(35);
    const input = { q: made(next, 3, 4), k: made(next, 5, 4), v: made(next, 5, 2), bias: made(next, 3, 5) };
    const before = structuredClone(input);
    const { output } = heed.attend(input);
    expect(input).toEqual(before);
    expect(output.data.buffer).not.toBe(input.q.data.buffer);
  });
});

describe("every kind of numbers is converted by value", () => {
  const values = [1, 0, 3, 2, 5, 4];
  const plain = heed.attend({ q: { data: values, shape: [2, 3] }, k: { data: values, shape: [2, 3] }, v: { data: values, shape: [2, 3] } }).output;
  const kinds = [
    Float32Array, Float64Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    ...("Float16Array" in globalThis ? [(globalThis as unknown as { Float16Array: Float32ArrayConstructor }).Float16Array] : []),
  ];
  const halves = Uint16Array.of(0x3c00, 0x0000, 0x4200, 0x4000, 0x4500, 0x4400);
  const inputs: { name: string; tensor: AttendInput["q"] }[] = [
    ...kinds.map((Kind) => ({ name: Kind.name, tensor: { data: Kind.from(values), shape: [2, 3] } })),
    { name: "shared memory", tensor: { data: new Float32Array(new SharedArrayBuffer(24)).fill(0).map((_, at) => values[at]!), shape: [2, 3] } },
    { name: "a part of an array", tensor: { data: Float32Array.of(9, ...values, 9).subarray(1, 7), shape: [2, 3] } },
    { name: "dims in place of shape", tensor: { data: values, dims: [2, 3] } },
    { name: "halves by type", tensor: { data: halves, dims: [2, 3], type: "float16" } },
    { name: "halves by dtype", tensor: { data: halves, shape: [2, 3], dtype: "float16" } },
  ];
  it.each(inputs)("$name", ({ tensor }) => {
    expect(heed.attend({ q: tensor, k: tensor, v: tensor }).output).toEqual(plain);
  });

  it("halves: signs, the smallest, the largest, infinities and NaN", () => {
    const data = Uint16Array.of(0x8000, 0x0001, 0x83ff, 0x0400, 0x7bff, 0xfc00, 0x7c00, 0x7e01);
    const v = { data, shape: [1, 8], dtype: "float16" };
    const one = { data: [1], shape: [1, 1] };
    // One key has the weight 1, so the output is v itself; a sum that starts at +0 has no -0.
    expect(Array.from(heed.attend({ q: one, k: one, v }).output.data)).toEqual([0, 2 ** -24, -1023 * 2 ** -24, 2 ** -14, 65504, -Infinity, Infinity, NaN]);
  });

  it("a Uint16Array without that name is whole numbers", () => {
    const one = { data: [1], shape: [1, 1] };
    expect(heed.attend({ q: one, k: one, v: { data: Uint16Array.of(0x3c00), shape: [1, 1] } }).output.data[0]).toBe(0x3c00);
  });
});

describe("a field that is undefined counts as absent", () => {
  it("for every option", () => {
    const absent = Object.fromEntries(["scale", "softcap", "bias", "mask", "causal", "causalOffset", "window", "keyLengths", "engine", "weights", "logSumExp", "out", "anything"].map((name) => [name, undefined]));
    expect(heed.attend({ ...worked, ...absent })).toEqual(heed.attend(worked));
    expect(heed.attend({ ...worked, window: { left: undefined, right: undefined } })).toEqual(heed.attend(worked));
  });
});

describe("cases behind public bug reports", () => {
  interface Suite { name: string; attributes: Record<string, number>; inputs: { name: string; shape: number[]; data: (number | string | boolean)[] }[]; outputs: { name: string; data: number[] }[] }
  const suite = (name: string) => JSON.parse(readFileSync(new URL(`../../suites/bug-cases/${name}.json`, import.meta.url), "utf8")) as Suite;
  it.each(["B01_fully_masked_bool_row", "B03_nan_in_masked_key_value", "B05_large_logits", "B07_first_tile_fully_masked", "B18_gqa_interleave", "B33_batch_mask_broadcast"])("%s", (name) => {
    const { attributes, inputs, outputs } = suite(name);
    const read = (role: string) => {
      const found = inputs.find((input) => input.name.toLowerCase() === role);
      return found && { shape: found.shape, data: found.data.map((value) => (typeof value === "boolean" ? value : Number(value))) };
    };
    const mask = read("attn_mask");
    const { output } = heed.attend({
      q: read("q") as Tensor | undefined ?? { data: [], shape: [] }, k: read("k") as never, v: read("v") as never,
      ...(mask && { mask: mask as { data: boolean[]; shape: number[] } }),
      ...(attributes["scale"] !== undefined && { scale: attributes["scale"] }),
    });
    const want = outputs.find((one) => one.name === "Y")!.data;
    output.data.forEach((number, at) => expect(Math.abs(number - want[at]!)).toBeLessThanOrEqual(4e-6 * Math.max(1, Math.abs(want[at]!))));
  });
});
