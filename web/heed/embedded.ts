// The embedded wasm: each core that an entry may need in its relaxed flavour, packed together, since most of their code is
// the same, and written in base64, which a page's gzip undoes. build.mjs packs, this unpacks and makes the other flavours.
import { lowerSimd } from "./lower_simd.js";
import { unpackLzma } from "./lzma.js";
import type { Simd } from "./types.js";

/** One core: how many bytes of another are `before` its own. */
export interface Archive { base64: string; before: number; size: number }

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** One flavour, compiled once for all instances of an entry. */
export function compileEmbedded(archive: Archive, flavour: Simd): Promise<WebAssembly.Module> {
  const key = `${flavour} ${archive.before} ${archive.base64}`;
  const module = compiled.get(key) ?? WebAssembly.compile(unpack(archive, flavour));
  compiled.set(key, module);
  module.catch(() => compiled.delete(key));
  return module;
}

function unpack({ base64, before, size }: Archive, flavour: Simd): Uint8Array<ArrayBuffer> {
  const relaxed = unpackLzma(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), before + size).subarray(before);
  return flavour === "relaxed" ? relaxed : lowerSimd(relaxed, flavour);
}
