// Checked by tsc against the shipped types (types.test.ts): what must compile, and, after each @ts-expect-error, what
// must not. It is never run.
import { type AttendInput, type AttendResult, type ErrorCode, type GradientResult, type Heed, HeedError, load, readNpy, readSafetensors, type ResidentTensor, type Simd, type StageName, type Tensor, type TensorLike, type Trace } from "heed";
import { load as loadThreads, readNpy as readNpyToo } from "heed/threads";
import { type HeedWorker, load as loadWorker, type WorkerResident } from "heed/worker";
import { type HeedLab, load as loadLab, readSafetensors as readSafetensorsToo, type OpenedCell, type Pair, type SampledArrows, type SampledScores, type ScoreSummary } from "heed/lab";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(holds: Same<A, B>): void;

declare const q: TensorLike;
declare const k: TensorLike;
declare const v: TensorLike;
declare const weights: boolean;

const heed: Heed = await load();
same<Heed["simd"], Simd>(true);
same<Heed["memoryBytes"], number>(true);
await load({ simd: "relaxed" });
await load({ wasm: new Uint8Array(8) });
await load({ wasm: new WebAssembly.Module(new Uint8Array(8)) });
// @ts-expect-error there are three flavours
await load({ simd: "sse" });
await load({ threads: "auto" });
// @ts-expect-error a number, or "auto"
await load({ threads: "all" });
// @ts-expect-error read only
heed.threads = 2;

// @ts-expect-error one thread starts no worker
await load({ createWorker: () => new Worker("pool-worker.js") });

const threaded: Heed = await loadThreads({ threads: 4, createWorker: () => new Worker("pool-worker.js"), startTimeout: 100 });
// @ts-expect-error a function that gives one
await loadThreads({ createWorker: new Worker("pool-worker.js") });

// ---- attend: asked for makes certain ------------------------------------------------------------------------------

const plain = heed.attend({ q, k, v });
same<typeof plain, AttendResult>(true);
same<typeof plain.output, Tensor>(true);
same<typeof plain.weights, Tensor | undefined>(true);
same<typeof plain.logSumExp, Tensor | undefined>(true);
same<typeof plain.maskedRows, number>(true);
const certain: Tensor = heed.attend({ q, k, v, weights: true }).weights;
const alsoCertain: Tensor = heed.attend({ q, k, v, logSumExp: true }).logSumExp;
const both = heed.attend({ q, k, v, weights: true, logSumExp: true });
const pair: [Tensor, Tensor] = [both.weights, both.logSumExp];
// @ts-expect-error asked for at run time only: it may be absent
const perhaps: Tensor = heed.attend({ q, k, v, weights }).weights;
// @ts-expect-error not asked for
const absent: Tensor = heed.attend({ q, k, v, weights: true }).logSumExp;

// ---- attend: what goes in -----------------------------------------------------------------------------------------

heed.attend({ q: { data: [1], shape: [1, 1] }, k: { data: new Float64Array(1), dims: [1, 1] }, v: { data: new Uint16Array(1), dims: [1, 1], type: "float16" } });
heed.attend({ q, k, v, scale: 1, softcap: 30, bias: q, causal: "bottom-right", window: { left: 3 }, keyLengths: [1], engine: "steps", out: new Float32Array(1) });
heed.attend({ q, k, v, mask: { data: [true, false], shape: [2] } });
heed.attend({ q, k, v, mask: { data: new Uint8Array(2), dims: [2] }, scale: undefined });
// @ts-expect-error no v
heed.attend({ q, k });
// @ts-expect-error an unknown option
heed.attend({ q, k, v, casual: true });
// @ts-expect-error a mask of numbers is a bias
heed.attend({ q, k, v, mask: { data: new Float32Array(2), shape: [2] } });
// @ts-expect-error BigInts are not converted
heed.attend({ q: { data: new BigInt64Array(1), shape: [1, 1] }, k, v });
// @ts-expect-error nested arrays have no shape
heed.attend({ q: [[1, 2]], k, v });
// @ts-expect-error neither corner
heed.attend({ q, k, v, causal: "top" });
// @ts-expect-error out is float32
heed.attend({ q, k, v, out: new Float64Array(1) });

// ---- gradient -----------------------------------------------------------------------------------------------------

const gradient = heed.gradient({ q, k, v, gradOutput: q, engine: "steps", forward: { output: q, logSumExp: q } });
same<typeof gradient, GradientResult>(true);
same<typeof gradient.gradBias, Tensor | undefined>(true);
const certainBias: Tensor = heed.gradient({ q, k, v, bias: q, gradOutput: q }).gradBias;
heed.gradient({ q, k, v, gradOutput: q, forward: both });
// @ts-expect-error no gradOutput
heed.gradient({ q, k, v });
// @ts-expect-error plain has a logSumExp only perhaps
heed.gradient({ q, k, v, gradOutput: q, forward: plain });

// ---- trace --------------------------------------------------------------------------------------------------------

const trace: Trace = heed.trace({ q, k, v, causal: true });
heed.trace({ x: q, context: k, wq: q, wk: q, wv: q, wo: q, heads: 4, kvHeads: 2, softcap: 1 });
const asAttend: AttendInput = { q, k, v };
heed.trace(asAttend);
same<Trace["masked"], Tensor>(true);
same<Trace["capped"], Tensor | undefined>(true);
same<Exclude<keyof Trace, StageName>, "maskedRows">(true);
same<Exclude<StageName, keyof Trace>, never>(true);
// @ts-expect-error words need wk
heed.trace({ x: q, wq: q, wv: q });

