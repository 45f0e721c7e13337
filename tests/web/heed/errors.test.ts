// Every error of attend and trace, word by word: it names the argument, what was expected, what came.
import { describe, expect, it } from "vitest";
import { type AttendInput, load, type TraceInput } from "heed";
import { caught, told } from "./made.js";

const heed = await load();
const tensor = (...shape: number[]) => ({ data: new Float32Array(shape.reduce((product, size) => product * size, 1)), shape });
const good = { q: tensor(2, 4), k: tensor(3, 4), v: tensor(3, 5) };
const heads = { q: tensor(2, 4, 2, 4), k: tensor(2, 2, 3, 4), v: tensor(2, 2, 3, 5) };
const words = { x: tensor(2, 6), wq: tensor(6, 4), wk: tensor(6, 4), wv: tensor(6, 6) };
const attend = (change: object, base: object = good) => () => heed.attend({ ...base, ...change } as AttendInput);
const trace = (change: object, base: object = words) => () => heed.trace({ ...base, ...change } as unknown as TraceInput);

const gone = new Float32Array(8);
structuredClone(gone, { transfer: [gone.buffer] });

const tensors: [string, () => unknown, string][] = [
  ["nothing", () => heed.attend(undefined as never), "type | attend: must be an object with named fields, got undefined"],
  ["a list", () => heed.attend([] as never), "type | attend: must be an object with named fields, got an Array"],
  ["no q", attend({ q: undefined }), "type | q: must be { data, shape }, got undefined"],
  ["null", attend({ v: null }), "type | v: must be { data, shape }, got null"],
  ["a bare array", attend({ k: new Float32Array(12) }), "type | k: must be { data, shape }, got a Float32Array"],
  ["nested arrays", attend({ k: [[1, 2], [3, 4]] }), "type | k: must be { data, shape }, got an Array"],
  ["nested arrays as data", attend({ k: { data: [[1, 2], [3, 4]], shape: [2, 2] } }), "type | k: must be a flat array of numbers, got an Array at 0"],
  ["no data", attend({ v: { shape: [3, 5] } }), "type | v: must be an array of numbers, got undefined"],
  ["no shape", attend({ v: { data: [1] } }), "type | v: must have its shape as an array of numbers, got undefined"],
  ["BigInts", attend({ v: { data: new BigInt64Array(15), shape: [3, 5] } }), "type | v: must be an array of numbers, got a BigInt64Array"],
  ["a BigInt", attend({ q: { data: [1, 2n], shape: [1, 2] } }), "type | q: must be a flat array of numbers, got 2n at 1"],
  ["a hole", attend({ q: { data: [1, , 3], shape: [1, 3] } }), "type | q: must be a flat array of numbers, got undefined at 1"],
  ["a text", attend({ q: { data: [1, "2"], shape: [1, 2] } }), 'type | q: must be a flat array of numbers, got "2" at 1'],
  ["a buffer", attend({ q: { data: new ArrayBuffer(32), shape: [2, 4] } }), "type | q: must be an array of numbers, got an ArrayBuffer"],
  ["a transferred array", attend({ q: { data: gone, shape: [2, 4] } }), "type | q: must be an array of numbers, got a Float32Array whose buffer was transferred away"],
  ["a transferred array of no rows", attend({ q: { data: gone, shape: [0, 4] } }), "type | q: must be an array of numbers, got a Float32Array whose buffer was transferred away"],
  ["an array in name only", attend({ q: { data: { [Symbol.toStringTag]: "Float32Array", length: 8 }, shape: [2, 4] } }), "type | q: must be an array of numbers, got a Float32Array"],
  ["a negative size", attend({ q: { data: [1], shape: [-1, 4] } }), "shape | q: every dimension must be a whole number from 0 up, got -1"],
  ["half a size", attend({ q: { data: [1], shape: [1, 0.5] } }), "shape | q: every dimension must be a whole number from 0 up, got 0.5"],
  ["a size in words", attend({ q: { data: [1], shape: ["1", 1] } }), 'shape | q: every dimension must be a whole number from 0 up, got "1"'],
  ["too few numbers", attend({ q: { data: [1, 2, 3], shape: [2, 4] } }), "shape | q: the shape (2, 4) needs 8 numbers, got 3"],
  ["rank 1", attend({ q: tensor(4) }), "shape | q: must have 2, 3 or 4 dimensions, got 1"],
  ["rank 5", attend({ q: tensor(1, 1, 1, 2, 4) }), "shape | q: must have 2, 3 or 4 dimensions, got 5"],
  ["k of another rank", attend({ k: tensor(1, 3, 4) }), "shape | k: the number of dimensions must equal q's (2), got 3"],
  ["k of another width", attend({ k: tensor(3, 5) }), "shape | k: the last dimension must equal q's (4), got 5"],
  ["v of another length", attend({ v: tensor(4, 5) }), "shape | v: the first dimension must equal k's (3), got 4"],
  ["another batch", attend({ k: tensor(1, 2, 3, 4) }, heads), "shape | k: the first dimension must equal q's (2), got 1"],
  ["heads that do not divide", attend({ k: tensor(2, 3, 3, 4) }, heads), "shape | k: the number of heads must be at least 1 and divide q's (4), got 3"],
  ["v with other heads", attend({ v: tensor(2, 4, 3, 5) }, heads), "shape | v: the second dimension must equal k's (2), got 4"],
];

