// Makes the simd128 and the scalar flavour of the relaxed one, so that only that is embedded: for simd128 a relaxed_madd
// becomes a product and a sum; for scalar each vector becomes four floats, on the stack and in locals. Numbers are those
// of the WebAssembly specification. Leaves out the vector instructions that our compiler does not give: throws at them.
import type { Simd } from "./types.js";

interface Source { bytes: Uint8Array; at: number }
type Chunk = number[] | Uint8Array;   // chunk by chunk, since byte by byte would take ten times as long

const i32 = 0x7f, f32 = 0x7d, v128 = 0x7b;
const get = 0x20, set = 0x21, tee = 0x22, select = 0x1b, load = 0x2a, store = 0x38, constant = 0x43, vector = 0xfd;
const asInt = 0xbc, asFloat = 0xbe, and = 0x71, or = 0x72, xor = 0x73, add = 0x92, multiply = 0x94, less = 0x5d;

/** An operand that an instruction takes from the stack: one of three vectors, a float, or a whole number. */
const A = -1, B = -2, C = -3, float = -4, whole = -5;

/** What one lane becomes: operands and instructions in turn, for those vector instructions that treat all four alike. */
function laneProgram(code: number): number[] | undefined {
  const ints = [A, asInt, B, asInt];
  if (code >= 0x41 && code <= 0x46) return [0x41, 0, A, B, code + 0x1a, 0x6b, asFloat];   // eq … ge: 0 less 1 sets every bit
  if (code >= 0xe4 && code <= 0xe9) return [A, B, code - 0x52];                            // add … max
  return {
    0x11: [whole, asFloat],                                                  // splat of an integer
    0x13: [float],
    0x4e: [...ints, and, asFloat],
    0x50: [...ints, or, asFloat],
    0x51: [...ints, xor, asFloat],
    0x52: [...ints, xor, C, asInt, and, B, asInt, xor, asFloat],             // bitselect
    0x73: [...ints, 0x41, 0x7f, xor, and, asFloat],                          // i8x16.sub_sat_u, as zero_where has it: of lanes of all ones or 0
    0xab: [A, asInt, whole, 0x74, asFloat],                                  // i32x4.shl
    0xae: [...ints, 0x6a, asFloat],                                          // i32x4.add
    0xe0: [A, 0x8b],                                                         // abs
    0xea: [B, A, B, A, less, select],                                        // pmin
    0xeb: [B, A, A, B, less, select],                                        // pmax
    0x105: [A, B, multiply, C, add],                                      // relaxed_madd
  }[code];
}

// ---- reading and writing -------------------------------------------------------------------------------------------

function readNumber(source: Source): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = source.bytes[source.at++]!;
    value |= (byte & 127) << shift;
    if (byte < 128) return value >>> 0;
  }
}

function skipNumbers(source: Source, count: number) {
  while (count-- > 0) readNumber(source);
}

const readBytes = (source: Source, count: number) => [...source.bytes.subarray(source.at, source.at += count)];

function numberBytes(value: number, least = 1): number[] {
  return value < 128 && least < 2 ? [value] : [value & 127 | 128, ...numberBytes(value >>> 7, least - 1)];
}

/** Skips what follows an instruction that knows no vectors. */
function skipImmediates(source: Source, op: number) {
  if (op === 0x0e) skipNumbers(source, readNumber(source) + 1);                    // br_table
  else if (op === constant || op === 0x44) source.at += op === constant ? 4 : 8;   // of a float, of a double
  else if (op === 0x11 || op >= 0x28 && op <= 0x3e) skipNumbers(source, 2);        // call_indirect, loads and stores
  else if (op >= 2 && op <= 4 || op === 0x0c || op === 0x0d || op === 0x10 || op >= get && op <= 0x24 || op >= 0x3f && op <= 0x42) skipNumbers(source, 1);
  else if (op === 0xfc) {                                                          // conversions; memory.init … fill
    const code = readNumber(source);
    if (code > 7) skipNumbers(source, code % 2 ? 1 : 2);
  }
}