// ---- resident -----------------------------------------------------------------------------------------------------

const keys: ResidentTensor = heed.resident(k, { capacity: 8 });
keys.append(v);
heed.attend({ q: keys, k: keys, v: keys });
heed.trace({ q, k: keys, v });
heed.gradient({ q, k: keys, v: keys, gradOutput: q });
same<ResidentTensor["shape"], readonly number[]>(true);
same<ResidentTensor["capacity"], number>(true);
same<ReturnType<ResidentTensor["append"]>, void>(true);
// @ts-expect-error rows come as a tensor
keys.append([1, 2]);
// @ts-expect-error there is nothing else to say
heed.resident(k, { rows: 8 });
// @ts-expect-error it is in the memory already
heed.resident(keys);
// @ts-expect-error read only: it grows by append
keys.shape = [1, 2];
// @ts-expect-error its numbers are in the module's memory
keys.data;
// @ts-expect-error only q, k and v
heed.attend({ q, k, v, bias: keys });
{
  using scopedKeys = heed.resident(k);
  scopedKeys.append(k);
}

// ---- heed/worker: the same as promises ----------------------------------------------------------------------------

const remote: HeedWorker = await loadWorker({ threads: 2, createWorker: () => new Worker("worker-script.js") });
same<HeedWorker["simd"], Simd>(true);
const remoteKeys: WorkerResident = await remote.resident(k, { capacity: 8 });
same<ReturnType<typeof remoteKeys.append>, Promise<void>>(true);
const remotePlain = remote.attend({ q, k: remoteKeys, v: remoteKeys });
same<typeof remotePlain, Promise<AttendResult>>(true);
const remoteCertain: Tensor = (await remote.attend({ q, k, v, weights: true })).weights;
const remoteTrace: Promise<Trace> = remote.trace({ q, k: remoteKeys, v });
const remoteBias: Tensor = (await remote.gradient({ q, k, v, bias: q, gradOutput: q })).gradBias;
{
  using scopedRemote = await loadWorker();
  using scopedKeys = await scopedRemote.resident(k);
  same<typeof scopedKeys.shape, readonly number[]>(true);
}
// @ts-expect-error rows come as a tensor
remoteKeys.append([1, 2]);
// @ts-expect-error read only: it grows by append
remoteKeys.shape = [1, 2];
// @ts-expect-error asked for, but not yet there
remote.attend({ q, k, v, weights: true }).weights;
// @ts-expect-error there is no lab in the worker
remote.lab;
// @ts-expect-error another kind of instance keeps its own
remote.attend({ q, k: keys, v });
// @ts-expect-error it comes later
remote.attend({ q, k, v }).output;

// ---- readers ------------------------------------------------------------------------------------------------------

const numpy = readNpy(new Uint8Array(8));
same<typeof numpy, Tensor>(true);
const named = readSafetensors(new Uint8Array(8));
same<typeof named, Record<string, Tensor>>(true);
same<typeof readNpyToo, typeof readNpy>(true);
same<typeof readSafetensorsToo, typeof readSafetensors>(true);
heed.attend({ q: numpy, k: named["k"]!, v: numpy });
// @ts-expect-error bytes, not a file's name
readNpy("q.npy");
// @ts-expect-error a view of them
readSafetensors(new ArrayBuffer(8));
// @ts-expect-error an .npy file holds one array
numpy["q"];

// ---- errors, the end, the lab -------------------------------------------------------------------------------------

const error = new HeedError("shape", "k", "…");
same<typeof error.code, ErrorCode>(true);
same<ErrorCode, "shape" | "type" | "option" | "memory" | "disposed" | "unsupported">(true);
const asError: Error = error;
heed.dispose();
{
  using scoped = await load();
  scoped.attend({ q, k, v });
}

const lab: HeedLab = await loadLab();
const asHeed: Heed = lab;
same<ReturnType<typeof lab.lab.open>, OpenedCell>(true);
same<ReturnType<typeof lab.lab.pair>, Pair>(true);
same<ReturnType<typeof lab.lab.jacobian>, Tensor>(true);
same<ReturnType<typeof lab.lab.sampleScores>, SampledScores>(true);
same<SampledScores["byRoot"], ScoreSummary>(true);
same<ReturnType<typeof lab.lab.sampleArrows>, SampledArrows>(true);
same<ReturnType<typeof lab.lab.scoreDensity>, Tensor>(true);
lab.lab.sampleScores({ dk: 64, pairs: 800, seed: 1, keys: 8 });
// @ts-expect-error a seed makes it the same every time
lab.lab.sampleScores({ dk: 64, pairs: 800 });
lab.lab.open(trace, "rowMax", [0], { decimals: 3 });
// @ts-expect-error no such stage
lab.lab.open(trace, "softmax", [0]);
// @ts-expect-error heed alone has no lab
heed.lab;

export { absent, alsoCertain, asError, asHeed, certain, certainBias, pair, perhaps, remoteBias, remoteCertain, remoteTrace, threaded };
