// A running core with its memory, and the two things every call needs of it: a request in its form, an error in ours.
import type { CallRecord, Core, RequestRecord, TensorRecord, WordsRecord } from "./core.js";
import { type ErrorCode, HeedError } from "./errors.js";
import { type Heap, noTensor, record } from "./heap.js";
import type { Request } from "./request.js";
import type { Source } from "./tensors.js";

export interface Machine<C extends Core = Core> { core: C; heap: Heap }

const codes: ErrorCode[] = ["shape", "option", "memory"];   // ErrorCode of heed.h, from 1

export interface Placed { request: RequestRecord; words: WordsRecord; more: TensorRecord[] }

/** Copies a request's numbers, and more, into the module's memory; what comes back points there until the next call. */
export function place(heap: Heap, { rank, options, given, words }: Request, more: (Source | undefined)[] = []): Placed {
  const { bias, mask, keyLengths, ...numbers } = options;
  const sources = [
    given?.q, given?.k, given?.v, bias, mask, keyLengths, words?.x, words?.context, words?.wq, words?.wk, words?.wv, words?.wo,
    ...more,
  ];
  const addresses = heap.place(sources);
  const records = sources.map((source, at) => record(source, addresses[at]!));
  const [q = noTensor, k = noTensor, v = noTensor, biasRecord = noTensor, maskRecord = noTensor, lengths = noTensor] = records;
  const [x = noTensor, context = noTensor, wq = noTensor, wk = noTensor, wv = noTensor, wo = noTensor] = records.slice(6);
  return {
    request: { ...numbers, rank, q, k, v, bias: biasRecord, mask: maskRecord, keyLengths: lengths.data, keyLengthCount: lengths.columns },
    words: { x, context, wq, wk, wv, wo, heads: words?.heads ?? 1, kvHeads: words?.kvHeads ?? 1 },
    more: records.slice(12),
  };
}

/** Hands a call's record on, or throws the core's own text. */
export function succeed({ core, heap }: Machine, call: CallRecord): CallRecord {
  if (!call.error) return call;
  throw new HeedError(codes[call.error - 1] ?? "option", heap.text(core.argumentName(call.argument)) || "heed", heap.text(core.message()));
}
