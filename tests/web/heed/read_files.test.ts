// readNpy and readSafetensors on every file of tests/suites/files as its README says, on bytes changed at random, and on
// what no file can hold. The files copied from other projects (*_real_*) are read where the whole suite is at hand.
/// <reference path="../../../web/heed/generated.d.ts" />
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HeedError } from "../../../web/heed/errors.js";
import * as heed from "../../../web/heed/index.js";
import * as lab from "../../../web/heed/lab.js";
import { readNpy } from "../../../web/heed/read_npy.js";
import { readSafetensors } from "../../../web/heed/read_safetensors.js";
import * as threads from "../../../web/heed/threads.js";
import type { Tensor } from "../../../web/heed/types.js";
import { random, told } from "./made.js";

interface Expected { shape: number[]; dtype: string; count: number; first: (number | string)[]; sum: number; weighted: number }
type Case = { file: string; error?: string; or_error?: boolean; says?: string } & (
  | { kind: "npy"; expect?: Expected }
  | { kind: "safetensors"; expect?: { tensors: (Expected & { name: string })[] } });

const folders = ["../../suites/files/", "../../../../shared/suites/files/"].map((path) => new URL(path, import.meta.url));
const fileOf = (name: string) => folders.map((folder) => new URL(name, folder)).find((url) => existsSync(url));
// The file writes -0.0, which JSON.parse keeps as minus zero.
const all = JSON.parse(readFileSync(new URL("cases.json", folders[0]), "utf8")) as Case[];
const cases = all.filter(({ file }) => fileOf(file));
const bytesOf = (file: string) => new Uint8Array(readFileSync(fileOf(file)!));
const read = (kind: Case["kind"], bytes: Uint8Array) => (kind === "npy" ? readNpy(bytes) : readSafetensors(bytes));

/** The same bytes in the middle of others, from an odd byte on. */
function atOddByte(bytes: Uint8Array): Uint8Array {
  const larger = new Uint8Array(bytes.length + 16).fill(0x31);
  larger.set(bytes, 7);
  return larger.subarray(7, 7 + bytes.length);
}

function check({ data, shape }: Tensor, want: Expected): void {
  expect(shape).toEqual(want.shape);
  expect(data).toBeInstanceOf(Float32Array);
  expect(data).toHaveLength(want.count);
  expect(Array.from(data.subarray(0, 16))).toEqual(want.first.map(Number));   // tells -0 from 0
  let sum = 0, weighted = 0;
  data.forEach((value, at) => {
    if (!Number.isFinite(value)) return;
    sum += value;
    weighted += value * ((at % 97) + 1);
  });
  expect([sum, weighted]).toEqual([want.sum, want.weighted].map((number) => number + 0));
}

function checkCase(one: Case, bytes: Uint8Array): void {
  const before = bytes.slice();
  const start = performance.now();
  let result: Tensor | Record<string, Tensor> | undefined;
  let error: unknown;
  try {
    result = read(one.kind, bytes);
  } catch (thrown) {
    error = thrown;
  }
  expect(performance.now() - start).toBeLessThan(2000);
  expect(Buffer.compare(bytes, before), "the input is unchanged").toBe(0);
  if (result === undefined) {
    if (!(error instanceof HeedError)) throw error;
    if (one.error === undefined && !one.or_error) throw error;
    expect(["shape", "type"], error.message).toContain(error.code);
    expect(told(error)).toMatch(new RegExp(one.says ?? "", "i"));
    expect(error.message.length).toBeLessThan(400);
  } else if (one.kind === "npy") {
    expect(one.expect, `${one.error}: must be refused`).toBeDefined();
    check(result as Tensor, one.expect!);
  } else {
    expect(one.expect, `${one.error}: must be refused`).toBeDefined();
    const record = result as Record<string, Tensor>;
    expect(Object.keys(record).sort()).toEqual(one.expect!.tensors.map(({ name }) => name).sort());
    for (const want of one.expect!.tensors) check(record[want.name]!, want);
  }
}

