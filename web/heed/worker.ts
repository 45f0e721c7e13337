// The entry "heed/worker": the methods of heed as promises, from a worker of its own.
import { instanceDisposed, residentDisposed, withDispose } from "./disposal.js";
import { readFields } from "./fields.js";
import threaded, { single } from "./generated/heed_threads_wasm.js";
import source from "./generated/worker_script_source.js";
import { readWorkerOptions } from "./host_worker.js";
import { type Handle, packedRequest, packedTensor } from "./packed.js";
import { attendFields, gradientFields, readOut, traceFields } from "./request.js";
import { countOf } from "./tensors.js";
import type { AttendResult, TensorLike } from "./types.js";
import { Line } from "./worker_line.js";
import type { HeedWorker, WorkerLoadOptions, WorkerResident } from "./worker_types.js";

export { HeedError } from "./errors.js";
export { readNpy } from "./read_npy.js";
export { readSafetensors } from "./read_safetensors.js";
export type {
  AttendInput, AttendResult, AttentionOptions, ErrorCode, GradientInput, GradientResult, HalfNumbers, Mask, Numbers, Simd, StageName,
  Tensor, TensorLike, Trace, TraceInput, WordsInput,
} from "./types.js";
export type { HeedWorker, WorkerLoadOptions, WorkerResident } from "./worker_types.js";

/**
 * Starts a worker and a core in it, with threads of its own as "heed/threads" has them. Rejects with a HeedError as the `load` of
 * "heed" does, and with `unsupported` when the worker does not start.
 */
export async function load(options: WorkerLoadOptions = {}): Promise<HeedWorker> {
  const { createWorker, ...more } = readFields("load", options, ["threads", "simd", "wasm", "createWorker", "startTimeout"]);
  const line = await Line.open(source, readWorkerOptions(options));
  try {
    // A page that makes the worker itself will not let the worker make others from text.
    const { threads = createWorker ? 1 : "auto" } = more;
    const facts = await line.ask("load", { options: { ...more, threads }, archives: { single, threaded } });
    return makeRemote(line, facts as Facts);
  } catch (error) {
    line.end(instanceDisposed());
    throw error;
  }
}

type Facts = Pick<HeedWorker, "version" | "threads" | "threadsReason" | "simd">;

function makeRemote(line: Line, facts: Facts): HeedWorker {
  const handles = new WeakMap<object, Handle>();
  let residentCount = 0;
  const api = {
    ...facts,
    get memoryBytes() { return line.memoryBytes; },
    async attend(input: unknown) {
      const { out, ...asked } = attendFields(input);
      const result = await line.ask("attend", packedRequest(asked, handles)) as AttendResult;
      return out === undefined ? result : writtenTo(result, { ...asked, out });
    },
    gradient: async (input: unknown) => line.ask("gradient", packedRequest(gradientFields(input), handles)),
    trace: async (input: unknown) => line.ask("trace", packedRequest(traceFields(input), handles)),
    async resident(tensor: TensorLike, options: object = {}) {
      const handle = { residentId: ++residentCount, disposed: false };
      const made = await line.ask("resident", handle.residentId, packedTensor("tensor", tensor), options);
      const resident = makeResident(line, handle, made as WorkerResident);
      handles.set(resident, handle);
      return resident;
    },
  };
  return withDispose(api, () => line.end(instanceDisposed())) as HeedWorker;
}

/** `out` stays on this side: the worker's output is copied into it. */
function writtenTo({ output, ...more }: AttendResult, fields: Record<string, unknown>): AttendResult {
  const out = readOut(fields, countOf(output.shape))!;
  out.set(output.data);
  return { output: { data: out, shape: output.shape }, ...more };
}

function makeResident(line: Line, handle: Handle, { shape, capacity }: Pick<WorkerResident, "shape" | "capacity">): WorkerResident {
  let current = shape;
  const api = {
    [Symbol.toStringTag]: "ResidentTensor",
    get shape() { return [...current]; },
    capacity,
    async append(rows: TensorLike) {
      if (handle.disposed) throw residentDisposed("resident");
      current = await line.ask("append", handle.residentId, packedTensor("rows", rows)) as number[];
    },
  };
  return withDispose(api, () => {
    if (!handle.disposed) line.ask("release", handle.residentId).catch(() => {});   // then its memory went with the worker
    handle.disposed = true;
  });
}
