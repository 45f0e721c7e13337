// Resident tensors: the same bits as plain ones, a cache that grows a row at a time, what they hold, and what is refused.
import { describe, expect, it } from "vitest";
import { type AttendInput, load, type ResidentTensor } from "heed";
import { load as loadLab } from "heed/lab";
import { load as loadThreads } from "heed/threads";
import { attention, difference, type GivenInput } from "../reference.js";
import { caught, made, type Made, random, told } from "./made.js";

const heed = await load();
const next = random(60);

/** Some rows of each head of a tensor. */
function rowsOf({ data, shape }: Made, from: number, to: number): Made {
  const [rows, width] = shape.slice(-2) as [number, number];
  const heads = data.length / (rows * width || 1);
  const parts = Array.from({ length: heads }, (_, head) => [...data.subarray((head * rows + from) * width, (head * rows + to) * width)]);
  return { data: Float32Array.from(parts.flat()), shape: [...shape.slice(0, -2), to - from, width] };
}

describe.each([["fused"], ["steps"]] as const)("the same bits as plain tensors, %s", (engine) => {
  it.each([
    { name: "rank 2", q: made(next, 3, 5), k: made(next, 7, 5), v: made(next, 7, 2) },
    { name: "rank 3, shared key heads", q: made(next, 4, 3, 5), k: made(next, 2, 7, 5), v: made(next, 2, 7, 4) },
    { name: "rank 4, blocks of keys", q: made(next, 2, 2, 9, 8), k: made(next, 2, 2, 300, 8), v: made(next, 2, 2, 300, 6) },
    { name: "one query", q: made(next, 2, 1, 16), k: made(next, 2, 90, 16), v: made(next, 2, 90, 16) },
  ])("$name, with and without spare capacity", ({ q, k, v }) => {
    const gradOutput = made(next, ...q.shape.slice(0, -1), v.shape.at(-1)!);
    const options = { engine, weights: true, logSumExp: true, causal: "bottom-right" as const };
    const [plain, plainGradient] = [heed.attend({ q, k, v, ...options }), heed.gradient({ q, k, v, ...options, gradOutput })];
    for (const spare of [0, 3]) {
      const kept = [q, k, v].map((tensor) => heed.resident(tensor, { capacity: tensor.shape.at(-2)! + spare }));
      const [rq, rk, rv] = kept as [ResidentTensor, ResidentTensor, ResidentTensor];
      expect(heed.attend({ q: rq, k: rk, v: rv, ...options })).toEqual(plain);
      expect(heed.attend({ q, k: rk, v: rv, ...options })).toEqual(plain);
      expect(heed.trace({ q: rq, k: rk, v: rv })).toEqual(heed.trace({ q, k, v }));
      expect(heed.gradient({ q: rq, k: rk, v: rv, ...options, gradOutput })).toEqual(plainGradient);
      kept.forEach((tensor) => tensor.dispose());
    }
  });

  it("with threads, and in the lab", async () => {
    const [q, k, v] = [made(next, 2, 40, 8), made(next, 2, 200, 8), made(next, 2, 200, 8)];
    const plain = heed.attend({ q, k, v, engine });
    for (const other of [await loadThreads({ threads: 2 }), await loadLab()]) {
      const keys = other.resident(rowsOf(k, 0, 150), { capacity: 256 });
      keys.append(rowsOf(k, 150, 200));
      expect(other.attend({ q, k: keys, v: other.resident(v), engine })).toEqual(plain);
      other.dispose();
    }
  });
});

describe("a cache", () => {
  it("that grows by a row a step gives what causal attention over all rows gives", () => {
    const [q, k, v] = [made(next, 4, 40, 8), made(next, 2, 40, 8), made(next, 2, 40, 3)];
    const want = attention({ q, k, v, causal: true } as GivenInput).output;
    const [keys, values] = [heed.resident(rowsOf(k, 0, 0), { capacity: 40 }), heed.resident(rowsOf(v, 0, 0), { capacity: 40 })];
    for (let step = 0; step < 40; ++step) {
      keys.append(rowsOf(k, step, step + 1));
      values.append(rowsOf(v, step, step + 1));
      const input: AttendInput = { q: rowsOf(q, step, step + 1), k: keys, v: values, causal: true, causalOffset: step };
      const got = rowsOf({ data: Float32Array.from(heed.attend(input).output.data), shape: [4, 1, 3] }, 0, 1);
      const plain: GivenInput = { q: rowsOf(q, step, step + 1), k: rowsOf(k, 0, step + 1), v: rowsOf(v, 0, step + 1) } as GivenInput;
      expect(difference("output", got, attention(plain).output), `step ${step}`).toBe("");
      expect([...got.data]).toEqual([...rowsOf({ data: Float32Array.from(want.data), shape: want.shape as number[] }, step, step + 1).data].map((number) => expect.closeTo(number, 5)));
    }
    expect([keys.shape, keys.capacity]).toEqual([[2, 40, 8], 40]);
  });

  it("takes rows of every kind, several at once or none, by value", () => {
    const keys = heed.resident({ data: [1, 2], shape: [1, 2] }, { capacity: 6 });
    keys.append({ data: Float64Array.of(3, 4, 5, 6), shape: [2, 2] });
    keys.append({ data: [], shape: [0, 2] });
    keys.append({ data: Uint16Array.of(0x3c00, 0x4000), dims: [1, 2], type: "float16" });
    expect(heed.trace({ q: { data: [1, 1], shape: [1, 2] }, k: keys, v: keys }).k).toEqual({ data: Float32Array.of(1, 2, 3, 4, 5, 6, 1, 2), shape: [4, 2] });
  });

  it("keeps its numbers while the memory grows and large calls come and go", () => {
    const own = made(next, 2, 5, 4);
    const keys = heed.resident(own);
    heed.attend({ q: made(next, 900, 8), k: made(next, 900, 8), v: made(next, 900, 8), weights: true });
    expect(heed.trace({ q: own, k: keys, v: keys }).k).toEqual(own);
  });
});

