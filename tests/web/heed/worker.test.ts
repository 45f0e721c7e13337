// heed/worker in Node: what heed answers, from a worker; its errors, its residents, its end.
import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type AttendInput, load as loadHeed, type Trace, type TraceInput } from "heed";
import { type HeedWorker, load } from "heed/worker";
import { caught, made, random, rejected, told } from "./made.js";
import { given, words } from "./requests.js";

const same = await loadHeed();
const next = random(70);
const one = { data: [1], shape: [1, 1] };
const ended = "disposed | heed: this instance was disposed; load a new one";

let heed: HeedWorker;
beforeAll(async () => { heed = await load({ threads: 2 }); });
afterAll(() => heed.dispose());
afterEach(() => { vi.restoreAllMocks(); });

describe("what heed answers", () => {
  it("says how it runs", () => {
    expect([heed.version, heed.threads, heed.threadsReason, heed.simd]).toEqual([same.version, 2, "", same.simd]);
    expect(heed.memoryBytes).toBeGreaterThan(1e6);
  });

  it.each(given)("$name", async ({ input }) => {
    const request = { ...(input as AttendInput<never>), weights: true, logSumExp: true } as const;
    expect(await heed.attend(request)).toEqual(same.attend(request));
  });

  it.each([...given.slice(0, 3), ...words] as { name: string; input: TraceInput }[])("trace: $name", async ({ input }) => {
    expect(await heed.trace(input as never)).toEqual<Trace>(same.trace(input));
  });

  it("a gradient, with what an attend gave", async () => {
    const [q, k, v] = [made(next, 2, 3, 4), made(next, 2, 5, 4), made(next, 2, 5, 4)];
    const forward = await heed.attend({ q, k, v, logSumExp: true });
    const input = { q, k, v, bias: made(next, 3, 5), gradOutput: q };
    expect(await heed.gradient(input)).toEqual(same.gradient(input));
    expect(await heed.gradient({ q, k, v, gradOutput: q, forward })).toEqual(same.gradient({ q, k, v, gradOutput: q, forward }));
  });

  it("in the order of the questions, as things were when they were asked", async () => {
    const q = { data: Float32Array.of(1), shape: [1, 1] };
    const v = { data: Float32Array.of(5), shape: [1, 1] };
    const order: number[] = [];
    const asked = [7, 8, 9].map((value) => {
      v.data[0] = value;
      return heed.attend({ q, k: q, v }).then(({ output }) => order.push(output.data[0]!));
    });
    v.data[0] = 0;
    await Promise.all(asked);
    expect(order).toEqual([7, 8, 9]);
    expect([q.data.length, v.data.length]).toEqual([1, 1]);   // nothing was transferred
  });

  it("tensors of a class, part of a buffer, shared memory", async () => {
    class Odd { dims = [1, 2]; #numbers = Float32Array.of(1, 2); get data() { return this.#numbers; } get type() { return "float32"; } }
    const part = { data: Float32Array.of(0, 3, 4, 0).subarray(1, 3), shape: [1, 2] };
    const shared = { data: new Float32Array(new SharedArrayBuffer(8)), shape: [1, 2] };
    shared.data.set([5, 6]);
    const asked = heed.attend({ q: new Odd(), k: part, v: shared });
    shared.data.fill(0);
    expect(Array.from((await asked).output.data)).toEqual([5, 6]);
    expect((await heed.trace({ q: new Odd(), k: part, v: part })).k.data).toEqual(Float32Array.of(3, 4));
  });

  it("a request of a class", async () => {
    class Asked { get q() { return one; } get k() { return one; } get v() { return one; } }
    expect(await heed.attend(new Asked())).toEqual(same.attend(new Asked()));
  });

  it("into `out`, which stays here", async () => {
    const out = new Float32Array(1);
    const { output } = await heed.attend({ q: one, k: one, v: { data: [3], shape: [1, 1] }, out });
    expect(output).toEqual({ data: out, shape: [1, 1] });
    expect(output.data).toBe(out);
    expect(out[0]).toBe(3);
    expect(told(await rejected(heed.attend({ q: one, k: one, v: one, out: new Float32Array(2) })))).toBe("shape | out: the length must equal the output's (1), got 2");
  });
});

describe("resident tensors", () => {
  it("a cache in the worker", async () => {
    const rows = [made(next, 2, 1, 3), made(next, 2, 1, 3)] as const;
    const keys = await heed.resident(rows[0], { capacity: 3 });
    const appended = keys.append(rows[1]);
    const answer = heed.trace({ q: rows[0], k: keys, v: keys });
    await appended;
    expect([keys.shape, keys.capacity]).toEqual([[2, 2, 3], 3]);
    const own = same.resident(rows[0], { capacity: 3 });
    own.append(rows[1]);
    expect(await answer).toEqual(same.trace({ q: rows[0], k: own, v: own }));
    keys.dispose();
    keys.dispose();
    expect(told(await rejected(heed.attend({ q: one, k: keys, v: one })))).toBe("disposed | k: this resident tensor was disposed");
    expect(told(await rejected(keys.append(one)))).toBe("disposed | resident: this resident tensor was disposed");
  });

  it("of another instance, too many rows, too small a capacity", async () => {
    const keys = await heed.resident(one);
    expect(told(await rejected(heed.attend({ q: same.resident(one) as never, k: keys, v: keys })))).toBe("option | q: must be a resident tensor of this instance, got another's");
    expect(told(await rejected(keys.append(one)))).toBe("shape | rows: at most 0 more fit in the capacity of 1, got 1");
    expect(told(await rejected(heed.resident(one, { capacity: 0 })))).toBe("option | capacity: must be a whole number from the tensor's rows (1) up, got 0");
  });

  it("are given back: 200 caches of 4 MB, one after the other, take the room of one", async () => {
    const rows = { data: new Float32Array(1e6), shape: [1000, 1000] };
    (await heed.resident(rows)).dispose();
    await heed.attend({ q: one, k: one, v: one });
    const held = heed.memoryBytes;
    for (let count = 0; count < 200; ++count) (await heed.resident(rows)).dispose();
    await heed.attend({ q: one, k: one, v: one });
    expect(heed.memoryBytes).toBe(held);
  });
});

describe("errors", () => {
  it.each([
    ["sizes", () => heed.attend({ q: one, k: { data: [1, 2], shape: [1, 2] }, v: one }), () => same.attend({ q: one, k: { data: [1, 2], shape: [1, 2] }, v: one })],
    ["no tensor", () => heed.attend({ q: one, k: one } as never), () => same.attend({ q: one, k: one } as never)],
    ["a typing error", () => heed.trace({ q: one, k: one, v: one, casual: true } as never), () => same.trace({ q: one, k: one, v: one, casual: true } as never)],
    ["no request", () => heed.gradient(undefined as never), () => same.gradient(undefined as never)],
    ...[[1, 2], new Float32Array(2), () => 1, new Map()].map((input) => [
      `${Object.prototype.toString.call(input)} for a request`, () => heed.attend(input as never), () => same.attend(input as never),
    ] as [string, () => Promise<unknown>, () => unknown]),
    ["a bare array to stay", () => heed.resident([1] as never), () => same.resident([1] as never)],
    ["a resident tensor to stay", async () => heed.resident(await heed.resident(one) as never), () => same.resident(same.resident(one) as never)],
    ["resident rows", async () => { const keys = await heed.resident(one); await keys.append(keys as never); }, () => { const keys = same.resident(one); keys.append(keys as never); }],
    ["an option that cannot be sent", () => heed.attend({ q: one, k: one, v: one, casual: () => 1 } as never), () => same.attend({ q: one, k: one, v: one, casual: () => 1 } as never)],
    ["a mask of numbers", () => heed.attend({ q: one, k: one, v: one, mask: { data: new Float32Array(1), shape: [1] } as never }), () => same.attend({ q: one, k: one, v: one, mask: { data: new Float32Array(1), shape: [1] } as never })],
  ])("%s: the error of heed, and the next call works", async (_, asked, asHeed) => {
    expect(told(await rejected(asked()))).toBe(told(caught(asHeed)));
    expect((await heed.attend({ q: one, k: one, v: one })).output.data[0]).toBe(1);
  });

  it("threads null, as heed/threads refuses it", async () => {
    expect(told(await rejected(load({ threads: null as never })))).toBe('option | threads: must be "auto" or a whole number from 1 to 64, got null');
  });

  it("what cannot be sent to a worker", async () => {
    expect(told(await rejected(heed.attend({ q: one, k: one, v: one, scale: (() => 1) as never })))).toMatch(/^type \| attend: cannot be sent to a worker: /);
  });

  it.each([
    [{ threads: 0 }, 'option | threads: must be "auto" or a whole number from 1 to 64, got 0'],
    [{ thread: 1 }, "option | thread: there is no such option; the nearest is threads"],
    [{ simd: "avx" }, 'option | simd: must be "auto", "relaxed", "simd128" or "scalar", got "avx"'],
    [{ startTimeout: -1 }, "option | startTimeout: must be a number of milliseconds above 0, got -1"],
    [{ createWorker: 1 }, "option | createWorker: must be a function that gives a Worker, got 1"],
  ])("load %o", async (options, text) => expect(told(await rejected(load(options as never)))).toBe(text));
});

/** A Worker of the web's kind that says what it is told to. */
function fake(say: (tell: (event: Event) => void) => void) {
  return () => {
    const worker = new EventTarget();
    setTimeout(() => say((event) => worker.dispatchEvent(event)));
    return Object.assign(worker, { postMessage() {}, terminate() {} }) as unknown as Worker;
  };
}

describe("a worker that does not start", () => {
  it.each([
    ["cannot be made", () => { throw new Error("no worker today"); }, "no worker today"],
    ["fails", fake((tell) => tell(new Event("error", { cancelable: true }))), "its script was not loaded (does the page's content security policy allow worker-src blob:?)"],
    ["says nothing", fake(() => {}), "nothing was heard of it for 100 ms"],
  ])("%s", async (_, createWorker, reason) => {
    expect(told(await rejected(load({ createWorker, startTimeout: 100 })))).toBe(`unsupported | heed: the worker did not start: ${reason}`);
  });
});

describe("the end", () => {
  it("dispose: what waits and what is asked later rejects; a second one does nothing", async () => {
    const own = await load({ threads: 1 });
    const keys = await own.resident(one);
    const waiting = own.attend({ q: one, k: one, v: one });
    own.dispose();
    own.dispose();
    expect(told(await rejected(waiting))).toBe(ended);
    expect(told(await rejected(own.trace({ q: one, k: one, v: one })))).toBe(ended);
    expect(told(await rejected(keys.append(one)))).toBe(ended);
    keys.dispose();
  });

  it("a worker that dies: all calls that wait reject with the reason, and later ones too", async () => {
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const made: { terminate(): unknown }[] = [];
    const { postMessage } = Worker.prototype;
    vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: InstanceType<typeof Worker>, ...all: unknown[]) {
      made.push(this);
      return postMessage.apply(this, all as never);
    });
    const own = await load({ threads: 1 });
    const calls = [own.attend({ q: one, k: one, v: one }), own.trace({ q: one, k: one, v: one })];
    void made[0]!.terminate();   // as if the host had ended it
    const died = "disposed | heed: the worker ended (it exited with code 1); load a new one";
    for (const call of calls) expect(told(await rejected(call))).toBe(died);
    expect(told(await rejected(own.attend({ q: one, k: one, v: one })))).toBe(died);
  });

  const run = (script: string) => spawnSync(process.execPath, ["--input-type=module", "-e", `import { load } from "heed/worker"; const one = { data: [7], shape: [1, 1] }; ${script}`], { encoding: "utf8", timeout: 30_000 });

  it("the process waits for an answer, and ends by itself without dispose", () => {
    const { status, stdout, stderr } = run(`
      const heed = await load({ threads: 2 });
      heed.attend({ q: one, k: one, v: one }).then(({ output }) => console.log(output.data[0]));
    `);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "7\n", stderr: "" });
  });

  it("30 workers come and go", async () => {
    for (let count = 0; count < 30; ++count) {
      const own = await load({ threads: 1 });
      expect((await own.attend({ q: one, k: one, v: one })).output.data[0]).toBe(1);
      own.dispose();
    }
  });
});
