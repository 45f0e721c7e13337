// The only file that knows pointers. Two blocks in the module's memory, one for inputs and one for results, grow with
// the largest call and are used again by the next; resident tensors have rooms of their own. What leaves here is a copy.
import type { Core, TensorRecord } from "./core.js";
import { HeedError } from "./errors.js";
import type { Source } from "./tensors.js";

const pageBytes = 65536;
const initialBytes = 4 << 20;   // must equal the link flag INITIAL_MEMORY
const maximumBytes = 1 << 30;   // must equal MAXIMUM_MEMORY; iOS refuses 2 GB when shared
const reservedBytes = 8 << 20;  // stays free for the module's own small needs, which end it when they fail

export const noTensor: TensorRecord = { data: 0, batch: 0, heads: 0, rows: 0, columns: 0, capacity: 0 };

/** Shared: workers can have it too. */
export function createMemory(shared: boolean): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: initialBytes / pageBytes, maximum: maximumBytes / pageBytes, shared });
  } catch (cause) {
    if (shared) throw cause;   // nothing is lost: one thread needs none that is shared
    throw new HeedError("memory", "heed", `the host has no room for the module's memory of ${initialBytes} bytes that may grow to ${maximumBytes}`, { cause });
  }
}

interface Block { address: number; bytes: number }

/** A resident tensor's room: each head has `capacity` rows, of which the shape's are in use. */
export interface Kept extends Block { shape: readonly number[]; readonly capacity: number }

export class Heap {
  private readonly inputs: Block = { address: 0, bytes: 0 };
  private readonly results: Block = { address: 0, bytes: 0 };
  private keptBytes = 0;
  readonly residents = new WeakMap<object, Kept>();

  constructor(private readonly core: Core, private readonly memory: WebAssembly.Memory) {}

  get bytes(): number {
    return this.memory.buffer.byteLength;
  }

  /** Copies the inputs into the module's memory. Their addresses, 0 for an absent one, hold until the next call. */
  place(sources: readonly (Source | undefined)[]): number[] {
    let end = 0;
    const offsets = sources.map((source) => {
      if (source?.kept) return 0;
      const offset = end;
      // Multiples of 8, and never nothing: an empty array still needs an address, since 0 says absent.
      if (source) end += Math.max(8, Math.ceil((source.values.length * elementBytes[source.kind]) / 8) * 8);
      return offset;
    });
    const base = this.take(this.inputs, end);
    return sources.map((source, at) => {
      if (!source) return 0;
      if (source.kept) return source.kept.address;
      const address = base + offsets[at]!;
      this.view(source.kind, address, source.values.length).set(source.values);
      return address;
    });
  }

  /** Room for results. It holds until the next call and starts with whatever was there. */
  room(bytes: number): number {
    return this.take(this.results, bytes);
  }

  /**
   * The same for float32 numbers: one room for each count, one behind the other. Each begins at a multiple of 8 bytes, as
   * arrays outside do: out of shared memory a host copies bytes one by one where the two ends lie differently.
   */
  floatRooms(counts: readonly number[]): number[] {
    const bytes = counts.map((count) => Math.ceil(count / 2) * 8);
    let end = this.room(Math.max(8, bytes.reduce((sum, size) => sum + size, 0)));
    return bytes.map((size) => (end += size) - size);
  }

  /** Room that stays until it is released. */
  keep(bytes: number): Block {
    const block: Block = { address: 0, bytes: 0 };
    try {
      this.take(block, Math.max(8, bytes));
    } catch {   // the two blocks are empty between calls: given up, there may be room
      this.free(this.inputs);
      this.free(this.results);
      this.take(block, Math.max(8, bytes));
    }
    this.keptBytes += block.bytes;
    return block;
  }

  release(block: Block): void {
    this.keptBytes -= block.bytes;
    this.free(block);
  }

  write(address: number, values: Float32Array): void {
    this.view("float32", address, values.length).set(values);
  }

  /** Copies `count` float32 numbers out, into `into` when given. */
  floats(address: number, count: number, into?: Float32Array): Float32Array {
    const source = this.view("float32", address, count);
    if (into) {
      into.set(source);
      return into;
    }
    try {
      return Float32Array.from(source);
    } catch (cause) {
      throw new HeedError("memory", "heed", `no room for ${count} numbers outside the module`, { cause });
    }
  }

  writeDoubles(address: number, values: readonly number[]): void {
    this.view("float64", address, values.length).set(values);
  }

  doubles(address: number, count: number): number[] {
    return [...this.view("float64", address, count)];
  }

  /** NUL-terminated UTF-8. */
  text(address: number): string {
    const bytes = new Uint8Array(this.memory.buffer);
    return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
  }

  /** A view is made for each use: an allocation may have replaced the buffer under an older one. */
  private view(kind: Source["kind"], address: number, count: number): Float32Array | Float64Array | Uint8Array {
    const { buffer } = this.memory;
    if (kind === "float32") return new Float32Array(buffer, address, count);
    return kind === "float64" ? new Float64Array(buffer, address, count) : new Uint8Array(buffer, address, count);
  }

  private take(block: Block, bytes: number): number {
    if (bytes <= block.bytes) return block.address;
    this.free(block);
    if (block === this.inputs) this.free(this.results);   // empty between calls; gone, it leaves no hole in between
    const most = maximumBytes - reservedBytes - this.inputs.bytes - this.results.bytes - this.keptBytes;
    const address = bytes <= most ? this.core.allocate(bytes) : 0;
    if (!address) throw new HeedError("memory", "heed", `${bytes} bytes do not fit in the module's memory of ${maximumBytes}`);
    Object.assign(block, { address, bytes });
    return address;
  }

  private free(block: Block): void {
    if (block.address) this.core.release(block.address);
    Object.assign(block, { address: 0, bytes: 0 });
  }
}

const elementBytes = { float32: 4, float64: 8, uint8: 1 };

/** A source as the core takes it: its sizes on the last of the four axes, 1 on the others. */
export function record(source: Source | undefined, address: number): TensorRecord {
  if (!source) return noTensor;
  const [batch, heads, rows, columns] = [1, 1, 1, 1, ...source.shape].slice(-4) as [number, number, number, number];
  return { data: address, batch, heads, rows, columns, capacity: source.kept?.capacity ?? rows };
}