// ---- functions -----------------------------------------------------------------------------------------------------

const local = (op: number, place: number) => [op, ...numberBytes(place)];

/** A function's locals: those declared, where each lies afterwards, which are four floats now, and the first free place. */
function readLocals(source: Source, parameters: number, scalar: boolean) {
  const places = [...Array(parameters).keys()], split = new Set<number>();
  let free = parameters;
  const groups = Array.from({ length: readNumber(source) }, () => {
    const count = readNumber(source), type = source.bytes[source.at++]!, lanes = scalar && type === v128 ? 4 : 1;
    for (let index = 0; index < count; ++index, free += lanes) {
      if (lanes === 4) split.add(places.length);
      places.push(free);
    }
    return [...numberBytes(count * lanes), lanes === 4 ? f32 : type];
  });
  return { groups, places, split, free };
}

/** Every relaxed_madd becomes a product and a sum. Its bytes mean nothing else in our cores: no walk through all instructions. */
function lowerMadds(source: Source, end: number, parameters: number): Chunk[] {
  const { bytes } = source, { groups, free } = readLocals(source, parameters, false);
  const lowered = [...local(set, free), vector, 0xe6, 1, ...local(get, free), vector, 0xe4, 1];   // mul, add
  const chunks: Chunk[] = [numberBytes(groups.length + 1), ...groups, [1, v128]];
  let copied = source.at;
  for (let at = bytes.indexOf(vector, copied); at >= 0 && at < end; at = bytes.indexOf(vector, at + 1)) {
    if (bytes[at + 1] !== 0x85 || bytes[at + 2] !== 2) continue;
    chunks.push(bytes.subarray(copied, at), lowered);
    copied = at + 3;
  }
  return [...chunks, bytes.subarray(copied, end)];
}

/** Each vector becomes four floats. `fourFloats`: the number of the type () -> four floats. */
function lowerVectors(source: Source, end: number, parameters: number, fourFloats: number): Chunk[] {
  const { bytes } = source, { groups, places, split, free } = readLocals(source, parameters, true);
  const lower = lowering(source, places, split, free, fourFloats);
  const out = [...numberBytes(groups.length + 2), ...groups.flat(), 13, f32, 1, i32];   // A, B, C, float; whole
  let copied = source.at;
  const copy = (to: number) => { while (copied < to) out.push(bytes[copied++]!); };   // most are a few bytes
  while (source.at < end) {
    const start = source.at, op = bytes[source.at++]!, lowered = lower(op);
    if (lowered) {
      copy(start);
      out.push(...lowered);
      copied = source.at;
    } else skipImmediates(source, op);
  }
  copy(end);
  return [out];
}

const lanes = [0, 1, 2, 3];

