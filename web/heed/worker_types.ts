// The public types of heed/worker: the methods of Heed as promises. What goes in and comes out is said in types.ts.
import type {
  AttendInput, AttendResult, GradientInput, GradientResult, Simd, Tensor, TensorLike, ThreadsLoadOptions, Trace, TraceInput,
} from "./types.js";

/** What `load` of "heed/worker" takes: the options of "heed/threads", which hold in the worker. */
export interface WorkerLoadOptions extends Omit<ThreadsLoadOptions, "createWorker"> {
  /**
   * Gives a worker that runs heed/worker-script.js, for pages whose content security policy allows no `worker-src blob:`; it then
   * has one thread. Absent: the worker is made from text that the package holds.
   */
  createWorker?: (() => Worker) | undefined;
}

/** A resident tensor in the worker's memory; see ResidentTensor. */
export interface WorkerResident {
  /** As it was after the last append that was answered. */
  readonly shape: readonly number[];
  readonly capacity: number;
  append(rows: TensorLike): Promise<void>;
  /** Gives the memory back, after the calls that were made before. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/**
 * One core in a worker of its own. Calls are answered one after the other, in the order in which they were made. What a call is
 * given is copied before the call returns, and nothing is transferred: arrays may be changed or used again at once. Every
 * error is a rejection with the HeedError that "heed" would throw; when the worker ends by itself, all calls reject with
 * `disposed` and the reason.
 */
export interface HeedWorker {
  readonly version: string;
  /** Threads within the worker. */
  readonly threads: number;
  readonly threadsReason: string;
  readonly simd: Simd;
  /** As it was when the last call was answered. */
  readonly memoryBytes: number;
  attend(input: AttendInput<WorkerResident> & { weights: true; logSumExp: true }): Promise<AttendResult & { weights: Tensor; logSumExp: Tensor }>;
  attend(input: AttendInput<WorkerResident> & { weights: true }): Promise<AttendResult & { weights: Tensor }>;
  attend(input: AttendInput<WorkerResident> & { logSumExp: true }): Promise<AttendResult & { logSumExp: Tensor }>;
  attend(input: AttendInput<WorkerResident>): Promise<AttendResult>;
  gradient(input: GradientInput<WorkerResident> & { bias: TensorLike }): Promise<GradientResult & { gradBias: Tensor }>;
  gradient(input: GradientInput<WorkerResident>): Promise<GradientResult>;
  trace(input: TraceInput<WorkerResident>): Promise<Trace>;
  resident(tensor: TensorLike, options?: { readonly capacity?: number | undefined }): Promise<WorkerResident>;
  /** Ends the worker at once; calls that wait reject with `disposed`. A second dispose does nothing. */
  dispose(): void;
  [Symbol.dispose](): void;
}
