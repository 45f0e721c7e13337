// Every change that a reader can make to a scene. Each returns a new scene; the old one is left as it was.
import { allowed, mostWords, namesOf, shapeOf, type GivenScene, type Scene, type WordsScene } from "./scene.js";
import { sentenceScene } from "./presets.js";
import { rowsOf } from "./read.js";
import type { Shown } from "./shown.js";
import { arrowOf, randomArrow, type Width } from "./vocabulary.js";

/** The tables of a scene that a reader may type into. */
export type Editable = "x" | "wq" | "wk" | "wv" | "q" | "k" | "v";

/** The words of a typed sentence: at most 12, and how many were left out. */
export function readSentence(text: string): { words: string[]; leftOut: number } {
  // A lone surrogate is no character and could not travel in an address.
  const all = text.replace(/\p{Surrogate}/gu, "").split(/\s+/u).filter((word) => word !== "");
  return { words: all.slice(0, mostWords), leftOut: Math.max(0, all.length - mostWords) };
}

/** Words that stay keep their arrows, moved or not; new ones come from the vocabulary or from their letters. */
export function withWords(scene: WordsScene, words: string[]): WordsScene {
  const width = scene.wq.length as Width;
  const free = scene.words.map((word, at) => ({ word, arrow: scene.x[at]!, origin: scene.origins[at]! }));
  const rows = words.map((word) => {
    const at = free.findIndex((old) => old.word === word);
    const { arrow, origin } = at < 0 ? arrowOf(word, width) : free.splice(at, 1)[0]!;
    return { arrow, origin };
  });
  const sameSize = words.length === scene.words.length || typeof scene.mask === "string";
  return {
    ...scene, words, x: rows.map(({ arrow }) => arrow), origins: rows.map(({ origin }) => origin),
    mask: sameSize ? scene.mask : resized(allowed(scene), words.length, words.length, true),
    ...(scene.bias ? { bias: resized(scene.bias, words.length, words.length, 0) } : {}),
  };
}

/** A table of one entry a query and key, for other numbers of them: what was there stays, new ones get `fresh`. */
function resized<Entry>(table: Entry[][], queries: number, keys: number, fresh: Entry): Entry[][] {
  return Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => table[i]?.[j] ?? fresh));
}

/** The same words at another width: their arrows of that width, its matrices made by hand. */
export function withWidth(scene: WordsScene, width: Width): WordsScene {
  const { mask, divisor, temperature, bias } = scene;
  return { ...sentenceScene(scene.words, width), mask, divisor, temperature, ...(bias ? { bias } : {}) };
}

export function widthOf(scene: WordsScene): Width {
  return scene.wq.length as Width;
}

/** One number of one table. What a table's origin said is then no longer true: it becomes "edited". */
export function withNumber(scene: Scene, table: Editable, row: number, column: number, value: number): Scene {
  const put = (rows: number[][]) => rows.map((old, i) => (i === row ? old.map((number, j) => (j === column ? value + 0 : number)) : old));
  if (scene.kind === "given") {
    return table === "q" || table === "k" || table === "v" ? { ...scene, [table]: put(scene[table]), given: "edited" } : scene;
  }
  if (table === "x") return { ...scene, x: put(scene.x), origins: scene.origins.map((origin, i) => (i === row ? "edited" : origin)) };
  return table === "wq" || table === "wk" || table === "wv" ? { ...scene, [table]: put(scene[table]), matrices: "edited" } : scene;
}

/** Moves the tip of a word's arrow; `first` is the column of x that `tip[0]` goes to. */
export function withTip(scene: WordsScene, word: number, first: number, tip: readonly [number, number]): WordsScene {
  return tip.reduce((moved, value, at) => withNumber(moved, "x", word, first + at, value) as WordsScene, scene);
}

/** Lets one query look at one key, or no longer; the mask is then a painted one. */
export function withPainted(scene: Scene, query: number, key: number): Scene {
  return { ...scene, mask: allowed(scene).map((row, i) => row.map((may, j) => (i === query && j === key ? !may : may))) };
}

/** What was open is shut, what was shut is open. */
export function withMaskInverted(scene: Scene): Scene {
  return { ...scene, mask: allowed(scene).map((row) => row.map((may) => !may)) };
}

