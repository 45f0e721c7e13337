// The embedded wasm: all flavours of an entry deflated together, in base64. They share most of their code, and deflate
// finds again what lies at most 32 kB back: so they are packed by turns, a slice of each. build.mjs packs, this unpacks.
import { HeedError } from "./errors.js";
import type { Simd } from "./types.js";

export interface Archive { base64: string; sliceBytes: number; sizes: Partial<Record<Simd, number>> }

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** One flavour, compiled once for all instances of an entry. */
export function compileEmbedded(archive: Archive, flavour: Simd): Promise<WebAssembly.Module> {
  const key = `${flavour} ${archive.base64}`;
  const module = compiled.get(key) ?? unpack(archive, flavour).then((bytes) => WebAssembly.compile(bytes));
  compiled.set(key, module);
  module.catch(() => compiled.delete(key));
  return module;
}

async function unpack({ base64, sliceBytes, sizes }: Archive, flavour: Simd): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await inflate(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  const bytes = new Uint8Array(sizes[flavour]!);   // the caller asks for those only that the entry has
  let next = 0;
  for (let start = 0; next < packed.length; start += sliceBytes) {
    for (const [name, size] of Object.entries(sizes)) {
      const slice = packed.subarray(next, next + Math.max(0, Math.min(sliceBytes, size - start)));
      if (name === flavour) bytes.set(slice, Math.min(start, size));
      next += slice.length;
    }
  }
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof DecompressionStream !== "function") throw new HeedError("unsupported", "heed", "this host has no DecompressionStream");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
