// The one error class of the package, and the words by which its texts name what came.

export type ErrorCode = "shape" | "type" | "option" | "memory" | "disposed" | "unsupported";

/** Every error that Heed throws. Its message is "argument: what was expected, what came". */
export class HeedError extends Error {
  override readonly name = "HeedError";

  constructor(
    /**
     * shape: sizes do not fit · type: an array or tensor of a wrong kind · option: an unknown field, or a value that is
     * not allowed · memory: it does not fit · disposed: used after `dispose` · unsupported: the host cannot run Heed.
     */
    readonly code: ErrorCode,
    /** The field that is at fault, for example "k"; "heed" when it is none of them. */
    readonly argument: string,
    text: string,
    options?: { cause?: unknown },
  ) {
    super(`${argument}: ${text}`, options);
  }
}

/** "Float32Array", "Array", "Object" …, also for objects of another realm, where `instanceof` fails. */
export function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Of a typed array: whether its buffer was transferred elsewhere, or shrank under it. */
export function isDetached(value: unknown): boolean {
  if (!ArrayBuffer.isView(value) || kindOf(value) === "DataView") return false;
  try {
    (value as Uint8Array).at(0);
    return false;
  } catch {
    return true;
  }
}

/** A value as an error names it: short, and never a whole array. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  const kind = kindOf(value);
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}${isDetached(value) ? " whose buffer was transferred away" : ""}`;
}

/** A shape as errors name it, here and in the core: "(2, 3)". */
export function sizes(shape: readonly number[]): string {
  return `(${shape.join(", ")})`;
}
