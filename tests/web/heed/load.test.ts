// load: what it says of itself, which flavour it takes, and what it says where it cannot.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as single from "heed";
import * as lab from "heed/lab";
import { caught, rejected, told } from "./made.js";

const file = (name: string) => readFileSync(new URL(`../../../web/heed/dist/wasm/${name}.wasm`, import.meta.url));
const one = { data: [1], shape: [1, 1] };
const request = { q: one, k: one, v: { data: [2.5], shape: [1, 1] } };

afterEach(() => vi.restoreAllMocks());

describe.each([["heed", single], ["heed/lab", lab]])("%s", (entry, { load }) => {
  it("says its version, its one thread and why, its flavour and its memory", async () => {
    const heed = await load();
    const { version } = JSON.parse(readFileSync(new URL("../../../web/heed/package.json", import.meta.url), "utf8")) as { version: string };
    expect(heed.version).toBe(version);
    expect([heed.threads, heed.threadsReason]).toEqual([1, 'this entry has one thread; "heed/threads" has more']);
    expect(["relaxed", "simd128"]).toContain(heed.simd);
    expect(heed.memoryBytes).toBe(4 << 20);
  });

  it.each(["simd128", "scalar"] as const)("runs as %s when asked to", async (simd) => {
    const heed = await load({ simd });
    expect(heed.simd).toBe(simd);
    expect(heed.attend(request).output.data[0]).toBe(2.5);
  });

  it("takes scalar where the host has no SIMD, and refuses the others", async () => {
    vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
    expect((await load()).simd).toBe("scalar");
    expect((await load({ simd: "auto" })).simd).toBe("scalar");
    expect(told(await rejected(load({ simd: "simd128" })))).toBe("option | simd: this host cannot run simd128; it can run scalar");
  });

  it("runs the package's .wasm file, as bytes and compiled", async () => {
    const name = entry === "heed" ? "heed-scalar" : "lab-scalar";
    for (const wasm of [file(name), new Uint8Array(file(name)).buffer, await WebAssembly.compile(file(name))]) {
      const heed = await load({ wasm });
      expect(heed.simd).toBe("scalar");
      expect(heed.attend(request).output.data[0]).toBe(2.5);
    }
  });

  it("refuses a file of another flavour", async () => {
    const name = entry === "heed" ? "heed-scalar" : "lab-scalar";
    expect(told(await rejected(load({ wasm: file(name), simd: "simd128" })))).toBe("option | wasm: must be the simd128 flavour, got the scalar one");
  });

  it("refuses what is no WebAssembly, or not Heed's", async () => {
    expect(told(await rejected(load({ wasm: new Uint8Array(8) })))).toBe("option | wasm: this host cannot read the bytes as WebAssembly");
    expect(told(await rejected(load({ wasm: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0) })))).toBe("option | wasm: this is not the WebAssembly of this entry and version of heed");
    expect(told(await rejected(load({ wasm: "core.wasm" as never })))).toBe('type | wasm: must be bytes or a WebAssembly.Module, got "core.wasm"');
  });

  it("refuses WebAssembly in shared memory", async () => {
    const shared = new SharedArrayBuffer(8);
    for (const wasm of [shared, new Uint8Array(shared)]) {
      expect(told(await rejected(load({ wasm: wasm as never })))).toBe("type | wasm: must be bytes or a WebAssembly.Module, got a SharedArrayBuffer");
    }
  });

  it("says `memory` where the host has none left, and starts where it has", async () => {
    vi.spyOn(WebAssembly, "Memory").mockImplementation(function () { throw new RangeError("could not allocate memory"); });
    expect(told(await rejected(load()))).toBe("memory | heed: the host has no room for the module's memory of 4194304 bytes that may grow to 1073741824");
    vi.restoreAllMocks();
    expect((await load()).attend(request).output.data[0]).toBe(2.5);
  });

  it("refuses options that it does not know", async () => {
    expect(told(await rejected(load({ simd: "avx" as never })))).toBe('option | simd: must be "auto", "relaxed", "simd128" or "scalar", got "avx"');
    expect(told(await rejected(load({ smid: "scalar" } as never)))).toBe("option | smid: there is no such option; the nearest is simd");
    expect(told(await rejected(load("fast" as never)))).toBe('type | load: must be an object with named fields, got "fast"');
  });

  it("says `unsupported` where WebAssembly is missing or refused", async () => {
    const blocked = new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
    vi.spyOn(WebAssembly, "instantiate").mockRejectedValue(blocked);
    expect(told(await rejected(load()))).toBe("unsupported | heed: this host refused to run WebAssembly (a page's content security policy must allow 'wasm-unsafe-eval'): Wasm code generation disallowed by embedder");
    vi.stubGlobal("WebAssembly", undefined);
    expect(told(await rejected(load()))).toBe("unsupported | heed: this host has no WebAssembly");
    vi.unstubAllGlobals();
  });

  it("after dispose every call throws, and a second dispose does nothing", async () => {
    const heed = await load();
    heed.dispose();
    heed.dispose();
    expect(told(caught(() => heed.attend(request)))).toBe("disposed | heed: this instance was disposed; load a new one");
    expect(caught(() => heed.trace(request)).code).toBe("disposed");
    expect(heed.memoryBytes).toBe(0);
  });

  it("is disposed by Symbol.dispose", async () => {
    const heed = await load();
    heed[Symbol.dispose]();
    expect(caught(() => heed.attend(request)).code).toBe("disposed");
  });

  it("gives instances that know nothing of each other", async () => {
    const [first, second] = await Promise.all([load(), load()]);
    first.dispose();
    expect(second.attend(request).output.data[0]).toBe(2.5);
  });

  it("methods need no `this`", async () => {
    const { attend, trace } = await load();
    expect(attend(request).output).toEqual(trace(request).output);
  });
});

it("the lab refuses heed's file, which lacks the lab", async () => {
  expect(told(await rejected(lab.load({ wasm: file("heed-scalar") })))).toBe("option | wasm: this is not the WebAssembly of this entry and version of heed");
});

it("both entries share one HeedError", () => {
  expect(lab.HeedError).toBe(single.HeedError);
});
