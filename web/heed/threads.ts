// The entry "heed/threads": the same as "heed", with threads where the host allows them, else with one and the reason.
import threaded, { single } from "./generated/heed_threads_wasm.js";
import { startHeed } from "./start_threads.js";
import type { Heed, ThreadsLoadOptions } from "./types.js";

export { HeedError } from "./errors.js";
export { readNpy } from "./read_npy.js";
export { readSafetensors } from "./read_safetensors.js";
export type {
  AttendInput, AttendResult, AttentionOptions, ErrorCode, GradientInput, GradientResult, HalfNumbers, Heed, LoadOptions, Mask,
  Numbers, ResidentTensor, Simd, StageName,
  Tensor, TensorLike, ThreadsLoadOptions, Trace, TraceInput, WordsInput,
} from "./types.js";

/**
 * Starts a core of its own with its workers; they are ready when it resolves. Where they cannot start it resolves all the
 * same, with one thread and `threadsReason`. Rejects with a HeedError as the `load` of "heed" does.
 */
export async function load(options: ThreadsLoadOptions = {}): Promise<Heed> {
  return startHeed(options, { single, threaded });
}
