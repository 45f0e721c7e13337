// Requests made ready for the way to a worker: plain data, and no more of it than the request needs.
import { residentDisposed, residentElsewhere } from "./disposal.js";
import { kindOf } from "./errors.js";
import { isObject, notATensor } from "./tensors.js";

/** In place of a resident tensor that lives in the worker. */
export interface ResidentReference { residentId: number }

/** What the asking side knows of one. */
export interface Handle extends ResidentReference { disposed: boolean }
export type Handles = Pick<WeakMap<object, Handle>, "get">;

/** The fields of a request; anything else as it is, for the worker to refuse. */
export function packedRequest(input: unknown, handles: Handles): unknown {
  if (!isObject(input)) return input;
  const packed: Record<string, unknown> = {};
  for (const name in input) {
    const value = input[name];
    packed[name] = name === "forward" ? packedRequest(value, handles) : packedTensor(name, value, handles);
  }
  return packed;
}

/** A tensor of any class as data and shape: cloning an object loses what its class gives it. Without handles, none may be resident. */
export function packedTensor(argument: string, value: unknown, handles?: Handles): unknown {
  if (!isObject(value)) return value;
  if (kindOf(value) === "ResidentTensor" && handles) return reference(argument, handles.get(value));
  if (kindOf(value) === "ResidentTensor") throw notATensor(argument, value);
  const { data, shape = value["dims"], dtype = value["type"] } = value;
  return data === undefined ? value : { data: ownBuffer(data), shape, dtype };
}

function reference(argument: string, handle: Handle | undefined): ResidentReference {
  if (!handle) throw residentElsewhere(argument);
  if (handle.disposed) throw residentDisposed(argument);
  return { residentId: handle.residentId };
}

/** A view is cloned with its whole buffer, and shared memory not at all: both are copied first. */
function ownBuffer(data: unknown): unknown {
  if (!ArrayBuffer.isView(data) || !("slice" in data)) return data;
  const isWhole = data.byteLength === data.buffer.byteLength && kindOf(data.buffer) === "ArrayBuffer";
  return isWhole ? data : (data as Uint8Array).slice();
}
