// Starts a core: which flavour the host can run, where its bytes come from, what to say when WebAssembly is refused.
import type { Core } from "./core.js";
import { type Archive, compileEmbedded } from "./embedded.js";
import { HeedError, kindOf, shown } from "./errors.js";
import { usableFlavours } from "./features.js";
import { createMemory, Heap } from "./heap.js";
import type { Machine } from "./machine.js";
import { readFields } from "./request.js";
import type { LoadOptions, Simd } from "./types.js";

/** What emcc's glue takes instead of files, addresses and environments. */
interface GlueParts {
  wasmMemory: WebAssembly.Memory;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
}
export type CreateCore<C extends Core> = (parts: GlueParts) => Promise<C>;

const flavours: Simd[] = ["scalar", "simd128", "relaxed"];   // Flavour of heed.h

export async function start<C extends Core>(createCore: CreateCore<C>, archive: Archive, options: LoadOptions): Promise<Machine<C> & { simd: Simd }> {
  const { simd = "auto", wasm } = readFields("load", options, ["simd", "wasm"]) as LoadOptions;
  if (typeof WebAssembly !== "object") throw new HeedError("unsupported", "heed", "this host has no WebAssembly");
  const wanted = chooseFlavour(simd);
  const module = wasm === undefined ? await compileOwn(archive, wanted) : await compileGiven(wasm);
  const memory = createMemory();
  const core = await instantiate(createCore, module, memory, wasm !== undefined);
  const flavour = flavours[core.flavour()] ?? "scalar";
  if (simd !== "auto" && simd !== flavour) throw new HeedError("option", "wasm", `must be the ${simd} flavour, got the ${flavour} one`);
  return { core, heap: new Heap(core, memory), simd: flavour };
}

function chooseFlavour(simd: unknown): Simd {
  const usable = usableFlavours();
  const found = simd === "auto" ? usable[0] : usable.find((flavour) => flavour === simd);
  if (found) return found;
  if (flavours.some((flavour) => flavour === simd)) throw new HeedError("option", "simd", `this host cannot run ${String(simd)}; it can run ${usable.join(", ")}`);
  throw new HeedError("option", "simd", `must be "auto", "relaxed", "simd128" or "scalar", got ${shown(simd)}`);
}

/** The embedded bytes are sound, so whatever stops them here is the host. */
async function compileOwn(archive: Archive, flavour: Simd): Promise<WebAssembly.Module> {
  try {
    return await compileEmbedded(archive, flavour);
  } catch (cause) {
    throw cause instanceof HeedError ? cause : refused(cause);
  }
}

async function compileGiven(wasm: BufferSource | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (kindOf(wasm) === "WebAssembly.Module") return wasm as WebAssembly.Module;
  if (!ArrayBuffer.isView(wasm) && !/ArrayBuffer$/.test(kindOf(wasm))) {
    throw new HeedError("type", "wasm", `must be bytes or a WebAssembly.Module, got ${shown(wasm)}`);
  }
  const bytes = wasm as BufferSource;
  if (!WebAssembly.validate(bytes)) throw new HeedError("option", "wasm", "this host cannot read the bytes as WebAssembly");
  return WebAssembly.compile(bytes).catch((cause: unknown) => { throw refused(cause); });
}

function instantiate<C extends Core>(createCore: CreateCore<C>, module: WebAssembly.Module, wasmMemory: WebAssembly.Memory, given: boolean): Promise<C> {
  return new Promise((resolve, reject) => {
    // A module that is not of this entry lacks what the glue imports or exports.
    const fail = (cause: unknown) => reject(given ? new HeedError("option", "wasm", "this is not the WebAssembly of this entry and version of heed", { cause }) : refused(cause));
    createCore({
      wasmMemory,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)).catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
}

function refused(cause: unknown): HeedError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HeedError("unsupported", "heed", `this host refused to run WebAssembly (a page's content security policy must allow 'wasm-unsafe-eval'): ${reason}`, { cause });
}
