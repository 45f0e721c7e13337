// The embedded wasm: all flavours of an entry one behind the other, since they share most of their code, packed together
// and written in base64, which a page's gzip undoes. build.mjs packs, this unpacks.
import { unpackLzma } from "./lzma.js";
import type { Simd } from "./types.js";

/** `sizes` in the order in which the flavours lie. */
export interface Archive { base64: string; sizes: Partial<Record<Simd, number>> }

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** One flavour, compiled once for all instances of an entry. */
export function compileEmbedded(archive: Archive, flavour: Simd): Promise<WebAssembly.Module> {
  const key = `${flavour} ${archive.base64}`;
  const module = compiled.get(key) ?? WebAssembly.compile(unpack(archive, flavour));
  compiled.set(key, module);
  module.catch(() => compiled.delete(key));
  return module;
}

function unpack({ base64, sizes }: Archive, flavour: Simd): Uint8Array<ArrayBuffer> {
  let [start, end] = [0, 0];
  for (const [name, size] of Object.entries(sizes)) {
    [start, end] = [end, end + size];
    if (name === flavour) break;
  }
  return unpackLzma(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), end).subarray(start);
}
