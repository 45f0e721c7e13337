// heed/threads in Node: right against float64, the same bits at every number of threads, and never a hang.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { load as loadSingle } from "heed";
import { type AttendInput, type Heed, load } from "heed/threads";
import { attention, difference, type GivenInput } from "../reference.js";
import { relaxedFlag } from "./hosts.js";
import { caught, made, random, rejected, told } from "./made.js";
import { given } from "./requests.js";

const next = random(40);
const one = { data: [1], shape: [1, 1] };
/** Long enough for every thread to get rows, and for several blocks of keys. */
const long: AttendInput = { q: made(next, 4, 150, 8), k: made(next, 2, 300, 8), v: made(next, 2, 300, 5), causal: "bottom-right", bias: made(next, 150, 300) };
const bits = ({ data }: { data: Float32Array }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("with threads", () => {
  let heed: Heed;
  beforeAll(async () => { heed = await load({ threads: 3 }); });

  it("says how many there are, and no reason", () => {
    expect([heed.threads, heed.threadsReason]).toEqual([3, ""]);
    expect(["relaxed", "simd128"]).toContain(heed.simd);
  });

  it.each(given)("$name: right against float64", ({ input }) => {
    const want = attention(input as GivenInput);
    const got = heed.attend({ ...(input as AttendInput), weights: true, logSumExp: true });
    for (const stage of ["output", "weights", "logSumExp"] as const) expect(difference(stage, got[stage], want[stage])).toBe("");
    expect(got.maskedRows).toBe(want.maskedRows);
  });

  it("traces, reports errors and grows its shared memory as heed does", async () => {
    const single = await loadSingle();
    expect(heed.trace(given[0]!.input as AttendInput)).toEqual(single.trace(given[0]!.input as AttendInput));
    expect(told(caught(() => heed.attend({ q: one, k: { data: [1, 2], shape: [1, 2] }, v: one })))).toBe("shape | k: the last dimension must equal q's (1), got 2");
    const before = heed.memoryBytes;
    const large = made(next, 400_000, 4);
    expect(heed.attend({ q: made(next, 1, 4), k: large, v: large }).output.data.every(Number.isFinite)).toBe(true);
    expect(heed.memoryBytes).toBeGreaterThan(before);
  });
});

describe("copies out of shared memory", () => {
  it("begin at multiples of 8 bytes, as arrays outside do: others go byte by byte, five times as slow", async () => {
    const heed = await load({ threads: 2 });
    const from = vi.spyOn(Float32Array, "from");
    const q = made(next, 3, 5), k = made(next, 7, 5), v = made(next, 7, 3);
    heed.gradient({ q, k, v, gradOutput: made(next, 3, 3) });
    heed.attend({ q, k, v, weights: true, logSumExp: true });
    const copied = from.mock.calls.map(([source]) => source as unknown as Float32Array).filter(({ buffer }) => buffer instanceof SharedArrayBuffer);
    expect(copied.map(({ length }) => length)).toEqual([15, 35, 21, 9, 21, 3]);
    expect(copied.map(({ byteOffset }) => byteOffset % 8)).toEqual([0, 0, 0, 0, 0, 0]);
    heed.dispose();
  });
});

describe("the same bits", () => {
  it("at 1, 2, 3 and 8 threads, from run to run, and in heed", async () => {
    const single = bits((await loadSingle()).attend(long).output);
    for (const threads of [1, 2, 3, 8]) {
      const heed = await load({ threads });
      expect(heed.threads).toBe(threads);
      for (let run = 0; run < 20; ++run) expect(bits(heed.attend(long).output), `${threads} threads, run ${run}`).toBe(single);
      heed.dispose();
    }
  });

  it("in simd128 and relaxed", async () => {
    const { simd } = await load({ simd: "simd128", threads: 2 });
    expect(simd).toBe("simd128");
    const script = 'import { load } from "heed/threads"; const { simd, threads } = await load({ simd: "relaxed", threads: 2 }); console.log(simd, threads);';
    const { stdout, stderr } = spawnSync(process.execPath, [...relaxedFlag(), "--input-type=module", "-e", script], { encoding: "utf8", timeout: 30_000 });
    expect({ stdout, stderr }).toEqual({ stdout: "relaxed 2\n", stderr: "" });
  });
});

describe("the number of threads", () => {
  it.each([0, 65, -1, 2.5, NaN, "4", null])("%s is an option error", async (threads) => {
    const error = await rejected(load({ threads } as never));
    expect(told(error)).toBe(`option | threads: must be "auto" or a whole number from 1 to 64, got ${typeof threads === "string" ? `"${threads}"` : String(threads)}`);
    expect((await rejected(loadSingle({ threads } as never))).message).toBe(error.message);
  });

  it("auto takes the host's cores, at most 8", async () => {
    for (const [cores, threads] of [[2, 2], [3, 3], [64, 8], [1, 1]] as const) {
      vi.stubGlobal("navigator", { hardwareConcurrency: cores });
      const heed = await load();
      expect(heed.threads).toBe(threads);
      heed.dispose();
    }
  });

  it("is 1 in heed whatever is asked, with the reason", async () => {
    const heed = await loadSingle({ threads: 4 });
    expect([heed.threads, heed.threadsReason]).toEqual([1, 'this entry has one thread; "heed/threads" has more']);
  });
});

describe("one thread, and why", () => {
  const reasonOf = async (options: Parameters<typeof load>[0]) => {
    const heed = await load(options);
    expect(heed.threads).toBe(1);
    expect(heed.attend({ q: one, k: one, v: one }).output.data[0]).toBe(1);
    return heed.threadsReason;
  };

  it("asked for", async () => {
    expect(await reasonOf({ threads: 1 })).toBe("one thread was asked for, or is all that the host has");
  });

  it("scalar", async () => {
    expect(await reasonOf({ threads: 4, simd: "scalar" })).toBe("the scalar flavour has no threads");
  });

  it("no cross-origin isolation, no SharedArrayBuffer", async () => {
    vi.stubGlobal("crossOriginIsolated", false);
    expect(await reasonOf({ threads: 4 })).toBe("the page is not cross-origin isolated (it needs the COOP and COEP headers)");
    vi.unstubAllGlobals();
    vi.stubGlobal("SharedArrayBuffer", undefined);
    expect(await reasonOf({ threads: 4 })).toBe("this host has no SharedArrayBuffer");
  });

  it("no shared memory of that size", async () => {
    const { Memory } = WebAssembly;
    vi.spyOn(WebAssembly, "Memory").mockImplementation(function (descriptor: WebAssembly.MemoryDescriptor) {
      if (descriptor.shared) throw new RangeError("could not allocate memory");
      return new Memory(descriptor);
    } as never);
    expect(await reasonOf({ threads: 4 })).toBe("could not allocate memory");
  });

  it("workers that never answer: given up after startTimeout, and ended", async () => {
    const ended = vi.fn();
    const createWorker = () => ({ addEventListener() {}, postMessage() {}, terminate: ended }) as unknown as Worker;
    const start = performance.now();
    expect(await reasonOf({ threads: 3, createWorker, startTimeout: 100 })).toBe("a worker did not start: nothing was heard of it for 100 ms");
    expect(performance.now() - start).toBeLessThan(5000);
    expect(ended).toHaveBeenCalledTimes(2);
  });

  it("workers that cannot be made", async () => {
    const createWorker = () => { throw new Error("no worker today"); };
    expect(await reasonOf({ threads: 3, createWorker })).toBe("a worker did not start: no worker today");
  });

  it("workers that fail", async () => {
    const createWorker = () => {
      const worker = new EventTarget();
      setTimeout(() => worker.dispatchEvent(new Event("error", { cancelable: true })));
      return Object.assign(worker, { postMessage() {}, terminate() {} }) as unknown as Worker;
    };
    expect(await reasonOf({ threads: 2, createWorker })).toBe("a worker did not start: its script was not loaded (does the page's content security policy allow worker-src blob:?)");
  });
});

describe("what is wrong rejects", () => {
  it.each([
    [{ createWorker: "pool-worker.js" }, 'option | createWorker: must be a function that gives a Worker, got "pool-worker.js"'],
    [{ startTimeout: 0 }, "option | startTimeout: must be a number of milliseconds above 0, got 0"],
    [{ startTimeout: Infinity }, "option | startTimeout: must be a number of milliseconds above 0, got Infinity"],
    [{ thread: 4 }, "option | thread: there is no such option; the nearest is threads"],
    [{ simd: "avx" }, 'option | simd: must be "auto", "relaxed", "simd128" or "scalar", got "avx"'],
  ])("%o", async (options, text) => {
    expect(told(await rejected(load(options as never)))).toBe(text);
  });

  it("the WebAssembly of an entry without threads", async () => {
    const file = (name: string) => readFileSync(new URL(`../../../web/heed/dist/wasm/${name}.wasm`, import.meta.url));
    expect(told(await rejected(load({ threads: 2, wasm: file("heed-simd128") })))).toBe("option | wasm: this is not the WebAssembly of this entry and version of heed");
    expect((await load({ threads: 2, wasm: file("heed_threads-simd128") })).threads).toBe(2);
  });

  it("no WebAssembly at all", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(told(await rejected(load({ threads: 2 })))).toBe("unsupported | heed: this host has no WebAssembly");
  });
});