const options: [string, () => unknown, string][] = [
  ["a misspelt name", attend({ casual: true }), "option | casual: there is no such option; the nearest is causal"],
  ["a name in capitals", attend({ SoftCap: 1 }), "option | SoftCap: there is no such option; the nearest is softcap"],
  ["PyTorch's name", attend({ attn_mask: [] }), "option | attn_mask: there is no such option; the nearest is mask"],
  ["a name of a trace's words", attend({ heads: 2 }), "option | heads: there is no such option; the nearest is bias"],
  ["gradOutput", attend({ gradOutput: tensor(2, 5) }), "option | gradOutput: there is no such option; the nearest is out"],
  ["dropout, which weights that sum to 1 rule out", attend({ dropout: 0.1 }), "option | dropout: there is no such option; the nearest is out"],
  ["another engine", attend({ engine: "turbo" }), 'option | engine: must be "fused" or "steps", got "turbo"'],
  ["scale NaN", attend({ scale: NaN }), "option | scale: must be a finite number, got NaN"],
  ["scale Infinity", attend({ scale: -Infinity }), "option | scale: must be a finite number, got -Infinity"],
  ["scale in words", attend({ scale: "1" }), 'option | scale: must be a finite number, got "1"'],
  ["scale null", attend({ scale: null }), "option | scale: must be a finite number, got null"],
  ["no scale for a width of 0", attend({ q: tensor(2, 0), k: tensor(3, 0) }), "option | scale: must be given when the key width is 0, got none"],
  ["causal null", attend({ causal: null }), 'option | causal: must be false, true, "top-left" or "bottom-right", got null'],
  ["engine null", attend({ engine: null }), 'option | engine: must be "fused" or "steps", got null'],
  ["an engine without a name", attend({ engine: "default" }), 'option | engine: must be "fused" or "steps", got "default"'],
  ["weights null", attend({ weights: null }), "option | weights: must be true or false, got null"],
  ["heads null", trace({ heads: null }), "option | heads: must be a whole number, got null"],
  ["softcap below 0", attend({ softcap: -1 }), "option | softcap: must be a finite number from 0 up, got -1"],
  ["softcap Infinity", attend({ softcap: Infinity }), "option | softcap: must be a finite number, got Infinity"],
  ["softcap NaN", attend({ softcap: NaN }), "option | softcap: must be a finite number, got NaN"],
  ["softcap as an object", attend({ softcap: {} }), "option | softcap: must be a finite number, got an Object"],
  ["causal 1", attend({ causal: 1 }), 'option | causal: must be false, true, "top-left" or "bottom-right", got 1'],
  ["causal elsewhere", attend({ causal: "top" }), 'option | causal: must be false, true, "top-left" or "bottom-right", got "top"'],
  ["half an offset", attend({ causal: true, causalOffset: 0.5 }), "option | causalOffset: must be a whole number, got 0.5"],
  ["an offset at the bottom right", attend({ causal: "bottom-right", causalOffset: 1 }), 'option | causalOffset: goes with causal "top-left" or with a window alone, got neither'],
  ["an offset alone", attend({ causalOffset: 1 }), 'option | causalOffset: goes with causal "top-left" or with a window alone, got neither'],
  ["window -1", attend({ window: { left: -1 } }), "option | window: left must be a whole number from 0 up, got -1"],
  ["window to the right below 0", attend({ window: { right: -3 } }), "option | window: right must be a whole number from 0 up, got -3"],
  ["window of half a key", attend({ window: { left: 1.5 } }), "option | window: must be a whole number, got 1.5"],
  ["window as a list", attend({ window: [1, 2] }), "type | window: must be an object with named fields, got an Array"],
  ["window up", attend({ window: { leff: 1 } }), "option | leff: there is no such option; the nearest is left"],
  ["key lengths of another batch", attend({ keyLengths: [1, 2] }), "shape | keyLengths: must hold one length a batch (1), got 2"],
  ["a key length past the end", attend({ keyLengths: [4] }), "option | keyLengths: every length must be from 0 to the number of keys (3), got 4"],
  ["a key length below 0", attend({ keyLengths: [-1] }), "option | keyLengths: every length must be from 0 to the number of keys (3), got -1"],
  ["half a key length", attend({ keyLengths: [0.5] }), "option | keyLengths: must be a whole number, got 0.5"],
  ["no key length", attend({ keyLengths: [undefined] }), "option | keyLengths: must be a whole number, got undefined"],
  ["a key length as a number", attend({ keyLengths: 3 }), "type | keyLengths: must be an array of whole numbers, got 3"],
  ["weights in words", attend({ weights: "yes" }), 'option | weights: must be true or false, got "yes"'],
  ["logSumExp 1", attend({ logSumExp: 1 }), "option | logSumExp: must be true or false, got 1"],
];

