// Faults of WebAssembly and JavaScript that people met in other libraries, each as the rule that its kind breaks. "row": of
// the bug log, section C; sections A and B are in tests/cpp/bug_log_test.cpp and bug_log_sizes_test.cpp.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AttendInput, load } from "heed";
import { load as loadThreads } from "heed/threads";
import { serve } from "../../../web/serve.mjs";
import { open } from "../../consumers/browsers.js";
import { installPacked } from "../../consumers/packed.js";
import { attention, difference, type GivenInput } from "../reference.js";
import { caught, made, random, rejected } from "./made.js";
import { given } from "./requests.js";

const one = { data: [1], shape: [1, 1] };
afterEach(() => vi.restoreAllMocks());

/** Widths differ and n is not m, so that no array can pass for another. */
function drawn(next: () => number, n: number, m: number) {
  return { q: made(next, n, 8), k: made(next, m, 8), v: made(next, m, 5) };
}

describe("row 34: results are copies, and inputs stay the caller's, however the memory grows", () => {
  it.each([[64, 2048], [1, 5000], [300, 3000]])("n = m = %i, then %i", async (small, large) => {
    const heed = await load();
    const next = random(small);
    const input = drawn(next, small, small);
    const before = Object.values(input).map(({ data }) => data.slice());
    const first = heed.attend({ ...input, weights: true, logSumExp: true });
    const kept = structuredClone(first);
    const held = heed.memoryBytes;
    heed.attend({ ...drawn(next, large, large), weights: large < 4000 });
    if (small !== 1) expect(heed.memoryBytes, "the second call made the memory grow").toBeGreaterThan(held);
    expect(first.output.data).toHaveLength(small * 5);
    expect(first).toEqual(kept);
    expect(Object.values(input).map(({ data }) => data)).toEqual(before);
    expect(heed.attend({ ...input, weights: true, logSumExp: true }), "the same again after growth").toEqual(kept);
  });

  it("a result may be written over, and a later one is not touched by it", async () => {
    const heed = await load();
    const input = drawn(random(34), 7, 9);
    const want = heed.attend(input).output.data.slice();
    heed.attend(input).output.data.fill(NaN);
    expect(heed.attend(input).output.data).toEqual(want);
  });
});

describe("row 36: what is disposed is gone, once, and costs nothing", () => {
  it("10,000 instances come and go over a flat heap", async () => {
    const wasm = await WebAssembly.compile(readFileSync(new URL("../../../web/heed/dist/wasm/heed-scalar.wasm", import.meta.url)));
    const start = process.memoryUsage().rss;
    for (let count = 0; count < 10_000; ++count) {
      const heed = await load({ wasm });
      if (count % 100 === 0) expect(heed.attend({ q: one, k: one, v: one }).output.data[0]).toBe(1);
      heed.dispose();
    }
    expect(process.memoryUsage().rss - start).toBeLessThan(256 << 20);   // kept, they would hold 40 GB
  }, 600_000);

  it.each([["heed", load], ["heed/threads", loadThreads]])("%s: a second dispose does nothing, a use is a typed error", async (_, loadOne) => {
    const heed = await loadOne();
    heed.dispose();
    heed.dispose();
    for (const use of [() => heed.attend({ q: one, k: one, v: one }), () => heed.trace({ q: one, k: one, v: one })])
      expect(caught(use).code).toBe("disposed");
    expect(heed.memoryBytes).toBe(0);
    const another = await loadOne();
    expect(another.attend({ q: one, k: one, v: one }).output.data[0]).toBe(1);
    another.dispose();
  });
});

