// The embedded wasm: all flavours of an entry one behind the other, deflated together (they share most of their code)
// and written in base64. build.mjs packs it, this unpacks it.
import { HeedError } from "./errors.js";
import type { Simd } from "./types.js";

export interface Archive { base64: string; sizes: Record<Simd, number> }

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** One flavour, compiled once for all instances of an entry. */
export function compileEmbedded(archive: Archive, flavour: Simd): Promise<WebAssembly.Module> {
  const key = `${flavour} ${archive.base64}`;
  const module = compiled.get(key) ?? unpack(archive, flavour).then((bytes) => WebAssembly.compile(bytes));
  compiled.set(key, module);
  module.catch(() => compiled.delete(key));
  return module;
}

async function unpack({ base64, sizes }: Archive, flavour: Simd): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await inflate(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  let start = 0;
  for (const [name, size] of Object.entries(sizes)) {
    if (name === flavour) return bytes.subarray(start, start + size);
    start += size;
  }
  throw new HeedError("option", "simd", `this package has no flavour ${flavour}`);
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof DecompressionStream !== "function") throw new HeedError("unsupported", "heed", "this host has no DecompressionStream");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
