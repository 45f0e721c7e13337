// What the host's WebAssembly can run, asked by validating tiny modules: each one's only function uses the feature.
import type { Simd } from "./types.js";

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];   // "\0asm", version 1
const types = [1, 5, 1, 0x60, 0, 1, 0x7b];          // () -> v128
const functions = [3, 2, 1, 0];
const splat = [0x41, 0, 0xfd, 0x0f];                // i32.const 0, i8x16.splat
// The final opcodes: engines with an older draft of relaxed SIMD fail here, as they should.
const relaxedMadd = [0xfd, 0x85, 0x02];             // f32x4.relaxed_madd, 0x105: takes three vectors
const relaxedDot = [0xfd, 0x93, 0x02];              // i32x4.relaxed_dot_i8x16_i7x16_add_s, 0x113: likewise

/** Best first; scalar always. */
export function usableFlavours(): Simd[] {
  const simd = validates(splat);
  const relaxed = simd && validates(splat, splat, splat, relaxedMadd, splat, splat, relaxedDot);
  return [...(relaxed ? ["relaxed" as const] : []), ...(simd ? ["simd128" as const] : []), "scalar"];
}

function validates(...instructions: number[][]): boolean {
  const body = [0, ...instructions.flat(), 0x0b];   // no locals … end
  const code = [10, body.length + 2, 1, body.length, ...body];
  return WebAssembly.validate(new Uint8Array([...header, ...types, ...functions, ...code]));
}

/** Empty where memory can be shared with workers. */
export function whyNoThreads(): string {
  const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };   // absent in Node
  if (crossOriginIsolated === false) return "the page is not cross-origin isolated (it needs the COOP and COEP headers)";
  return typeof SharedArrayBuffer === "undefined" ? "this host has no SharedArrayBuffer" : "";
}