describe("the process", () => {
  const run = (script: string) => spawnSync(process.execPath, ["--input-type=module", "-e", `import { load } from "heed/threads"; ${script}`], { encoding: "utf8", timeout: 30_000 });
  const call = "heed.attend({ q: { data: [1], shape: [1, 1] }, k: { data: [1], shape: [1, 1] }, v: { data: [7], shape: [1, 1] } }).output.data[0]";

  it("ends by itself, without dispose", () => {
    const { status, stdout, stderr } = run(`const heed = await load({ threads: 4 }); console.log(heed.threads, ${call});`);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "4 7\n", stderr: "" });
  });

  it("ends by itself where the workers did not answer", () => {
    const silent = "({ addEventListener() {}, postMessage() {}, terminate() {} })";
    const { status, stdout, stderr } = run(`const heed = await load({ threads: 4, startTimeout: 50, createWorker: () => ${silent} }); console.log(heed.threads, ${call});`);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "1 7\n", stderr: "" });
  });

  it("loses its workers with dispose, at once and only once", () => {
    const { status, stdout, stderr } = run(`
      const heed = await load({ threads: 4 });
      const { Worker } = process.getBuiltinModule("node:worker_threads");
      let ended = 0;
      const { terminate } = Worker.prototype;
      Worker.prototype.terminate = function () { ended += 1; return terminate.call(this); };
      heed.dispose();
      heed.dispose();
      try { ${call}; } catch ({ code }) { console.log(code, ended); }
    `);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "disposed 3\n", stderr: "" });
  });

  it("20 instances of 3 threads come and go", async () => {
    for (let count = 0; count < 20; ++count) {
      const heed = await load({ threads: 3 });
      expect(heed.attend({ q: one, k: one, v: one }).output.data[0]).toBe(1);
      heed.dispose();
    }
  }, 120_000);
});
