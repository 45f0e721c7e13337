// What a reader tries out on the way to the scores: scenes that show one thing, and changes of a scene that answer a
// question. Each change returns a new scene.
import { widthOf, withWords } from "./edit.js";
import { sentenceScene } from "./presets.js";
import { rowsOf } from "./read.js";
import { namesOf, type GivenScene, type WordsScene } from "./scene.js";
import type { Shown } from "./shown.js";

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

/** Cross-attention: the queries of one trace and the keys and values of another. */
export function crossed(asks: Pick<Shown, "scene" | "trace">, offers: Pick<Shown, "scene" | "trace">): GivenScene {
  return {
    ...plain, kind: "given", divisor: "root", q: rowsOf(asks, "q"), k: rowsOf(offers, "k"), v: rowsOf(offers, "v"),
    queryNames: [...namesOf(asks.scene).queries], keyNames: [...namesOf(offers.scene).keys],
  };
}
