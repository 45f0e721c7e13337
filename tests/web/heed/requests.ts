// Requests of every kind, seeded: ranks, shared heads, broadcasts, masks, corners, empty sizes, numbers behind a mask.
import type { AttendInput, WordsInput } from "heed";
import { made, madeMask, random } from "./made.js";

export interface Case<Input> { name: string; input: Input }
type Arrays<Input> = { [Field in keyof Input]: Input[Field] };

const next = random(20);
const qkv = (q: number[], k: number[], v: number[]) => ({ q: made(next, ...q), k: made(next, ...k), v: made(next, ...v) });
const rank2 = qkv([3, 4], [5, 4], [5, 2]);
const rank3 = qkv([4, 3, 4], [2, 5, 4], [2, 5, 3]);
const rank4 = qkv([2, 4, 3, 5], [2, 2, 7, 5], [2, 2, 7, 3]);
const square = qkv([6, 3], [6, 3], [6, 3]);

function behindMask() {
  const { q, k, v } = qkv([2, 3], [4, 3], [4, 2]);
  k.data.fill(NaN, 6, 9);   // key 2
  v.data.fill(Infinity, 4, 5);
  v.data.fill(NaN, 5, 6);
  return { q, k, v, mask: { data: [true, true, false, true], shape: [4] } };
}

export const given: Case<Arrays<AttendInput>>[] = [
  { name: "rank 2", input: rank2 },
  { name: "rank 3, two query heads a key head", input: rank3 },
  { name: "rank 4, two query heads a key head", input: rank4 },
  { name: "scale", input: { ...rank2, scale: -0.75 } },
  { name: "scale 0", input: { ...rank2, scale: 0 } },
  { name: "softcap", input: { ...rank3, softcap: 1.5 } },
  { name: "bias, one a key", input: { ...rank3, bias: made(next, 5) } },
  { name: "bias, one a head and query", input: { ...rank4, bias: made(next, 4, 3, 1) } },
  { name: "bias with -Infinity", input: { ...rank2, bias: { data: [0.5, -Infinity, 1, -Infinity, 2], shape: [1, 5] } } },
  { name: "mask", input: { ...rank2, mask: madeMask(next, 3, 5) } },
  { name: "mask, one a batch and key", input: { ...rank4, mask: madeMask(next, 2, 1, 1, 7) } },
  { name: "mask with a fully masked row", input: { ...rank2, mask: { data: Uint8Array.of(1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1), shape: [3, 5] } } },
  { name: "causal", input: { ...square, causal: true } },
  { name: "causal with more keys", input: { ...rank3, causal: "top-left" } },
  { name: "causal after a cache of 2", input: { ...rank3, causal: true, causalOffset: 2 } },
  { name: "causal with early rows masked", input: { ...square, causal: true, causalOffset: -2 } },
  { name: "causal at the bottom right", input: { ...rank4, causal: "bottom-right" } },
  { name: "window", input: { ...square, window: { left: 2, right: 1 } } },
  { name: "window open to the right", input: { ...square, window: { left: 1 }, causalOffset: 1 } },
  { name: "key lengths", input: { ...rank4, keyLengths: [4, 0] } },
  { name: "key lengths at the bottom right", input: { ...rank4, keyLengths: [6, 4], causal: "bottom-right" } },
  { name: "everything at once", input: { ...rank4, scale: 0.3, softcap: 2, bias: made(next, 2, 1, 3, 7), mask: madeMask(next, 4, 1, 7), causal: true, causalOffset: 3, window: { left: 4 }, keyLengths: [7, 5] } },
  { name: "NaN and Infinity behind a mask", input: behindMask() },
  { name: "no queries", input: qkv([0, 4], [5, 4], [5, 2]) },
  { name: "no keys", input: qkv([3, 4], [0, 4], [0, 2]) },
  { name: "no key width, with a scale", input: { ...qkv([3, 0], [5, 0], [5, 2]), scale: 1 } },
  { name: "no value width", input: qkv([3, 4], [5, 4], [5, 0]) },
  { name: "no batch", input: qkv([0, 2, 3, 4], [0, 2, 5, 4], [0, 2, 5, 3]) },
];

const x = made(next, 5, 6);
const one = { x, wq: made(next, 6, 4), wk: made(next, 6, 4), wv: made(next, 6, 3) };
const four = { x, wq: made(next, 6, 8), wk: made(next, 6, 4), wv: made(next, 6, 6), heads: 4, kvHeads: 2 };

export const words: Case<Arrays<WordsInput>>[] = [
  { name: "words", input: one },
  { name: "words, causal and capped", input: { ...one, causal: true, softcap: 3 } },
  { name: "words, two heads and wo", input: { x, wq: made(next, 6, 4), wk: made(next, 6, 4), wv: made(next, 6, 6), heads: 2, wo: made(next, 6, 5) } },
  { name: "words, four heads on two, with wo", input: { ...four, wo: made(next, 12, 6) } },
  { name: "words, four heads on two, masked and biased", input: { ...four, mask: madeMask(next, 4, 5, 5), bias: made(next, 5, 5) } },
  { name: "words and a context", input: { ...one, context: made(next, 3, 6) } },
  { name: "words and a context of another width", input: { ...one, context: made(next, 3, 2), wk: made(next, 2, 4), wv: made(next, 2, 3) } },
];
