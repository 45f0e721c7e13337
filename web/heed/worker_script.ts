// What the worker of heed/worker runs: loads a core, then answers one question after the other. build.mjs makes one
// script of this file, without the WebAssembly, which comes with the first question.
import { HeedError } from "./errors.js";
import { builtin } from "./node.js";
import { startHeed } from "./start_threads.js";
import { isObject } from "./tensors.js";
import type { AttendInput, GradientInput, Heed, ResidentTensor, TensorLike, TraceInput } from "./types.js";
import type { Answer, LoadParameters, Method, Question, Told } from "./worker_line.js";

let heed: Heed | undefined;
const residents = new Map<number, ResidentTensor>();

const live = () => heed!;   // `load` is the first question, and nothing is asked before its answer

const methods: Record<Method, (...parameters: never[]) => unknown> = {
  async load({ options, archives }: LoadParameters) {
    heed = await startHeed(options, archives);
    const { version, threads, threadsReason, simd } = heed;
    return { version, threads, threadsReason, simd };
  },
  attend: (input: AttendInput) => live().attend(input),
  gradient: (input: GradientInput) => live().gradient(input),
  trace: (input: TraceInput) => live().trace(input),
  resident(id: number, tensor: TensorLike, options: object) {
    const resident = live().resident(tensor, options);
    residents.set(id, resident);
    return { shape: resident.shape, capacity: resident.capacity };
  },
  append(id: number, rows: TensorLike) {
    residents.get(id)!.append(rows);
    return residents.get(id)!.shape;
  },
  release(id: number) {
    residents.get(id)?.dispose();
    residents.delete(id);
  },
};

async function answer({ id, method, parameters }: Question): Promise<void> {
  try {
    const value = await methods[method](...(parameters.map(withResidents) as never[]));
    post({ id, memoryBytes: heed!.memoryBytes, value }, buffersOf(value));
  } catch (error) {
    post({ id, memoryBytes: heed?.memoryBytes ?? 0, error: tell(error) }, []);
  }
}

/** References become the tensors that live here. */
function withResidents(parameter: unknown): unknown {
  if (!isObject(parameter)) return parameter;
  const fields = Object.entries(parameter).map(([name, value]) => {
    const { residentId } = (value ?? {}) as { residentId?: number };
    return [name, residentId === undefined ? value : residents.get(residentId)];
  });
  return Object.fromEntries(fields);
}

/** Results are copies that nobody here keeps: they may go without another one. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(({ data } = {} as { data?: unknown }) => (data instanceof Float32Array ? [data.buffer as ArrayBuffer] : []));
}

function tell(error: unknown): Told {
  if (error instanceof HeedError) return { code: error.code, argument: error.argument, text: error.message.slice(`${error.argument}: `.length) };
  return { argument: "", text: String(error) };
}

const port = builtin("node:worker_threads")?.parentPort;

function post(message: Answer, transfer: ArrayBuffer[]): void {
  if (port) port.postMessage(message, transfer);
  else globalThis.postMessage(message, { transfer });
}

const hear = (question: unknown) => void answer(question as Question);
if (port) port.on("message", hear);
else globalThis.onmessage = ({ data }) => hear(data);
ready();

function ready(): void {
  const life = `heed ${Math.random()}`;
  const { locks } = port ? {} : navigator as Partial<Navigator>;
  if (!locks) return post({ ready: undefined }, []);
  locks.request(life, () => {
    post({ ready: life }, []);
    return new Promise(() => {});
  }).catch(() => post({ ready: undefined }, []));   // a page without an origin of its own may have none
}
