// The entry "heed": attention and its trace. One thread; works anywhere.
import createCore from "./generated/heed_glue.js";
import archive from "./generated/heed_wasm.js";
import { makeHeed } from "./heed.js";
import { readLoad, start } from "./load.js";
import type { Heed, LoadOptions } from "./types.js";

export { HeedError } from "./errors.js";
export { readNpy } from "./read_npy.js";
export { readSafetensors } from "./read_safetensors.js";
export type {
  AttendInput, AttendResult, AttentionOptions, ErrorCode, GradientInput, GradientResult, HalfNumbers, Heed, LoadOptions, Mask,
  Numbers, ResidentTensor, Simd, StageName,
  Tensor, TensorLike, Trace, TraceInput, WordsInput,
} from "./types.js";

/** Starts a core of its own. Rejects with a HeedError: `option`, `type`, or `unsupported` when the host refuses WebAssembly. */
export async function load(options: LoadOptions = {}): Promise<Heed> {
  return makeHeed(await start({ createCore, archive, own: "trace" }, readLoad(options))).api;
}
