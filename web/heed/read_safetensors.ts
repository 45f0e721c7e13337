// The .safetensors format (github.com/huggingface/safetensors): 8 bytes of length, a JSON header, the numbers. As in the
// format's own reader, the tensors cover the data once, without hole or overlap. Left out: __metadata__, 4- to 8-bit floats.
import { HeedError, shown, sizes } from "./errors.js";
import { beginning, checkBytes, HeaderText } from "./file_header.js";
import { countOf, type ElementType, elementType, toFloat32 } from "./file_numbers.js";
import type { Tensor } from "./types.js";

const mostHeaderBytes = 100_000_000;   // the format's limit

const types = new Map<string, string>([
  ["F16", "f2"], ["BF16", "bf2"], ["F32", "f4"], ["F64", "f8"], ["BOOL", "b1"],
  ["I8", "i1"], ["I16", "i2"], ["I32", "i4"], ["I64", "i8"], ["U8", "u1"], ["U16", "u2"], ["U32", "u4"], ["U64", "u8"],
]);

/**
 * Reads a .safetensors file of F16, BF16, F32, F64, the integers and BOOL into a record of its tensors by name. Each number
 * is rounded once to the nearest float32; true is 1. The tensors are the caller's own. Throws a HeedError: `type` for
 * another kind of file, a faulty header or another element type; `shape` where shapes, offsets and data disagree; `memory`.
 */
export function readSafetensors(bytes: Uint8Array): Record<string, Tensor> {
  checkBytes(bytes);
  const { text, dataStart } = findHeader(bytes);
  const entries = readHeader(text);
  checkLayout(entries, bytes.length - dataStart);
  return Object.fromEntries(entries.map(({ name, type, shape, begin }) => (   // as own keys, "__proto__" too
    [name, { data: toFloat32(bytes, dataStart + begin, countOf(shape), type, true), shape }])));
}

function findHeader(bytes: Uint8Array): { text: string; dataStart: number } {
  const most = Math.min(bytes.length - 8, mostHeaderBytes);
  const length = bytes.subarray(0, 8).reduceRight((value, byte) => value * 256 + byte, 0);   // past 2^53 inexact, and refused
  if (most < 0 || length > most) {
    const expected = most < 0 ? "8 bytes of length and a header" : `a header of at most ${most} bytes, whose length it begins with`;
    throw new HeedError("type", "bytes", `must be a .safetensors file: ${expected}, got ${beginning(bytes)}`);
  }
  const dataStart = 8 + length;
  try {
    // Copied, because a view of shared memory is refused. A byte order mark is kept, and refused as no JSON.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes.subarray(8, dataStart)));
    return { text, dataStart };
  } catch (cause) {
    throw new HeedError("type", "bytes", "the header of a .safetensors file must be UTF-8, got other bytes", { cause });
  }
}

interface Entry { name: string; type: ElementType; shape: number[]; begin: number; end: number }

function readHeader(text: string): Entry[] {
  const header = new HeaderText(text, { name: "the header of a .safetensors file", blanks: " \t\n\r", quotes: '"', finalComma: false });
  const entries: Entry[] = [];
  readObject(header, (name) => {
    if (name === "__metadata__") skipMetadata(header);
    else entries.push(readEntry(header, name));
  });
  header.end();
  return entries;
}

/** Nothing but a map from strings to strings, or null. */
function skipMetadata(header: HeaderText): void {
  if (!header.passes("null")) readObject(header, () => readString(header, "a string in __metadata__"));
}

function readEntry(header: HeaderText, name: string): Entry {
  let type: ElementType | undefined;
  let shape: number[] | undefined;
  let offsets: number[] | undefined;
  readObject(header, (field) => {
    if (field === "dtype") type = readType(header, name);
    else if (field === "shape") shape = readWholes(header);
    else if (field === "data_offsets") offsets = readWholes(header);
    else throw header.fault(`no field but dtype, shape and data_offsets (${shown(name)} has ${shown(field)})`);
  });
  if (!type || !shape || !offsets) throw header.fault(`dtype, shape and data_offsets for ${shown(name)}`);
  const [begin, end, more] = offsets;
  if (begin === undefined || end === undefined || more !== undefined || begin > end) {
    throw new HeedError("shape", "bytes", `data_offsets of ${shown(name)} must be [begin, end], got ${listed(offsets)}`);
  }
  const needed = countOf(shape) * type.bytes;
  if (needed !== end - begin) {
    throw new HeedError("shape", "bytes", `the shape ${listed(shape)} of ${shown(name)} needs ${needed} bytes, got data_offsets of ${end - begin}`);
  }
  return { name, type, shape, begin, end };
}

function readType(header: HeaderText, name: string): ElementType {
  const dtype = readString(header, "a dtype in quotes");
  const type = elementType(types.get(dtype));
  if (!type) throw new HeedError("type", "bytes", `the dtype of ${shown(name)} must be one of ${[...types.keys()].join(" ")}, got ${shown(dtype)}`);
  return type;
}

function readWholes(header: HeaderText): number[] {
  const numbers: number[] = [];
  header.list("[", "]", () => numbers.push(header.whole()));
  return numbers;
}

/** A JSON object, whose values `value` reads. The format allows no key twice. */
function readObject(header: HeaderText, value: (key: string) => void): void {
  const keys = new Set<string>();
  header.list("{", "}", () => {
    const key = readString(header, "a name in quotes");
    if (keys.has(key)) throw header.fault(`the name ${shown(key)} once`);
    keys.add(key);
    header.must(":");
    value(key);
  });
}

function readString(header: HeaderText, what: string): string {
  const token = header.quoted(what);
  try {
    const text = JSON.parse(token) as string;   // a string literal and nothing else: its escapes, and what it may not hold
    if (!/\p{Surrogate}/u.test(text)) return text;   // half a pair, from an escape
  } catch { /* the same fault */ }
  throw header.fault(`${what}, in JSON (before this, ${shown(token)})`);
}

function checkLayout(entries: readonly Entry[], length: number): void {
  let covered = 0;
  for (const { name, begin, end } of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== covered || end > length) {
      throw new HeedError("shape", "bytes", `the tensors must cover ${length} bytes of data one after the other, got ${shown(name)} at ${begin} … ${end} after ${covered}`);
    }
    covered = end;
  }
  if (covered !== length) throw new HeedError("shape", "bytes", `the tensors must cover the ${length} bytes of data, got ${covered} covered`);
}

function listed(numbers: readonly number[]): string {
  return numbers.length > 8 ? `of ${numbers.length} axes` : sizes(numbers);
}
