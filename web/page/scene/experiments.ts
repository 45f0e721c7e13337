// What a reader tries out on the way to the scores: scenes that show one thing, and changes of a scene that answer a
// question. Each change returns a new scene.
import type { Trace } from "heed/lab";
import { widthOf, withWords } from "./edit.js";
import { sentenceScene } from "./presets.js";
import { rowsOf } from "./read.js";
import { namesOf, type GivenScene, type Scene, type WordsScene } from "./scene.js";

const plain = { mask: "none", divisor: "none", temperature: 1, given: "hand-made" } as const;

/** A key 16° off and one 46° off: the second scores more, because it is longer. */
export const longKey: GivenScene = {
  ...plain, kind: "given", divisor: "root", q: [[3, 4]], k: [[4, 3], [8, 1]], v: [[1, 0], [0, 1]], queryNames: ["query"], keyNames: ["better aligned", "longer"],
};

/** Ten keys whose scores are cosines, as far apart as cosines can be. */
export const cosines: GivenScene = {
  ...plain, kind: "given", q: [[1]], k: [[1], ...Array.from({ length: 9 }, () => [-1])], v: Array.from({ length: 10 }, () => [0]),
  queryNames: ["query"], keyNames: Array.from({ length: 10 }, (_, at) => `key ${at + 1}`),
};

/** One arrow times a matrix, and times the same matrix transposed: its query is xW, its key Wx laid down as a row. */
export const sides: WordsScene = {
  ...sentenceScene(["x"], 2), x: [[1, 2]], wq: [[1, 0], [1, 1]], wk: [[1, 1], [0, 1]],
};

// What a sentence grows by when words are added one by one.
const more = ["in", "the", "garden", "and", "she", "sings", "to", "him", "with", "a", "friend", "on"];

/** The sentence with so many words: the last ones go, or common ones come. */
export function withWordCount(scene: WordsScene, count: number): WordsScene {
  const { words } = scene;
  return withWords(scene, [...words.slice(0, count), ...more.slice(0, Math.max(0, count - words.length))]);
}

/** Two other words, projected by the matrices of a sentence: what asks it from outside. */
export function outsiders(scene: WordsScene): WordsScene {
  const { wq, wk, wv } = scene;
  return { ...sentenceScene(["she", "wrote"], widthOf(scene)), wq, wk, wv, matrices: scene.matrices };
}

type Traced = { scene: Scene; trace: Pick<Trace, "q" | "k" | "v"> };

/** Cross-attention: the queries of one trace and the keys and values of another. */
export function crossed(asks: Traced, offers: Traced): GivenScene {
  return {
    ...plain, kind: "given", divisor: "root", q: rowsOf(asks, "q"), k: rowsOf(offers, "k"), v: rowsOf(offers, "v"),
    queryNames: [...namesOf(asks.scene).queries], keyNames: [...namesOf(offers.scene).keys],
  };
}

/** Which of a sentence's matrices are kept equal: none, those of queries and keys, those of values and keys; or which do nothing. */
export const ties = ["free", "qk", "vk", "vx", "plain"] as const;
export type Tie = (typeof ties)[number];

/** The scene with that tie; `from` is the matrix that the other one follows. */
export function withTie(scene: WordsScene, tie: Tie, from?: "wq" | "wk" | "wv"): WordsScene {
  const { wq, wk, wv } = scene, same = identity(scene.wq.length);
  switch (tie) {
    case "free": return scene;
    case "qk": return edited(scene, from === "wk" ? { wq: wk } : { wk: wq });
    case "vk": return edited(scene, from === "wv" ? { wk: wv } : { wv: wk });
    case "vx": return edited(scene, { wv: same });
    case "plain": return edited(scene, { wq: same, wk: same });
  }
}

/** Whether a tie still holds: typing into one of two tied matrices ends it. */
export function isTied(scene: WordsScene, tie: Tie): boolean {
  const { wq, wk, wv } = withTie(scene, tie);
  return String([wq, wk, wv]) === String([scene.wq, scene.wk, scene.wv]);
}