describe("every file of the suite", () => {
  it("is there, but for those of other projects", () => {
    expect(all.length).toBe(512);
    expect(all.filter(({ file }) => !cases.some((one) => one.file === file) && !file.includes("_real_"))).toEqual([]);
  });

  describe.each(["npy", "safetensors"])("%s", (kind) => {
    it.each(cases.filter((one) => one.kind === kind).map((one) => [one.file, one] as const))("%s", (file, one) => {
      checkCase(one, bytesOf(file));
      checkCase(one, atOddByte(bytesOf(file)));
    });
  });
});

describe("bytes changed at random", () => {
  const small = cases.filter(({ file, expect: good }) => good && !file.includes("_real_"))   // the same seeds everywhere
    .map(({ kind, file }) => ({ kind, bytes: bytesOf(file) })).filter(({ bytes }) => bytes.length < 2000);
  it.each([1, 2, 3, 4])("end in a result or a HeedError: seed %i", (seed) => {
    const next = random(seed);
    const below = (most: number) => Math.floor(next() * most);
    let results = 0, errors = 0;
    for (let round = 0; round < 20_000; ++round) {
      const { kind, bytes } = small[below(small.length)]!;
      const changed = mutate(bytes, below);
      try {
        const result = read(kind, changed);
        for (const { data, shape } of kind === "npy" ? [result as Tensor] : Object.values(result as Record<string, Tensor>)) {
          expect(data.length).toBe(shape.includes(0) ? 0 : shape.reduce((product, size) => product * size, 1));
          expect(data.length).toBeLessThanOrEqual(changed.length);
        }
        ++results;
      } catch (error) {
        if (!(error instanceof HeedError)) throw new Error(`seed ${seed}, round ${round}`, { cause: error });
        ++errors;
      }
    }
    expect(Math.min(results, errors)).toBeGreaterThan(1000);
  });
});

const telling = "{}[](),:'\"0123456789-.LTF \\\n";

/** One to four changes, most of them in the header: a bit, a byte, a piece left out or doubled, an end cut off. */
function mutate(bytes: Uint8Array, below: (most: number) => number): Uint8Array {
  let changed = Array.from(bytes);
  for (let change = below(4); change >= 0; --change) {
    const at = below(below(2) ? Math.min(changed.length, 140) : changed.length);
    const kind = below(5);
    if (changed.length === 0) return Uint8Array.of(below(256));
    if (kind === 0) changed[at]! ^= 1 << below(8);
    else if (kind === 1) changed[at] = telling.charCodeAt(below(telling.length));
    else if (kind === 2) changed.splice(at, 1 + below(8));
    else if (kind === 3) changed.splice(at, 0, ...changed.slice(at, at + 1 + below(8)));
    else if (below(4) === 0) changed = changed.slice(0, at);
  }
  return Uint8Array.from(changed);
}

// ---- what no file of the suite holds ----------------------------------------------------------------------------------

const ascii = (text: string) => new TextEncoder().encode(text);

function npy(header: string, data: ArrayLike<number> = [], version = 1): Uint8Array {
  const length = Array.from({ length: version === 1 ? 2 : 4 }, (_, at) => (header.length >> (8 * at)) & 255);
  return Uint8Array.from([0x93, ...ascii("NUMPY"), version, 0, ...length, ...ascii(header), ...Array.from(data)]);
}

function safetensors(header: string, data: ArrayLike<number> = []): Uint8Array {
  const text = ascii(header);
  const file = new Uint8Array(8 + text.length + data.length);
  new DataView(file.buffer).setUint32(0, text.length, true);
  file.set(text, 8);
  file.set(data, 8 + text.length);
  return file;
}

function refused(action: () => unknown): HeedError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(HeedError);
    return error as HeedError;
  }
  throw new Error("nothing was thrown");
}

