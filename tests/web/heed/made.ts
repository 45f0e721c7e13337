// Seeded tensors and requests for the package's tests, and how a HeedError is caught.
import { expect } from "vitest";
import { HeedError } from "heed";

export interface Made { data: Float32Array; shape: number[] }

/** mulberry32: the same numbers for the same seed, on every machine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Numbers in [-2, 2). */
export function made(next: () => number, ...shape: number[]): Made {
  const count = shape.reduce((product, size) => product * size, 1);
  return { data: Float32Array.from({ length: count }, () => 4 * next() - 2), shape };
}

/** true three times in four. */
export function madeMask(next: () => number, ...shape: number[]): { data: boolean[]; shape: number[] } {
  return { data: Array.from(made(next, ...shape).data, (number) => number < 1), shape };
}

export function caught(action: () => unknown): HeedError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(HeedError);
    return error as HeedError;
  }
  throw new Error("nothing was thrown");
}

export async function rejected(promise: Promise<unknown>): Promise<HeedError> {
  const error: unknown = await promise.then(() => new Error("nothing was rejected"), (reason: unknown) => reason);
  expect(error).toBeInstanceOf(HeedError);
  return error as HeedError;
}

/** The message, and the code behind it: what a user sees of an error. */
export function told({ code, argument, message }: HeedError): string {
  expect(message.startsWith(`${argument}: `), `"${message}" begins with its argument, ${argument}`).toBe(true);
  return `${code} | ${message}`;
}
