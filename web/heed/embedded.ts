// The embedded wasm: all that an entry may need, one behind the other, since most of their code is the same, packed
// together and written in base64, which a page's gzip undoes. build.mjs packs, this unpacks.
import { unpackLzma } from "./lzma.js";
import type { Simd } from "./types.js";

/** The flavours of one core: their bytes in the order in which they lie, and how many bytes of another core are `before`. */
export interface Archive { base64: string; before: number; sizes: Partial<Record<Simd, number>> }

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** One flavour, compiled once for all instances of an entry. */
export function compileEmbedded(archive: Archive, flavour: Simd): Promise<WebAssembly.Module> {
  const key = `${flavour} ${archive.before} ${archive.base64}`;
  const module = compiled.get(key) ?? WebAssembly.compile(unpack(archive, flavour));
  compiled.set(key, module);
  module.catch(() => compiled.delete(key));
  return module;
}

function unpack({ base64, before, sizes }: Archive, flavour: Simd): Uint8Array<ArrayBuffer> {
  let [start, end] = [before, before];
  for (const [name, size] of Object.entries(sizes)) {
    [start, end] = [end, end + size];
    if (name === flavour) break;
  }
  return unpackLzma(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)), end).subarray(start);
}