const masks: [string, () => unknown, string][] = [
  ["numbers that are added", attend({ mask: tensor(2, 3) }), "type | mask: must be booleans or a Uint8Array of 0 and 1, got a Float32Array; numbers to be added to the scores go in bias"],
  ["numbers", attend({ mask: { data: [1, 0, 1], shape: [3] } }), "type | mask: must be booleans, got 1 at 0"],
  ["whole numbers", attend({ mask: { data: new Int32Array(3), shape: [3] } }), "type | mask: must be booleans or a Uint8Array of 0 and 1, got an Int32Array"],
  ["a byte of 255", attend({ mask: { data: Uint8Array.of(0, 1, 255), shape: [3] } }), "type | mask: must be 0 or 1, got 255 at 2"],
  ["a shape that does not fit", attend({ mask: { data: new Uint8Array(4), shape: [2, 2] } }), "shape | mask: the shape must broadcast to the scores' (2, 3), got (2, 2)"],
  ["heads in the batch", attend({ mask: { data: new Uint8Array(48), shape: [8, 2, 3] } }, heads), "shape | mask: the shape must broadcast to the scores' (2, 4, 2, 3), got (1, 8, 2, 3)"],
  ["more dimensions than the scores", attend({ mask: { data: new Uint8Array(12), shape: [2, 2, 3] } }), "shape | mask: the shape must broadcast to the scores' (2, 3), got (2, 2, 3)"],
  ["a bias that does not fit", attend({ bias: tensor(3, 2) }), "shape | bias: the shape must broadcast to the scores' (2, 3), got (3, 2)"],
  ["a bias with five dimensions", attend({ bias: tensor(2, 1, 1, 2, 3) }, heads), "shape | bias: the shape must broadcast to the scores' (2, 4, 2, 3), got (2, 1, 1, 2, 3)"],
];

const shared = new Float32Array(20);
const outs: [string, () => unknown, string][] = [
  ["too short", attend({ out: new Float32Array(9) }), "shape | out: the length must equal the output's (10), got 9"],
  ["too long", attend({ out: new Float32Array(11) }), "shape | out: the length must equal the output's (10), got 11"],
  ["float64", attend({ out: new Float64Array(10) }), "type | out: must be a Float32Array, got a Float64Array"],
  ["an input", attend({ v: { data: shared.subarray(0, 15), shape: [3, 5] }, out: shared.subarray(10, 20) }), "option | out: must not share memory with v"],
  ["the bias", attend({ bias: { data: shared.subarray(9, 12), shape: [3] }, out: shared.subarray(0, 10) }), "option | out: must not share memory with bias"],
];