/** One whole matrix. */
export function withMatrix(scene: WordsScene, name: "wq" | "wk" | "wv", matrix: readonly (readonly number[])[]): WordsScene {
  return edited(scene, { [name]: matrix.map((row) => [...row]) });
}

const edited = (scene: WordsScene, change: Partial<WordsScene>): WordsScene => ({ ...scene, ...change, matrices: "edited" });
const identity = (size: number) => Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)));

/** Queries and keys of another width: columns go, or come back as they were made by hand. */
export function withKeyWidth(scene: WordsScene, width: number): WordsScene {
  const fresh = sentenceScene(scene.words, widthOf(scene));
  const resized = (name: "wq" | "wk") => scene[name].map((row, at) => Array.from({ length: width }, (_, column) => row[column] ?? fresh[name][at]![column]!));
  return edited(scene, { wq: resized("wq"), wk: resized("wk") });
}

/** The words in another order, each with its arrow; what is masked or added goes along. Every second word comes first. */
export function shuffled(scene: WordsScene): WordsScene {
  const places = scene.words.map((_, at) => at), order = [...places.filter((at) => at % 2 === 1), ...places.filter((at) => at % 2 === 0)];
  const moved = <Entry>(list: readonly Entry[]) => order.map((at) => list[at]!);
  const { mask, bias } = scene;
  return {
    ...scene, words: moved(scene.words), x: moved(scene.x), origins: moved(scene.origins),
    mask: typeof mask === "string" ? mask : moved(mask).map(moved), ...(bias ? { bias: moved(bias).map(moved) } : {}),
  };
}

/** Where a word's place in the sentence is put: nowhere, into its query and key, or into all of its arrow. */
export const placings = ["none", "qk", "x"] as const;
export type Placing = (typeof placings)[number];

/**
 * An arrow for each place is added before the matrices. It stands beside the word's own numbers, and its numbers meet the
 * same matrices: [x p]·[W over W] = (x + p)·W. A matrix of zeros below W_V keeps places out of the values.
 */
export function placed(scene: WordsScene, placing: Placing): WordsScene {
  if (placing === "none") return scene;
  const { x, wq, wk, wv } = scene, none = wv.map((row) => row.map(() => 0));
  return { ...scene, x: x.map((row, at) => [...row, ...placeArrow(at, row.length)]), wq: [...wq, ...wq], wk: [...wk, ...wk], wv: [...wv, ...(placing === "x" ? wv : none)] };
}

/** Pairs of numbers that go round, each pair half as fast as the one before. */
function placeArrow(place: number, width: number): number[] {
  return Array.from({ length: width }, (_, at) => {
    const angle = place / 2 ** Math.floor(at / 2);
    return Math.round((at % 2 === 0 ? Math.sin(angle) : Math.cos(angle)) * 100) / 100 + 0;
  });
}

/**
 * The scene with a key at a right angle to a query, at most √2 times longer or shorter than before. It is made of two of the query's own numbers,
 * changed over and times a power of 2, so that the products cancel to 0 and not to what rounding leaves.
 */
export function withKeyAcross(scene: GivenScene, row: number, column: number): GivenScene {
  const query = scene.q[row]!, [a, b] = query.map((_, at) => at).sort((one, other) => Math.abs(query[other]!) - Math.abs(query[one]!));
  const across = query.map((_, at) => (b === undefined ? 0 : at === a ? -query[b]! : at === b ? query[a!]! : 0));
  const factor = 2 ** Math.round(Math.log2(Math.hypot(...scene.k[column]!) / Math.hypot(...across)));
  const key = across.map((number) => (Number.isFinite(factor) ? number * factor : 0) + 0);
  return { ...scene, k: scene.k.map((old, at) => (at === column ? key : old)), given: "edited" };
}