describe("the errors", () => {
  const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n";
  it.each<[string, () => unknown, string]>([
    ["no bytes", () => readNpy(undefined as never), "type | bytes: must be a Uint8Array, got undefined"],
    ["numbers", () => readNpy(new Float32Array(2) as never), "type | bytes: must be a Uint8Array, got a Float32Array"],
    ["a buffer", () => readSafetensors(new ArrayBuffer(8) as never), "type | bytes: must be a Uint8Array, got an ArrayBuffer; wrap it: new Uint8Array(buffer)"],
    ["an empty file", () => readNpy(new Uint8Array()), "type | bytes: must be an .npy file, got 0 bytes"],
    ["a web page", () => readNpy(ascii("<!doctype html>")), "type | bytes: must be an .npy file, got 15 bytes that begin with 3c 21 64 6f 63 74 79 70"],
    ["an archive", () => readNpy(ascii("PK\x03\x04 and so on")), "type | bytes: must be an .npy file, got a zip archive (.npz and .pt files are such); unpack it first"],
    ["PyTorch's archive", () => readSafetensors(ascii("PK\x03\x04 and so on")), "type | bytes: must be a .safetensors file: a header of at most 6 bytes, whose length it begins with, got a zip archive (.npz and .pt files are such); unpack it first"],
    ["too little data", () => readNpy(npy(header, new Uint8Array(44))), "shape | bytes: the shape (3, 4) needs 48 bytes of data, got 44"],
    ["complex numbers", () => readNpy(npy(header.replace("f4", "c8"))), 'type | bytes: the element type must be one of f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1, got "<c8"'],
    ["a shape that is no tuple", () => readNpy(npy(header.replace("(3, 4)", "(3)"))), 'type | bytes: the header of an .npy file must have a comma behind the only axis, as in (3,), at character 53, got ", }\\n"'],
    ["6L in version 3", () => readNpy(npy(header.replace("3, 4", "12L,"), new Uint8Array(48), 3)), 'type | bytes: the header of an .npy file must have , at character 53, got "L,), }\\n"'],
    ["a text for a number", () => readSafetensors(safetensors('{"a":{"dtype":"F32","shape":["1"]}}')), 'type | bytes: the header of a .safetensors file must have a whole number from 0 to 2^53 - 1 at character 29, got "\\"1\\"]}}"'],
    ["a dtype that is too small", () => readSafetensors(safetensors('{"a":{"dtype":"F4"}}')), 'type | bytes: the dtype of "a" must be one of F16 BF16 F32 F64 BOOL I8 I16 I32 I64 U8 U16 U32 U64, got "F4"'],
    ["a download cut short", () => readSafetensors(safetensors('{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}', [1, 2, 3])), 'shape | bytes: the tensors must cover 3 bytes of data one after the other, got "a" at 0 … 8 after 0'],
    ["a shape that does not fit", () => readSafetensors(safetensors('{"a":{"dtype":"F16","shape":[2, 3],"data_offsets":[0,8]}}', new Uint8Array(8))), 'shape | bytes: the shape (2, 3) of "a" needs 12 bytes, got data_offsets of 8'],
  ])("%s", (_, action, text) => {
    expect(told(refused(action))).toBe(text);
  });

  it("tell memory that the host refuses", () => {
    const real = globalThis.Float32Array;
    try {
      globalThis.Float32Array = class { constructor() { throw new RangeError("Array buffer allocation failed"); } } as never;
      expect(told(refused(() => readNpy(npy(header, new Uint8Array(48)))))).toBe("memory | bytes: 48 bytes for the numbers as float32 were refused by the host");
    } finally {
      globalThis.Float32Array = real;
    }
  });
});

