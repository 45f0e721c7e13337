// The package at the edges of what one call may hold, and its memory over very many.
import { describe, expect, it } from "vitest";
import { type AttendInput, load } from "heed";
import { caught, made, random } from "./made.js";

const engines = ["fused", "steps"] as const;

describe.each(engines)("limits of the %s engine", (engine) => {
  it("takes keys and values 8192 wide", async () => {
    const heed = await load();
    const width = 8192, keys = 64;
    const q = new Float32Array(width).fill(1 / 8), k = new Float32Array(keys * width).fill(1), v = new Float32Array(keys * width);
    for (let key = 0; key < keys; ++key) v.fill(key, key * width, (key + 1) * width);
    k.fill(0, (keys - 1) * width);   // scores 1024 / sqrt(8192) = 11.3 for all keys but the last
    const { output } = heed.attend({ q: { data: q, shape: [1, width] }, k: { data: k, shape: [keys, width] }, v: { data: v, shape: [keys, width] }, engine });
    const rest = Math.exp(-1024 / Math.sqrt(width)), want = (62 * 63 / 2 + 63 * rest) / (63 + rest);
    for (const number of output.data) expect(Math.abs(number - want)).toBeLessThanOrEqual(4 * 2 ** -23 * (2 + 11.4 + 1 / 8) * want);
  });

  it("takes 1,048,576 keys, 64 wide, and works after more than that does not fit", async () => {
    const heed = await load();
    const width = 64, keys = 2 ** 20;
    const q = new Float32Array(width), data = new Float32Array(keys * width);
    q[0] = 1;
    for (let column = 1; column < width; ++column) data[data.length - width + column] = 2 * column;
    data[data.length - width] = Math.log(keys - 1);   // the last key weighs as much as all others, whose values are 0
    const many = { data, shape: [keys, width] };
    const call = () => heed.attend({ q: { data: q, shape: [1, width] }, k: many, v: many, scale: 1, engine }).output.data;
    const first = call();
    for (let column = 1; column < width; ++column) {
      expect(Math.abs(first[column]! - column)).toBeLessThanOrEqual(4 * 2 ** -23 * (2 + 13.9 + 16) * column);
    }
    const tooMany = { data: new Float32Array(2 ** 27 + 64), shape: [2 ** 21 + 1, width] };   // twice 512 MB
    expect(caught(() => heed.attend({ q: { data: q, shape: [1, width] }, k: tooMany, v: tooMany, engine })).code).toBe("memory");
    expect(call()).toEqual(first);
  });

  it("holds its memory constant over 100,000 calls", async () => {
    const heed = await load();
    const next = random(12);
    const input: AttendInput = { q: made(next, 3, 4), k: made(next, 5, 4), v: made(next, 5, 2), causal: true, engine };
    heed.attend(input);
    const held = heed.memoryBytes;
    for (let count = 0; count < 100_000; ++count) heed.attend(input);
    expect(heed.memoryBytes).toBe(held);
  });
});