/** Gives what an instruction becomes, of which all has been read then; nothing for one that stays. */
function lowering(source: Source, places: number[], split: Set<number>, free: number, fourFloats: number) {
  const takeAt = (place: number) => lanes.flatMap((lane) => local(set, place + 3 - lane));   // the last lane lies on top
  const giveAt = (place: number) => lanes.flatMap((lane) => local(get, place + lane));
  const placeOf = (operand: number) => operand === whole ? free + 13 : free - 4 * (operand + 1);
  const take = (operand: number) => operand > float ? takeAt(placeOf(operand)) : local(set, placeOf(operand));
  const give = (operand: number, lane: number) => local(get, placeOf(operand) + (operand > float ? lane & 3 : 0));
  /** Takes operands, the uppermost first, and gives these lanes. */
  const lower = (operands: number[], program: (lane: number) => number[], order = lanes) => [
    ...operands.flatMap(take),
    ...order.flatMap((lane) => program(lane).flatMap((step) => step < 0 ? give(step, lane) : [step])),
  ];

  const lowerVector = () => {
    const code = readNumber(source), same = laneProgram(code);
    if (same) return lower([whole, float, C, B, A].filter((operand) => same.includes(operand)), () => same);
    switch (code) {
      case 0x00: case 0x0b: {   // load, store
        const align = Math.min(readNumber(source), 2), offset = readNumber(source);
        const memory = (lane: number) => [code ? store : load, align, ...numberBytes(offset + 4 * lane)];
        return lower(code ? [A, whole] : [whole], (lane) => [whole, ...(code ? [A] : []), ...memory(lane)]);
      }
      case 0x09: return [load, ...numberBytes(readNumber(source)), ...numberBytes(readNumber(source)), ...lower([float], () => [float])];   // load32_splat
      case 0x0c: return lanes.flatMap(() => [constant, ...readBytes(source, 4)]);
      case 0x0d: return lower([B, A], (lane) => [lane < 4 ? A : B], lanes.map(() => readBytes(source, 4)[0]! / 4));   // shuffle, of whole lanes
      case 0x1b: return lower([A], () => [A, asInt], readBytes(source, 1));   // extract_lane, of integers and of floats
      case 0x1f: return lower([A], () => [A], readBytes(source, 1));
      case 0x20: {   // replace_lane
        const [replaced] = readBytes(source, 1);
        return lower([float, A], (lane) => [lane === replaced ? float : A]);
      }
      default: throw new Error(`cannot lower the vector instruction ${code}`);
    }
  };

  return (op: number) => {
    if (op === vector) return lowerVector();
    if (op >= 2 && op <= 4 && source.bytes[source.at] === v128) {   // block, loop, if: the type's number is read as a signed one
      ++source.at;
      return [op, ...numberBytes(fourFloats, 2)];
    }
    if (op < get || op > tee || !split.size) return undefined;
    const index = readNumber(source), place = places[index]!;
    return split.has(index) ? [...(op === get ? [] : takeAt(place)), ...(op === set ? [] : giveAt(place))] : local(op, place);
  };
}

// ---- the module ----------------------------------------------------------------------------------------------------

const sized = (chunks: Chunk[]): Chunk[] => [numberBytes(chunks.reduce((size, { length }) => size + length, 0)), ...chunks];

/** @param bytes of the relaxed flavour */
export function lowerSimd(bytes: Uint8Array, flavour: Simd): Uint8Array<ArrayBuffer> {
  const source = { bytes, at: 8 };
  const parameterCounts: number[] = [], typeOf: number[] = [];   // of each type, of each function
  const content: Record<number, (end: number) => Chunk[]> = {
    1(end) {   // types, and one more: () -> four floats, which a block may leave
      const count = readNumber(source), start = source.at;
      for (let type = 0; type < count; ++type) {
        ++source.at;
        parameterCounts.push(readBytes(source, readNumber(source)).length);
        readBytes(source, readNumber(source));
      }
      return [numberBytes(count + 1), bytes.subarray(start, end), [0x60, 0, 4, f32, f32, f32, f32]];
    },
    3(end) {   // functions
      const start = source.at;
      for (let count = readNumber(source); count; --count) typeOf.push(readNumber(source));
      return [bytes.subarray(start, end)];
    },
    10: () => [numberBytes(readNumber(source)), ...typeOf.flatMap((type) => {   // code
      const size = readNumber(source), end = source.at + size, body = bytes.subarray(source.at, end), parameters = parameterCounts[type]!;
      const lowered = !body.includes(vector) ? [body] : flavour === "simd128" ? lowerMadds(source, end, parameters)
        : lowerVectors(source, end, parameters, parameterCounts.length);
      source.at = end;
      return sized(lowered);
    })],
  };

  const chunks: Chunk[] = [bytes.subarray(0, source.at)];
  while (source.at < bytes.length) {
    const id = bytes[source.at++]!, size = readNumber(source), start = source.at, end = start + size;
    chunks.push([id], ...sized(content[id]?.(end) ?? [bytes.subarray(start, end)]));
    source.at = end;
  }
  const out = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
