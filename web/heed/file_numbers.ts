// The element types of files, each number converted to the nearest float32 once. Bytes are read through a DataView, so
// data may start at any byte.
import { HeedError } from "./errors.js";
import { fromHalf } from "./tensors.js";

export interface ElementType {
  bytes: number;
  read(view: DataView, at: number, little: boolean): number;
}

const word = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(4));

/** By the names of .npy without the byte order; bf2 is bfloat16, the upper half of a float32. */
const elementTypes = new Map<string, ElementType>([
  ["b1", { bytes: 1, read: (view, at) => (view.getUint8(at) ? 1 : 0) }],
  ["i1", { bytes: 1, read: (view, at) => view.getInt8(at) }],
  ["u1", { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ["i2", { bytes: 2, read: (view, at, little) => view.getInt16(at, little) }],
  ["u2", { bytes: 2, read: (view, at, little) => view.getUint16(at, little) }],
  ["i4", { bytes: 4, read: (view, at, little) => view.getInt32(at, little) }],
  ["u4", { bytes: 4, read: (view, at, little) => view.getUint32(at, little) }],
  ["i8", { bytes: 8, read: (view, at, little) => long(view.getInt32(little ? at + 4 : at, little), view.getUint32(little ? at : at + 4, little)) }],
  ["u8", { bytes: 8, read: (view, at, little) => long(view.getUint32(little ? at + 4 : at, little), view.getUint32(little ? at : at + 4, little)) }],
  ["f2", { bytes: 2, read: (view, at, little) => fromHalf(view.getUint16(at, little)) }],
  ["f4", { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) }],
  ["f8", { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) }],
  ["bf2", { bytes: 2, read: (view, at, little) => (word.setUint32(0, view.getUint16(at, little) * 2 ** 16), word.getFloat32(0)) }],
]);

export function elementType(name: string | undefined): ElementType | undefined {
  return elementTypes.get(name ?? "");
}

/**
 * high·2^32 + low as a double that rounds to the same float32 as the integer itself. From 2^53 up the 11 lowest bits do not
 * fit; if any is set, the bit above them becomes 1 ("round to odd"), which keeps the later rounding from seeing a false tie.
 */
function long(high: number, low: number): number {
  if (Math.abs(high) < 2 ** 21) return high * 2 ** 32 + low;
  return high * 2 ** 32 + (((low & ~0x7ff) | (low & 0x7ff ? 0x800 : 0)) >>> 0);
}

/** How many numbers a shape has; it may be inexact or Infinity past 2^53, which no file holds. */
export function countOf(shape: readonly number[]): number {
  return shape.includes(0) ? 0 : shape.reduce((product, size) => product * size, 1);
}

/** `count` numbers from the byte `start` on. The caller has seen that they are there: nothing larger is allocated. */
export function toFloat32(bytes: Uint8Array, start: number, count: number, type: ElementType, little: boolean): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const data = floats(count);
  for (let index = 0, at = start; index < count; ++index, at += type.bytes) data[index] = type.read(view, at, little);
  return data;
}

export function floats(count: number): Float32Array<ArrayBuffer> {
  try {
    return new Float32Array(count);
  } catch (cause) {
    throw new HeedError("memory", "bytes", `${4 * count} bytes for the numbers as float32 were refused by the host`, { cause });
  }
}
