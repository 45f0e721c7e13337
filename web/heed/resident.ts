// resident: a tensor that stays in the module's memory, with room for more rows: the keys or values of a cache. Attending
// to it copies nothing.
import { residentDisposed, withDispose } from "./disposal.js";
import { HeedError, shown, sizes } from "./errors.js";
import { readFields } from "./fields.js";
import type { Heap, Kept } from "./heap.js";
import { countOf, readTensor, type Source } from "./tensors.js";
import type { ResidentTensor, TensorLike } from "./types.js";

/** `live` gives the memory or throws, `running` gives it or nothing, once the instance is disposed. */
interface Home { live(): Heap; running(): Heap | undefined }

export function makeResident({ live, running }: Home, tensor: TensorLike, options: unknown): ResidentTensor {
  const { residents } = live();
  const source = readTensor("tensor", tensor);
  const { shape } = source;
  if (shape.length < 2 || shape.length > 4) throw new HeedError("shape", "tensor", `must have 2, 3 or 4 dimensions, got ${shape.length}`);
  const capacity = readCapacity(options, shape.at(-2)!);
  const kept = { ...live().keep(4 * countOf(withRows(shape, capacity))), shape: withRows(shape, 0), capacity };
  write(live(), kept, source);

  const api = {
    [Symbol.toStringTag]: "ResidentTensor",
    get shape() { return [...kept.shape]; },
    capacity,
    append(rows: TensorLike) {
      const heap = live();
      if (!kept.address) throw residentDisposed("resident");
      write(heap, kept, readRows(rows, kept));
    },
  };
  const resident = withDispose(api, () => {
    if (kept.address) running()?.release(kept);
  });
  residents.set(resident, kept);
  return resident;
}

const withRows = (shape: readonly number[], rows: number) => [...shape.slice(0, -2), rows, shape.at(-1)!];

function readCapacity(options: unknown, rows: number): number {
  const { capacity = rows } = readFields("options", options, ["capacity"]);
  if (Number.isSafeInteger(capacity) && Number(capacity) >= rows) return Number(capacity);
  throw new HeedError("option", "capacity", `must be a whole number from the tensor's rows (${rows}) up, got ${shown(capacity)}`);
}

function readRows(rows: TensorLike, { shape, capacity }: Kept): Source {
  const source = readTensor("rows", rows);
  const more = source.shape.at(-2)!;
  if (sizes(source.shape) !== sizes(withRows(shape, more))) {
    throw new HeedError("shape", "rows", `the shape must be ${sizes(withRows(shape, NaN)).replace("NaN", "rows")}, got ${sizes(source.shape)}`);
  }
  const room = capacity - shape.at(-2)!;
  if (more > room) throw new HeedError("shape", "rows", `at most ${room} more fit in the capacity of ${capacity}, got ${more}`);
  return source;
}

/** Each head has its own room, so its new rows go behind its old ones. */
function write(heap: Heap, kept: Kept, { values, shape }: Source): void {
  const [more, width] = shape.slice(-2) as [number, number];
  const rows = kept.shape.at(-2)!;
  const numbers = new Float32Array(values);
  for (let start = 0, head = 0; start < numbers.length; start += more * width, ++head) {
    heap.write(kept.address + 4 * width * (head * kept.capacity + rows), numbers.subarray(start, start + more * width));
  }
  kept.shape = withRows(kept.shape, rows + more);
}
