// The module's memory: constant over many calls and instances; too much is a typed error, and the next call works.
import { afterEach, describe, expect, it, vi } from "vitest";
import { type AttendInput, load } from "heed";
import { load as loadLab } from "heed/lab";
import { load as loadThreads } from "heed/threads";
import { caught, made, random, told } from "./made.js";
import { given } from "./requests.js";

afterEach(() => vi.restoreAllMocks());

describe.each([["heed", load], ["heed/threads", () => loadThreads({ threads: 3 })]])("memory of %s that has to grow", (_, loadEntry) => {
  const next = random(12);
  const small = { q: made(next, 2, 4), k: made(next, 3, 4), v: made(next, 3, 4), weights: true };
  const large = { ...small, k: made(next, 400_000, 4), v: made(next, 400_000, 4) };

  it("leaves earlier results as they were", async () => {
    const heed = await loadEntry();
    const earlier = heed.attend(small);
    const asItWas = structuredClone(earlier);
    const held = heed.memoryBytes;
    heed.attend(large);
    expect(heed.memoryBytes).toBeGreaterThan(held);
    expect(earlier).toEqual(asItWas);
  });

  it("and that the host refuses is a typed error; the instance works on, and takes it when it is there", async () => {
    const heed = await loadEntry();
    const before = heed.attend(small);
    const grow = vi.spyOn(WebAssembly.Memory.prototype, "grow").mockImplementation(() => { throw new RangeError("Unable to grow instance memory"); });
    expect(told(caught(() => heed.attend(large)))).toMatch(/^memory \| heed: \d+ bytes do not fit in the module's memory of 1073741824$/);
    expect(grow).toHaveBeenCalled();
    expect(heed.attend(small)).toEqual(before);
    grow.mockRestore();
    expect(heed.attend(large).output.data.every(Number.isFinite)).toBe(true);
  });
});

describe("memory", () => {
  it("stays as it is over 10,000 calls of attend, of every kind", async () => {
    const heed = await load();
    const calls = () => given.forEach(({ input }) => heed.attend({ ...(input as AttendInput), weights: true, logSumExp: true }));
    calls();
    const held = heed.memoryBytes;
    for (let count = 0; count < 10_000; count += given.length) calls();
    expect(heed.memoryBytes).toBe(held);
  });

  it("stays as it is over 10,000 traces, opened cells and errors", async () => {
    const heed = await loadLab();
    const next = random(10);
    const input = { x: made(next, 6, 4), wq: made(next, 4, 4), wk: made(next, 4, 4), wv: made(next, 4, 4), heads: 2, keyLengths: [5] };
    const call = () => {
      heed.lab.open(heed.trace(input), "output", [1, 2, 1]);
      heed.lab.pair([1, 2], [3, 4]);
      caught(() => heed.trace({ ...input, heads: 3 }));
    };
    call();
    const held = heed.memoryBytes;
    for (let count = 0; count < 10_000; ++count) call();
    expect(heed.memoryBytes).toBe(held);
  });

  it("large and small calls by turns grow it once", async () => {
    const heed = await load();
    const next = random(11);
    const sizes = [16, 1500, 40, 700, 1500, 3];
    const call = (size: number) => heed.attend({ q: made(next, size, 8), k: made(next, size, 8), v: made(next, size, 8), weights: true });
    sizes.forEach(call);
    const held = heed.memoryBytes;
    expect(held).toBeGreaterThan(4 << 20);
    for (let round = 0; round < 5; ++round) sizes.forEach(call);
    expect(heed.memoryBytes).toBe(held);
  });

  it("steadily larger calls give back what they outgrow", async () => {
    const heed = await load();
    const column = (rows: number) => ({ data: new Float32Array(rows), shape: [rows, 1] });
    // 8 MB at the end; kept, the outgrown would come to 200 MB.
    for (let rows = 20_000; rows <= 1_000_000; rows += 20_000) heed.attend({ q: column(1), k: column(rows), v: column(rows) });
    expect(heed.memoryBytes).toBeLessThan(40e6);
  });

  it("a request past the module's memory is a typed error, and a small one works after it", async () => {
    const heed = await load();
    const row = (count: number) => ({ data: new Float32Array(count), shape: [count, 1] });
    const before = heed.attend({ q: row(2), k: row(3), v: row(3) });
    const held = heed.memoryBytes;
    const weightsOf3GB = () => heed.attend({ q: row(30_000), k: row(25_000), v: row(25_000), weights: true });
    expect(told(caught(weightsOf3GB))).toMatch(/^memory \| heed: 30\d{8} bytes do not fit in the module's memory of 1073741824$/);
    expect(caught(() => heed.trace({ q: row(30_000), k: row(25_000), v: row(25_000) })).code).toBe("memory");
    expect(heed.memoryBytes).toBeLessThan(held + (1 << 20));
    expect(heed.attend({ q: row(2), k: row(3), v: row(3) })).toEqual(before);
  });

  it("sizes that no memory holds are typed errors before anything is allocated", async () => {
    const heed = await load();
    const empty = (...shape: number[]) => ({ data: [], shape });
    const most = Number.MAX_SAFE_INTEGER;
    expect(caught(() => heed.attend({ q: empty(most, 0), k: empty(1, 0), v: { data: [1], shape: [1, 1] }, scale: 1 })).code).toBe("memory");
    expect(caught(() => heed.attend({ q: empty(100_000, 0), k: empty(100_000, 0), v: empty(100_000, 0), scale: 1, weights: true })).code).toBe("memory");
    expect(heed.memoryBytes).toBe(4 << 20);
  });

  it("500 instances come and go, one after the other", async () => {
    const one = { data: [1], shape: [1, 1] };
    for (let count = 0; count < 500; ++count) {
      const heed = await load();
      expect(heed.attend({ q: one, k: one, v: one }).output.data[0]).toBe(1);
      heed.dispose();
    }
  });
});