describe("memory", () => {
  it("is taken once: 1,000 appends and calls take no more, and copy no key", async () => {
    const own = await load();
    const row = () => made(next, 8, 1, 64);
    const [keys, values] = [own.resident(row(), { capacity: 1001 }), own.resident(row(), { capacity: 1001 })];
    const held = own.memoryBytes;
    const [q, out] = [row(), new Float32Array(512)];
    for (let step = 0; step < 1000; ++step) {
      keys.append(row());
      values.append(row());
      expect(own.attend({ q, k: keys, v: values, out }).output.data).toBe(out);
    }
    expect(keys.shape).toEqual([8, 1001, 64]);
    // A copy of the keys and values would be 4 MB more.
    expect(own.memoryBytes - held).toBeLessThan(1e6);
  });

  it("is given back: 1,000 caches, one after the other, take the room of one", async () => {
    const own = await load();
    const tensor = made(next, 1000, 100);
    own.resident(tensor).dispose();
    const held = own.memoryBytes;
    for (let count = 0; count < 1000; ++count) {
      const keys = own.resident(tensor);
      keys.dispose();
      keys.dispose();
    }
    expect(own.memoryBytes).toBe(held);
  });

  it("too much is a typed error; what the calls left is given up first", async () => {
    const own = await load();
    const column = (rows: number) => ({ data: new Float32Array(rows), shape: [rows, 1] });
    const long = column(8e7);
    own.attend({ q: column(1), k: long, v: long });   // 640 MB stay for the next call
    const keys = own.resident(column(1), { capacity: 1.5e8 });
    expect(told(caught(() => own.resident(column(1), { capacity: 1.2e8 })))).toBe("memory | heed: 480000000 bytes do not fit in the module's memory of 1073741824");
    expect(caught(() => own.resident(column(1), { capacity: Number.MAX_SAFE_INTEGER })).code).toBe("memory");
    expect(own.attend({ q: column(1), k: keys, v: keys }).output.data).toEqual(Float32Array.of(0));
    keys.dispose();
    own.resident(column(1), { capacity: 1.2e8 });
  });
});

const lab = await loadLab();

describe("what is refused", () => {
  const q = made(next, 2, 1, 4);
  const keys = heed.resident(made(next, 2, 3, 4), { capacity: 4 });
  const gone = heed.resident(q);
  gone.dispose();
  const foreign = lab.resident(q);
  it.each([
    ["another instance's", () => heed.attend({ q, k: foreign, v: q }), "option | k: must be a resident tensor of this instance, got another's"],
    ["a disposed one", () => heed.attend({ q, k: q, v: gone }), "disposed | v: this resident tensor was disposed"],
    ["rows for a disposed one", () => gone.append(q), "disposed | resident: this resident tensor was disposed"],
    ["one as a bias", () => heed.attend({ q, k: q, v: q, bias: keys as never }), "type | bias: must be { data, shape }, got a ResidentTensor"],
    ["one of another width", () => heed.attend({ q: made(next, 2, 1, 5), k: keys, v: keys }), "shape | k: the last dimension must equal q's (5), got 4"],
    ["one of another rank", () => heed.attend({ q: made(next, 1, 4), k: keys, v: keys }), "shape | k: the number of dimensions must equal q's (2), got 3"],
    ["rows of another width", () => keys.append(made(next, 2, 1, 5)), "shape | rows: the shape must be (2, rows, 4), got (2, 1, 5)"],
    ["rows of another rank", () => keys.append(made(next, 1, 4)), "shape | rows: the shape must be (2, rows, 4), got (1, 4)"],
    ["a row without dimensions", () => keys.append({ data: [1], shape: [] }), "shape | rows: the shape must be (2, rows, 4), got ()"],
    ["more rows than fit", () => keys.append(made(next, 2, 2, 4)), "shape | rows: at most 1 more fit in the capacity of 4, got 2"],
    ["no rows", () => keys.append(undefined as never), "type | rows: must be { data, shape }, got undefined"],
    ["a vector", () => heed.resident({ data: [1], shape: [1] }), "shape | tensor: must have 2, 3 or 4 dimensions, got 1"],
    ["a capacity below the rows", () => heed.resident(q, { capacity: 0 }), "option | capacity: must be a whole number from the tensor's rows (1) up, got 0"],
    ["half a capacity", () => heed.resident(q, { capacity: 2.5 }), "option | capacity: must be a whole number from the tensor's rows (1) up, got 2.5"],
    ["an unknown option", () => heed.resident(q, { capcity: 2 } as never), "option | capcity: there is no such option; the nearest is capacity"],
    ["one of a resident", () => heed.resident(keys as never), "type | tensor: must be { data, shape }, got a ResidentTensor"],
  ])("%s", (_, action, text) => expect(told(caught(action))).toBe(text));

  it("and nothing was changed by it", () => expect(keys.shape).toEqual([2, 3, 4]));

  it("after the instance is disposed: appending is an error, disposing is not", async () => {
    const own = await load();
    const last = own.resident(q);
    own.dispose();
    expect(told(caught(() => last.append(q)))).toBe("disposed | heed: this instance was disposed; load a new one");
    expect(told(caught(() => own.resident(q)))).toBe("disposed | heed: this instance was disposed; load a new one");
    last.dispose();
  });
});
