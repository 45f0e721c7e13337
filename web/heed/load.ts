// Starts a core: which flavour the host can run, where its bytes come from, what to say when WebAssembly is refused.
import type { Core } from "./core.js";
import { type Archive, compileEmbedded } from "./embedded.js";
import { HeedError, kindOf, shown } from "./errors.js";
import { usableFlavours } from "./features.js";
import { createMemory, Heap } from "./heap.js";
import type { Machine } from "./machine.js";
import type { PoolWorker } from "./pool.js";
import { readFields } from "./fields.js";
import type { LoadOptions, Simd } from "./types.js";

/** Of the threaded glue: how many workers it waits for, how it gets each, and whom it tells, who throws, that one is lost. */
export interface PoolParts { poolSize: number; createWorker(): PoolWorker; threadStalled(): never }

/** What emcc's glue takes instead of files, addresses and environments. */
interface GlueParts extends Partial<PoolParts> {
  wasmMemory: WebAssembly.Memory;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
}
export type CreateCore<C extends Core> = (parts: GlueParts) => Promise<C>;

const flavours: Simd[] = ["scalar", "simd128", "relaxed"];   // Flavour of heed.h

/** What an entry embeds. `own` is a function that its core has, and no poorer one. */
export interface Embedded<C extends Core> { createCore: CreateCore<C>; archive: Archive; own: keyof C }

/** Options of `load`, read. */
export interface Start { simd: unknown; wasm: unknown; threads: number | "auto" }

const mostThreads = 64;   // kMaxThreads of heed.h

/** `more` are the options of one entry only; it reads them itself. */
export function readLoad(options: LoadOptions, more: string[] = []): Start {
  const { simd = "auto", wasm, threads = "auto" } = readFields("load", options, ["threads", "simd", "wasm", ...more]) as LoadOptions;
  if (threads !== "auto" && !(Number.isInteger(threads) && threads >= 1 && threads <= mostThreads)) {
    throw new HeedError("option", "threads", `must be "auto" or a whole number from 1 to ${mostThreads}, got ${shown(threads)}`);
  }
  return { simd, wasm, threads };
}

export async function start<C extends Core>({ createCore, archive, own }: Embedded<C>, { simd, wasm }: Start, pool?: PoolParts): Promise<Machine<C> & { simd: Simd }> {
  const wanted = chooseFlavour(simd);
  const module = wasm === undefined ? await compileOwn(archive, wanted) : await compileGiven(wasm);
  const memory = createMemory(pool !== undefined);
  const core = await instantiate(createCore, module, { wasmMemory: memory, ...pool }, wasm !== undefined);
  if (typeof core[own] !== "function") throw notOurs();
  const flavour = wasm === undefined ? wanted : flavours[core.flavour()] ?? "scalar";   // of the embedded one it is what it was made from
  if (simd !== "auto" && simd !== flavour) throw new HeedError("option", "wasm", `must be the ${simd} flavour, got the ${flavour} one`);
  return { core, heap: new Heap(core, memory), simd: flavour };
}

export function chooseFlavour(simd: unknown): Simd {
  if (typeof WebAssembly !== "object") throw new HeedError("unsupported", "heed", "this host has no WebAssembly");
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

async function compileGiven(wasm: unknown): Promise<WebAssembly.Module> {
  if (kindOf(wasm) === "WebAssembly.Module") return wasm as WebAssembly.Module;
  const buffer = ArrayBuffer.isView(wasm) ? wasm.buffer : wasm;
  if (kindOf(buffer) !== "ArrayBuffer") {   // shared memory is not taken as WebAssembly
    throw new HeedError("type", "wasm", `must be bytes or a WebAssembly.Module, got ${shown(buffer)}`);
  }
  const bytes = wasm as BufferSource;
  if (!WebAssembly.validate(bytes)) throw new HeedError("option", "wasm", "this host cannot read the bytes as WebAssembly");
  return WebAssembly.compile(bytes).catch((cause: unknown) => { throw refused(cause); });
}

function instantiate<C extends Core>(createCore: CreateCore<C>, module: WebAssembly.Module, parts: { wasmMemory: WebAssembly.Memory } & Partial<PoolParts>, given: boolean): Promise<C> {
  return new Promise((resolve, reject) => {
    // A module that is not of this entry lacks what the glue imports or exports.
    const fail = (cause: unknown) => reject(given ? notOurs(cause) : refused(cause));
    createCore({
      ...parts,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)).catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
}

function notOurs(cause?: unknown): HeedError {
  return new HeedError("option", "wasm", "this is not the WebAssembly of this entry and version of heed", { cause });
}

function refused(cause: unknown): HeedError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HeedError("unsupported", "heed", `this host refused to run WebAssembly (a page's content security policy must allow 'wasm-unsafe-eval'): ${reason}`, { cause });
}
