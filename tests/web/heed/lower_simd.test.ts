// The flavours that are made while loading, against those that the compiler made of the same sources: the same bits.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AttendInput, type Heed, load } from "heed";
import * as lab from "heed/lab";
import { lowerSimd } from "../../../web/heed/lower_simd.js";
import { made, random } from "./made.js";
import { given } from "./requests.js";

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../../web/heed/dist/wasm/${name}.wasm`, import.meta.url)));

/** Hexadecimal, so that NaN equals itself and 0 is not -0. */
function bits(result: object): string[] {
  const tensors = Object.entries(result).filter(([, value]) => value?.data) as [string, { data: Float32Array }][];
  return tensors.map(([name, { data }]) => `${name} ${Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("hex")}`);
}

function everything(heed: Heed): string[] {
  const next = random(5), long = { q: made(next, 3, 37, 21), k: made(next, 3, 300, 21), v: made(next, 3, 300, 13) };
  const inputs = [...given.map(({ input }) => input as AttendInput), long, { ...long, q: made(next, 3, 1, 21), softcap: 3 }, { ...long, softcap: 2, causal: true }];
  return inputs.flatMap((input) => {
    const forward = heed.attend({ ...input, weights: true, logSumExp: true });
    return [...bits(forward), ...bits(heed.gradient({ ...input, gradOutput: made(random(6), ...forward.output.shape) }))];
  });
}

describe.each([["heed", load], ["lab", lab.load]] as const)("%s", (core, start) => {
  it.each(["simd128", "scalar"] as const)("%s: bit by bit what the compiler's own gives", async (simd) => {
    const [made, compiled] = [await start({ simd }), await start({ wasm: file(`${core}-${simd}`) })];
    expect([made.simd, compiled.simd]).toEqual([simd, simd]);
    expect(everything(made)).toEqual(everything(compiled));
  });
});

it.each(["heed", "heed_threads", "lab"])("%s: no relaxed instruction is left in simd128", (core) => {
  const madd = Buffer.of(0xfd, 0x85, 0x02), relaxed = file(`${core}-relaxed`), lowered = lowerSimd(relaxed, "simd128");
  expect(Buffer.from(relaxed).includes(madd)).toBe(true);
  expect(Buffer.from(lowered).includes(madd)).toBe(false);
  expect(WebAssembly.validate(lowered)).toBe(true);
});

it("names a vector instruction that it does not know", () => {
  // () -> i32: i32.const 0, i8x16.splat, i8x16.all_true
  const module = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7f, 3, 2, 1, 0, 10, 9, 1, 7, 0, 0x41, 0, 0xfd, 0x0f, 0xfd, 0x63, 0x0b);
  expect(() => lowerSimd(module, "scalar")).toThrow("cannot lower the vector instruction 15");
});
