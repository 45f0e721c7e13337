// Reads what callers give as numbers: kinds, shapes, halves. It knows nothing of attention and nothing of memory.
import { HeedError, isDetached, kindOf, shown, sizes } from "./errors.js";
import type { Kept } from "./heap.js";

/**
 * Numbers that were checked, and that a typed array's `set` converts by value; with their shape. Of a resident tensor, where
 * they are kept instead.
 */
export interface Source { kind: "float32" | "float64" | "uint8"; values: ArrayLike<number>; shape: readonly number[]; kept?: Kept }

const numberArrays = new Set([
  "Float32Array", "Float64Array", "Float16Array", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array",
  "Uint16Array", "Int32Array", "Uint32Array",
]);

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function countOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** A TensorLike; which ranks are allowed, the caller says. */
export function readTensor(argument: string, value: unknown): Source {
  const { data, shape, half } = readParts(argument, value);
  const values = half ? fromHalves(data as Uint16Array) : readNumbers(argument, data);
  return checkCount(argument, { kind: "float32", values, shape });
}

/** A Mask: booleans, or bytes of 0 and 1. */
export function readMask(argument: string, value: unknown): Source {
  const { data, shape } = readParts(argument, value);
  return checkCount(argument, { kind: "uint8", values: readFlags(argument, data), shape });
}

/** A flat array of numbers; its elements are checked where they could be anything else, and each of those is read once. */
export function readNumbers(argument: string, data: unknown): ArrayLike<number> {
  const kind = kindOf(data);
  if (ArrayBuffer.isView(data) && numberArrays.has(kind) && !isDetached(data)) return data as unknown as ArrayLike<number>;
  if (!Array.isArray(data)) throw new HeedError("type", argument, `must be an array of numbers, got ${shown(data)}`);
  const numbers: number[] = [];
  for (let at = 0; at < data.length; ++at) {
    const element: unknown = data[at];
    if (typeof element !== "number") throw new HeedError("type", argument, `must be a flat array of numbers, got ${shown(element)} at ${at}`);
    numbers.push(element);
  }
  return numbers;
}

export function notATensor(argument: string, value: unknown): HeedError {
  return new HeedError("type", argument, `must be { data, shape }, got ${shown(value)}`);
}

function readParts(argument: string, value: unknown) {
  if (!isObject(value) || kindOf(value) === "ResidentTensor") throw notATensor(argument, value);
  const { data, shape = value["dims"] } = value;
  if (!Array.isArray(shape)) throw new HeedError("type", argument, `must have its shape as an array of numbers, got ${shown(shape)}`);
  for (const size of shape as unknown[]) {
    if (!Number.isSafeInteger(size) || Number(size) < 0) {
      throw new HeedError("shape", argument, `every dimension must be a whole number from 0 up, got ${shown(size)}`);
    }
  }
  const half = (value["type"] === "float16" || value["dtype"] === "float16") && kindOf(data) === "Uint16Array" && !isDetached(data);
  return { data, shape: [...(shape as number[])], half };
}

function checkCount(argument: string, source: Source): Source {
  const { values, shape } = source;
  const count = countOf(shape);
  if (count === values.length) return source;
  throw new HeedError("shape", argument, `the shape ${sizes(shape)} needs ${count} numbers, got ${values.length}`);
}

function readFlags(argument: string, data: unknown): Uint8Array {
  const kind = kindOf(data);
  if (kind === "Uint8Array" && !isDetached(data)) {
    const flags = data as Uint8Array;
    const at = flags.findIndex((flag) => flag > 1);
    if (at >= 0) throw new HeedError("type", argument, `must be 0 or 1, got ${flags[at]} at ${at}`);
    return flags;
  }
  if (/^Float\d+Array$/.test(kind)) {
    throw new HeedError("type", argument, `must be booleans or a Uint8Array of 0 and 1, got ${shown(data)}; numbers to be added to the scores go in bias`);
  }
  if (!Array.isArray(data)) throw new HeedError("type", argument, `must be booleans or a Uint8Array of 0 and 1, got ${shown(data)}`);
  const flags = new Uint8Array(data.length);
  for (let at = 0; at < data.length; ++at) {
    const flag: unknown = data[at];
    if (typeof flag !== "boolean") throw new HeedError("type", argument, `must be booleans, got ${shown(flag)} at ${at}`);
    flags[at] = Number(flag);
  }
  return flags;
}

function fromHalves(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (bits) => fromHalf(bits));
}

/** IEEE 754 binary16: 1 sign, 5 exponent and 10 fraction bits. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return exponent ? sign * (1 + fraction / 1024) * 2 ** (exponent - 15) : sign * fraction * 2 ** -24;
}