describe("a large header", () => {
  const seconds = (action: () => unknown) => {
    const start = performance.now();
    refused(action);
    return (performance.now() - start) / 1000;
  };

  it.each([
    ["blanks", "", " "], ["one name", '{"', "n"], ["escapes", '{"', "\\\\"], ["one number", '{"a":{"shape":[', "9"],
    ["zeros in a shape", '{"a":{"shape":[1', ",0"], ["open lists", "", "["], ["open objects", "", '{"a":'],
  ])("of 8 MB costs time in proportion: %s", (_, start, piece) => {
    expect(seconds(() => readSafetensors(safetensors(start + piece.repeat(8e6 / piece.length))))).toBeLessThan(5);
  });

  it("of many tensors on the same bytes is refused", () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `"${at}":{"dtype":"U8","shape":[1000000],"data_offsets":[0,1000000]}`);
    expect(seconds(() => readSafetensors(safetensors(`{${many.join(",")}}`, new Uint8Array(1e6))))).toBeLessThan(5);
  });

  it("of an .npy file is refused before it is decoded", () => {
    expect(refused(() => readNpy(npy(" ".repeat(70_000), [], 2))).message).toBe("bytes: the header must have at most 65536 bytes here, got a length of 70000");
  });
});

describe("the result", () => {
  it("is the same through each entry", () => {
    for (const entry of [heed, threads, lab]) expect([entry.readNpy, entry.readSafetensors]).toEqual([readNpy, readSafetensors]);
  });

  it("shares nothing with the file", () => {
    const file = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}  ", [0, 0, 128, 63]);
    const { data } = readNpy(file);
    file.fill(0);
    expect(data).toEqual(Float32Array.of(1));
    expect(data.buffer.byteLength).toBe(4);
  });

  it("is read from memory that threads share, too", () => {
    const shared = (file: Uint8Array) => {
      const bytes = new Uint8Array(new SharedArrayBuffer(file.length));
      bytes.set(file);
      return bytes;
    };
    expect(readNpy(shared(npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", [1, 2, 3, 4, 5, 6])))).toEqual({ data: Float32Array.of(1, 3, 5, 2, 4, 6), shape: [2, 3] });
    expect(readSafetensors(shared(safetensors('{"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}}', [128, 63, 0, 192])))).toEqual({ a: { data: Float32Array.of(1, -2), shape: [2] } });
  });

  it("rounds every integer of 64 bits once, as exact arithmetic does", () => {
    const next = random(64);
    const words = BigInt64Array.from({ length: 20_000 }, () => {
      const size = BigInt(Math.floor(next() * 64));
      const bits = (BigInt(Math.floor(next() * 2 ** 32)) << 32n) | BigInt(Math.floor(next() * 2 ** 32));
      const tie = (1n << (size > 25n ? size - 25n : 0n)) * BigInt(2 * Math.floor(next() * 2 ** 23) + 1) + BigInt(Math.floor(next() * 3) - 1);
      return BigInt.asIntN(64, next() < 0.5 ? bits >> size : next() < 0.5 ? tie : -tie);
    });
    for (const [descr, values] of [["<i8", Array.from(words)], ["<u8", Array.from(new BigUint64Array(words.buffer))]] as const) {
      const { data } = readNpy(npy(`{'descr': '${descr}', 'fortran_order': False, 'shape': (20000,)}`, new Uint8Array(words.buffer)));
      values.forEach((value, at) => expect(BigInt(data[at]!), `${value}`).toBe(nearestFloat32(value)));
    }
  });
});

/** 24 bits of the number, ties to even, in integers alone. */
function nearestFloat32(value: bigint): bigint {
  const size = value < 0n ? -value : value;
  const unit = 1n << BigInt(Math.max(0, size.toString(2).length - 24));
  const [down, rest] = [size / unit, size % unit];
  const up = 2n * rest > unit || (2n * rest === unit && down % 2n === 1n);
  const rounded = (down + (up ? 1n : 0n)) * unit;
  return value < 0n ? -rounded : rounded;
}