const fromWords: [string, () => unknown, string][] = [
  ["q beside x", trace({ q: tensor(2, 4) }), "option | q: there is no such option; the nearest is x"],
  ["no wk", trace({ wk: undefined }), "type | wk: must be { data, shape }, got undefined"],
  ["x of rank 3", trace({ x: tensor(1, 2, 6) }), "shape | x: must have 2 dimensions, got 3"],
  ["wq with other rows", trace({ wq: tensor(5, 4) }), "shape | wq: the number of rows must equal x's columns (6), got 5"],
  ["wk with other columns", trace({ wk: tensor(6, 6) }), "shape | wk: the number of columns must equal kvHeads * d_k (4), got 6"],
  ["wk against the context", trace({ context: tensor(3, 5) }), "shape | wk: the number of rows must equal context's columns (5), got 6"],
  ["columns that heads do not divide", trace({ heads: 3 }), "shape | wq: the number of columns must be a multiple of heads (3), got 4"],
  ["heads 0", trace({ heads: 0 }), "option | heads: must be a whole number from 1 up, got 0"],
  ["half a head", trace({ heads: 1.5 }), "option | heads: must be a whole number, got 1.5"],
  ["kvHeads that do not divide heads", trace({ heads: 4, kvHeads: 3 }), "option | kvHeads: must divide heads (4), got 3"],
  ["wo with other rows", trace({ wo: tensor(5, 6) }), "shape | wo: the number of rows must equal heads * d_v (6), got 5"],
  ["a mask for more words", trace({ mask: { data: new Uint8Array(6), shape: [3, 2] } }), "shape | mask: the shape must broadcast to the scores' (1, 2, 2), got (1, 3, 2)"],
  ["no request", () => heed.trace(undefined as never), "type | trace: must be an object with named fields, got undefined"],
  ["neither x nor q", trace({}, {}), "type | q: must be { data, shape }, got undefined"],
];

describe.each([["tensors", tensors], ["options", options], ["masks and biases", masks], ["out", outs], ["words", fromWords]])("%s", (_, cases) => {
  it.each(cases)("%s", (_, action, text) => {
    expect(told(caught(action))).toBe(text);
  });
});

describe("getters that call again, with more than there was room for", () => {
  const q = { data: [1, 2, 3, 4], shape: [1, 4] };
  const ramp = (...shape: number[]) => ({ data: tensor(...shape).data.map((_, at) => at / 8), shape });
  const asked = { q, k: ramp(3, 4), v: ramp(3, 5) };
  const want = heed.attend(asked);
  const again = () => heed.attend({ q: ramp(50, 4), k: ramp(60, 4), v: ramp(60, 5) });
  it.each<[string, () => AttendInput]>([
    ["out", () => Object.defineProperty({ ...asked }, "out", { enumerable: true, get: () => void again() })],
    ["data, with an out", () => ({ ...asked, q: { shape: [1, 4], get data() { return again() && q.data; } }, out: new Float32Array(5) })],
    ["an element", () => ({ ...asked, q: { data: Object.defineProperty([...q.data], 2, { get: () => again() && 3 }), shape: [1, 4] } })],
  ])("%s", (_, input) => {
    expect(heed.attend(input())).toEqual(want);
  });

  it("an element that is a number only once is taken as it was checked", () => {
    let reads = 0;
    const data = Object.defineProperty([...q.data], 2, { get: () => (reads++ ? "x" : 3) });
    expect(heed.attend({ ...asked, q: { data, shape: [1, 4] } })).toEqual(want);
  });
});

describe("after an error", () => {
  it("the next call works, and `out` was not touched", () => {
    const out = new Float32Array(10).fill(7);
    caught(attend({ k: tensor(3, 5), out }));
    expect(out).toEqual(new Float32Array(10).fill(7));
    expect(heed.attend(good).output.shape).toEqual([2, 5]);
  });

  it("a HeedError is an Error with a name, a code and an argument", () => {
    const error = caught(attend({ k: tensor(3, 5) }));
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.argument, String(error)]).toEqual(["HeedError", "shape", "k", "HeedError: k: the last dimension must equal q's (4), got 5"]);
  });
});