describe("row 38: a first call right after load returns at once, also on a browser's main thread", () => {
  it.each([1, 2, 4, 8])("in Node, %i threads", async (threads) => {
    const heed = await loadThreads({ threads });
    const start = performance.now();
    heed.attend(drawn(random(threads), 200, 300));
    expect(performance.now() - start).toBeLessThan(1000);
    heed.dispose();
  });

  it("in Chromium, isolated", async () => {
    const server = await serve({ folder: installPacked("first_call", ["program", "../web/heed/first_call"]) });
    const browser = await open("Chromium");
    try {
      expect(await browser.visit(server.address)).toEqual({ shown: "4 threads, finite, under 1 s", noise: [] });
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

describe("row 40: numbers of every kind are converted by value; what is no list of numbers is named", () => {
  const integers = [3, -1, 0, 2, -4, 1];
  const kinds: [string, ArrayLike<number>][] = [
    ["Float32Array", Float32Array.from(integers)], ["Float64Array", Float64Array.from(integers)], ["number[]", integers],
    ["Int8Array", Int8Array.from(integers)], ["Int16Array", Int16Array.from(integers)], ["Int32Array", Int32Array.from(integers)],
  ];
  const half = (globalThis as { Float16Array?: { from(numbers: number[]): ArrayLike<number> } }).Float16Array;
  if (half) kinds.push(["Float16Array", half.from(integers)]);
  const names = ["q", "k", "v", "bias"] as const;
  const plain = { q: made(random(1), 2, 3), k: made(random(2), 2, 3), v: made(random(3), 2, 3), bias: made(random(4), 2, 2) };
  const given = (name: (typeof names)[number], data: ArrayLike<number>) =>
    ({ ...plain, [name]: { data: name === "bias" ? Array.prototype.slice.call(data, 0, 4) : data, shape: plain[name].shape } }) as AttendInput;

  it.each(kinds)("%s", async (_, data) => {
    const heed = await load();
    for (const name of names) expect(heed.attend(given(name, data))).toEqual(heed.attend(given(name, Float32Array.from(integers))));
  });

  it("unsigned numbers, and doubles that float32 rounds", async () => {
    const heed = await load();
    for (const kind of [Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array])
      expect(heed.attend(given("q", kind.from([250, 1, 0, 7, 9, 2])))).toEqual(heed.attend(given("q", [250, 1, 0, 7, 9, 2])));
    const thirds = Float64Array.from({ length: 6 }, (_, i) => i / 3);
    expect(heed.attend(given("v", thirds))).toEqual(heed.attend(given("v", Float32Array.from(thirds))));
  });

  it.each([
    ["BigInt64Array", new BigInt64Array(6)], ["BigUint64Array", new BigUint64Array(6)], ["undefined", undefined], ["null", null],
    ["nested arrays", [[1, 2, 3], [4, 5, 6]]], ["a list with a hole", [1, 2, , 4, 5, 6]], ["a list of texts", ["1", "2", "3", "4", "5", "6"]],
    ["an ArrayBuffer", new ArrayBuffer(24)], ["a DataView", new DataView(new ArrayBuffer(24))], ["a text", "123456"],
  ])("%s is a typed error that names the argument", async (_, data) => {
    const heed = await load();
    for (const name of names.slice(0, 3)) {
      const error = caught(() => heed.attend({ ...plain, [name]: { data, shape: [2, 3] } } as never));
      expect([error.code, error.argument]).toEqual(["type", name]);
    }
    expect(heed.attend(plain).output.data.every(Number.isFinite)).toBe(true);
  });
});

describe("row 42: a host without SIMD gets the scalar build, and the same numbers", () => {
  it.each(given)("$name", async ({ input }) => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    const heed = await load();
    expect(heed.simd).toBe("scalar");
    const want = attention(input as GivenInput);
    const got = heed.attend({ ...(input as AttendInput), weights: true, logSumExp: true });
    for (const stage of ["output", "weights", "logSumExp"] as const) expect(difference(stage, got[stage], want[stage])).toBe("");
  });

  it("also where threads were asked for", async () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    const heed = await loadThreads({ threads: 4 });
    expect([heed.simd, heed.threads]).toEqual(["scalar", 1]);
    expect((await rejected(loadThreads({ simd: "relaxed" }))).code).toBe("option");
  });
});

describe("row 44: a request past the memory is a typed error, and the next small call works", () => {
  const column = (rows: number) => ({ data: new Float32Array(rows), shape: [rows, 1] });
  const rows = (count: number) => ({ q: column(count), k: column(count), v: column(count) });
  const tooMuch: [string, (heed: Awaited<ReturnType<typeof load>>) => unknown][] = [
    ["weights of 3.6 GB", (heed) => heed.attend({ ...rows(30_000), weights: true })],
    ["weights past 32 bits", (heed) => heed.attend({ ...rows(70_000), weights: true })],
    ["a trace of many tables", (heed) => heed.trace(rows(12_000))],
    ["a trace past 32 bits", (heed) => heed.trace(rows(66_000))],
  ];

  it.each([["heed", load], ["heed/threads", loadThreads]])("%s, by turns with small calls", async (_, loadOne) => {
    const heed = await loadOne();
    const small = drawn(random(44), 5, 7);
    const want = heed.attend(small);
    for (const [name, call] of [...tooMuch, ...tooMuch]) {
      expect(caught(() => call(heed)).code, name).toBe("memory");
      expect(heed.attend(small), `after ${name}`).toEqual(want);
    }
    heed.dispose();
  });
});