/** Adds to one scaled score, and to nothing else; a push of 0 everywhere is no bias at all. */
export function withPush(scene: Scene, query: number, key: number, push: number): Scene {
  const { queries, keys } = shapeOf(scene);
  const bias = Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => (i === query && j === key ? push + 0 : scene.bias?.[i]?.[j] ?? 0)));
  const { bias: _, ...plain } = scene;
  return bias.flat().some((number) => number !== 0) ? { ...plain, bias } : plain;
}

/** The same queries, keys and values without the words and matrices that they were made from, so that each can be moved alone. */
export function asGiven(shown: Pick<Shown, "scene" | "trace">): GivenScene {
  const { scene } = shown;
  if (scene.kind === "given") return scene;
  const { mask, divisor, temperature, bias } = scene, { queries, keys } = namesOf(scene);
  return {
    kind: "given", q: rowsOf(shown, "q"), k: rowsOf(shown, "k"), v: rowsOf(shown, "v"), queryNames: [...queries], keyNames: [...keys],
    given: "edited", mask, divisor, temperature, ...(bias ? { bias } : {}),
  };
}

/** One whole arrow of a given scene; numbers are kept to four decimals, so that an address stays short. */
export function withArrow(scene: GivenScene, table: "q" | "k" | "v", row: number, arrow: readonly number[]): GivenScene {
  const rounded = arrow.map((number) => Math.round(number * 1e4) / 1e4 + 0);
  return { ...scene, [table]: scene[table].map((old, at) => (at === row ? rounded : old)), given: "edited" };
}

/** `arrow` at `angle` (radians) from `other` in the plane of both, as long as before. Arrows of one number have two directions. */
export function turned(arrow: readonly number[], other: readonly number[], angle: number): number[] {
  const length = Math.hypot(...arrow), along = unit(other);
  if (along.length === 1) return [along[0]! * length * (angle > Math.PI / 2 ? -1 : 1)];
  const dot = arrow.reduce((sum, number, at) => sum + number * along[at]!, 0);
  const across = arrow.map((number, at) => number - dot * along[at]!);
  const aside = Math.hypot(...across) > 1e-6 * length ? unit(across) : unit(aslant(along));
  return along.map((number, at) => length * (Math.cos(angle) * number + Math.sin(angle) * aside[at]!));
}

/** `arrow` at another length, in the same direction. */
export function stretched(arrow: readonly number[], length: number): number[] {
  return unit(arrow).map((number) => number * length);
}

/** An arrow of length 1 in that direction; an arrow of length 0 counts as one along the first axis. */
function unit(arrow: readonly number[]): number[] {
  const length = Math.hypot(...arrow);
  return length === 0 ? arrow.map((_, at) => (at === 0 ? 1 : 0)) : arrow.map((number) => number / length);
}

/** Some arrow at a right angle to one of length 1. */
function aslant(along: readonly number[]): number[] {
  const least = along.reduce((best, number, at) => (Math.abs(number) < Math.abs(along[best]!) ? at : best), 0);
  return along.map((number, at) => (at === least ? 1 : 0) - along[least]! * number);
}

/** A given scene with one more, or one less, query or key at its end; a new one gets an arrow (and value) drawn from its name. */
export function withCount(scene: GivenScene, what: "queries" | "keys", count: number): GivenScene {
  const names = what === "queries" ? scene.queryNames : scene.keyNames, stem = what === "queries" ? "query" : "key";
  const wanted = Array.from({ length: count }, (_, at) => names[at] ?? `${stem} ${at + 1}`);
  const rows = (table: number[][], kind: string) => wanted.map((name, at) => table[at] ?? randomArrow(`${kind} ${name}`, table[0]!.length));
  const queries = what === "queries" ? count : scene.q.length, keys = what === "keys" ? count : scene.k.length;
  const mask = typeof scene.mask === "string" ? scene.mask : resized(scene.mask, queries, keys, true);
  const sized = { ...scene, mask, ...(scene.bias ? { bias: resized(scene.bias, queries, keys, 0) } : {}) };
  return what === "queries"
    ? { ...sized, queryNames: wanted, q: rows(scene.q, "q") }
    : { ...sized, keyNames: wanted, k: rows(scene.k, "k"), v: rows(scene.v, "v") };
}
