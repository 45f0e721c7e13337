// One array of NumPy's .npy format, versions 1 to 3 (numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
// Its header is a Python dictionary; only its three keys are understood. Not here: archives (.npz), pickles, structures.
import { HeedError, shown, sizes } from "./errors.js";
import { beginning, checkBytes, HeaderText } from "./file_header.js";
import { countOf, type ElementType, elementType, floats, toFloat32 } from "./file_numbers.js";
import type { Tensor } from "./types.js";

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];   // … NUMPY
const mostHeaderBytes = 65_536;   // NumPy itself reads no more than 10,000
const mostAxes = 64;   // NumPy's limit

/**
 * Reads an .npy file: f2 f4 f8, i1 … i8, u1 … u8 and b1, of either byte order, in C or Fortran order. Each number is
 * rounded once to the nearest float32; true is 1. The result is row-major and the caller's own; bytes after the array are
 * left alone. Throws a HeedError: `type` for another kind of file, a faulty header or another element type; `shape` for
 * data that is shorter than the shape says; `memory`.
 */
export function readNpy(bytes: Uint8Array): Tensor {
  checkBytes(bytes);
  const { text, major, dataStart } = findHeader(bytes);
  const { type, little, columnMajor, shape } = readHeader(text, major);
  const count = countOf(shape);
  const held = bytes.length - dataStart;
  if (count * type.bytes > held) {
    throw new HeedError("shape", "bytes", `the shape ${shape.length > 8 ? `of ${shape.length} axes` : sizes(shape)} needs ${count * type.bytes} bytes of data, got ${held}`);
  }
  const data = toFloat32(bytes, dataStart, count, type, little);
  return { data: columnMajor ? toRowMajor(data, shape) : data, shape };
}

/** Magic, version, length of the header: 2 bytes in version 1, 4 later. */
function findHeader(bytes: Uint8Array): { text: string; major: number; dataStart: number } {
  if (!magic.every((byte, at) => bytes[at] === byte)) throw new HeedError("type", "bytes", `must be an .npy file, got ${beginning(bytes)}`);
  const [major = 0, minor = 0] = bytes.subarray(6, 8);
  if (bytes.length >= 8 && (major < 1 || major > 3 || minor !== 0)) {
    throw new HeedError("type", "bytes", `must be of version 1.0, 2.0 or 3.0 of the .npy format, got ${major}.${minor}`);
  }
  const start = major === 1 ? 10 : 12;
  if (bytes.length < start) throw new HeedError("type", "bytes", `must have ${start} bytes before the header, got ${bytes.length} in all`);
  const length = bytes.subarray(8, start).reduceRight((value, byte) => value * 256 + byte, 0);
  const most = Math.min(bytes.length - start, mostHeaderBytes);
  if (length > most) throw new HeedError("type", "bytes", `the header must have at most ${most} bytes here, got a length of ${length}`);
  // All that is understood is ASCII. Copied, because a view of shared memory is refused.
  const text = new TextDecoder("latin1").decode(new Uint8Array(bytes.subarray(start, start + length)));
  return { text, major, dataStart: start + length };
}

interface Header { type: ElementType; little: boolean; columnMajor: boolean; shape: number[] }

function readHeader(text: string, major: number): Header {
  const header = new HeaderText(text, { name: "the header of an .npy file", blanks: " \t\n\r\f", quotes: "'\"", finalComma: true });
  const found: Partial<Header> = {};
  const seen = new Set<string>();
  header.list("{", "}", () => {
    const key = header.quoted("descr, fortran_order or shape in quotes").slice(1, -1);
    header.must(":");
    if (seen.has(key)) throw header.fault(`${shown(key)} once`);
    seen.add(key);
    if (key === "descr") Object.assign(found, readType(header));
    else if (key === "fortran_order") found.columnMajor = readFlag(header);
    else if (key === "shape") found.shape = readShape(header, major < 3);
    else throw header.fault(`no key but descr, fortran_order and shape (it has ${shown(key)})`);
  });
  header.end();
  const { type, little, columnMajor, shape } = found;
  if (!type || little === undefined || columnMajor === undefined || !shape) throw header.fault("all of descr, fortran_order and shape");
  return { type, little, columnMajor, shape };
}

/** "<f4": byte order, kind, bytes. One byte has no order, which "|" says. */
function readType(header: HeaderText): Pick<Header, "type" | "little"> {
  const refuse = (came: string) => new HeedError("type", "bytes", `the element type must be one of f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1, got ${came}`);
  if (header.passes("[") || header.passes("(")) throw refuse("a structured one");
  const descr = header.quoted("an element type in quotes").slice(1, -1);
  if (/^[<>|=]?O/.test(descr)) throw refuse(`${shown(descr)}, Python objects: their data is a pickle, which is never read`);
  const [, order, name] = /^([<>|])([fiub][1248])$/.exec(descr) ?? [];
  const type = elementType(name);
  if (!type || (order === "|" && type.bytes > 1)) throw refuse(shown(descr));
  return { type, little: order !== ">" };
}

function readFlag(header: HeaderText): boolean {
  if (header.passes("True")) return true;
  header.must("False");
  return false;
}

/** A Python tuple: (), (6,), (2, 3). Python 2 wrote 6L for some. */
function readShape(header: HeaderText, python2: boolean): number[] {
  const shape: number[] = [];
  const commas = header.list("(", ")", () => {
    if (shape.length === mostAxes) throw header.fault(`at most ${mostAxes} axes`);
    shape.push(header.whole());
    if (python2) header.passes("L");
  });
  if (shape.length === 1 && commas === 0) throw header.fault(`a comma behind the only axis, as in (${shape[0]},),`);
  return shape;
}

/** From Fortran's order, where the first axis is the fastest, to C's, where the last is. */
function toRowMajor(data: Float32Array, shape: readonly number[]): Float32Array {
  const axes: { size: number; stride: number; index: number }[] = [];   // last axis first, without those of size 1
  let stride = 1;
  for (const size of shape) {
    if (size > 1) axes.unshift({ size, stride, index: 0 });
    stride *= size;
  }
  const rows = floats(data.length);
  let from = 0;
  for (let to = 0; to < rows.length; ++to) {
    rows[to] = data[from]!;
    for (const axis of axes) {
      from += axis.stride;
      if (++axis.index < axis.size) break;
      from -= axis.stride * axis.size;
      axis.index = 0;
    }
  }
  return rows;
}
