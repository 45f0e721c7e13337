// What can be disposed, and what is said when it is used afterwards or elsewhere.
import { HeedError } from "./errors.js";

interface Disposable { dispose(): void; [Symbol.dispose](): void }

/** Older browsers have no Symbol.dispose; there is then nothing to call it either. */
export function withDispose<Api extends object>(api: Api, dispose: () => void): Api & Disposable {
  if (Symbol.dispose) Object.defineProperty(api, Symbol.dispose, { value: dispose });
  return Object.assign(api, { dispose }) as Api & Disposable;
}

export const instanceDisposed = () => new HeedError("disposed", "heed", "this instance was disposed; load a new one");

export const workerLost = () => new HeedError("disposed", "heed", "one of its workers was lost in the middle of a call; load a new one");

export const residentDisposed = (argument: string) => new HeedError("disposed", argument, "this resident tensor was disposed");

export const residentElsewhere = (argument: string) => new HeedError("option", argument, "must be a resident tensor of this instance, got another's");
