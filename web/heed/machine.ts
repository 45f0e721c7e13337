// A running core with its memory, and the two things every call needs of it: a request in its form, an error in ours.
import type { CallRecord, Core, RequestRecord, WordsRecord } from "./core.js";
import { type ErrorCode, HeedError } from "./errors.js";
import { type Heap, noTensor, record } from "./heap.js";
import type { Request } from "./request.js";
import type { Source } from "./tensors.js";

export interface Machine<C extends Core = Core> { core: C; heap: Heap }

const codes: ErrorCode[] = ["shape", "option", "memory"];   // ErrorCode of heed.h, from 1

const callNumbers = 4;   // of a CallRecord

/** A record's numbers, in the order of its fields. One array for all, and none for each record: this is done at every call. */
function flat(record: object, numbers: number[] = []): number[] {
  for (const name in record) {
    const value = (record as Record<string, number | object>)[name]!;
    if (typeof value === "number") numbers.push(value);
    else flat(value, numbers);
  }
  return numbers;
}

/** Copies a request's numbers, and more, into the module's memory, and tells the core where: until the next call. */
export function place({ core, heap }: Machine, { rank, options, given, words }: Request, more: (Source | undefined)[] = []): RequestRecord {
  const sources = [
    given?.q, given?.k, given?.v, options.bias, options.mask, options.keyLengths,
    words?.x, words?.context, words?.wq, words?.wk, words?.wv, words?.wo, ...more,
  ];
  const addresses = heap.place(sources);
  const records = sources.map((source, at) => record(source, addresses[at]!));
  const [q = noTensor, k = noTensor, v = noTensor, bias = noTensor, mask = noTensor, lengths = noTensor] = records;
  const [x = noTensor, context = noTensor, wq = noTensor, wk = noTensor, wv = noTensor, wo = noTensor] = records.slice(6);
  const { scale, softcap, causal, causalOffset, windowLeft, windowRight, engine } = options;
  const request: RequestRecord = {
    rank, q, k, v, scale, softcap, bias, mask, causal, causalOffset, windowLeft, windowRight,
    keyLengths: lengths.data, keyLengthCount: lengths.columns, engine,
  };
  const wordsRecord: WordsRecord = { x, context, wq, wk, wv, wo, heads: words?.heads ?? 1, kvHeads: words?.kvHeads ?? 1 };
  heap.writeDoubles(core.records() + 8 * callNumbers, flat([request, wordsRecord, records.slice(12)]));
  return request;
}

/** What the call left that gave this error, or throws the core's own text. */
export function succeed({ core, heap }: Machine, error: number): Omit<CallRecord, "error"> {
  const [, argument = 0, floats = 0, maskedRows = 0] = heap.doubles(core.records(), callNumbers);
  if (!error) return { argument, floats, maskedRows };
  throw new HeedError(codes[error - 1] ?? "option", heap.text(core.argumentName(argument)) || "heed", heap.text(core.message()));
}
