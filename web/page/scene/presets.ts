// The scenes that a reader starts from: sentences to pick, matrices made by hand for both widths, the worked example.
import type { GivenScene, WordsScene } from "./scene.js";
import { arrowOf, type Width } from "./vocabulary.js";

/** Sentences of the vocabulary, the first is where the playground begins. */
export const examples = [
  "the cat drank its milk",
  "she gave him the old book",
  "the dog saw a bird in the garden",
  "we drink hot tea in the morning",
] as const;

// Queries turn an arrow towards what the word looks for (an action looks for things, a thing for actions, a pointing
// word for what it may point at); keys stay close to the word itself.
const matrices = {
  2: {
    wq: [[-0.5, 1.2], [1.4, -0.3]],
    wk: [[1.3, 0.2], [-0.2, 1.2]],
    wv: [[1.2, 0.6], [-0.5, 1.1]],
  },
  4: {
    wq: [[-0.3, 1.2, 0.2, 0.1], [1.1, -0.6, 1.2, -0.2], [-0.2, 1, -0.5, 0.9], [1.7, -0.5, 0.4, -0.9]],
    wk: [[1.3, 0, -0.3, 0.1], [-0.2, 1.2, 0.2, 0], [0.1, 0, 1.3, -0.2], [-0.3, 0.2, 0, 1]],
    wv: [[1.5, 0.5], [-0.6, 1.2], [0.3, -1.2], [-1.6, -0.3]],
  },
} as const;

/** A sentence with the vocabulary's arrows and the matrices made by hand; no mask, temperature 1. */
export function sentenceScene(words: readonly string[], width: Width): WordsScene {
  const arrows = words.map((word) => arrowOf(word, width));
  const copy = (matrix: readonly (readonly number[])[]) => matrix.map((row) => [...row]);
  const { wq, wk, wv } = matrices[width];
  return {
    kind: "words", words: [...words], x: arrows.map(({ arrow }) => arrow), origins: arrows.map(({ origin }) => origin),
    wq: copy(wq), wk: copy(wk), wv: copy(wv), matrices: "hand-made", mask: "none", divisor: "root", temperature: 1,
  };
}

export const defaultScene: WordsScene = sentenceScene(examples[0].split(" "), 2);

/** Step 7 of the second walk: one query, two keys, d_k = 4. */
export const workedExample: GivenScene = {
  kind: "given",
  q: [[1, 0, 1, 0]], k: [[1, 0, 1, 0], [0, 1, 0, 1]], v: [[5, 0, 0], [0, 3, 0]],
  queryNames: ["query"], keyNames: ["key 1", "key 2"], given: "hand-made", mask: "none", divisor: "root", temperature: 1,
};

/** Where the second walk begins: the query leans towards the first key and away from the second. */
export const shelf: GivenScene = {
  kind: "given",
  q: [[1.6, 0.8]], k: [[0.9, 1.5], [-0.9, 1]], v: [[2, 0.5], [-0.5, 1.5]],
  queryNames: ["query"], keyNames: ["key 1", "key 2"], given: "hand-made", mask: "none", divisor: "root", temperature: 1,
};

/** Three queries and four keys, among them two pairs at a right angle. */
export const shelves: GivenScene = {
  ...shelf,
  q: [[1.6, 0.8], [-0.5, 1.5], [1, -1]], k: [[0.9, 1.5], [-0.9, 1], [-0.8, 1.6], [1, 1]], v: [[2, 0.5], [-0.5, 1.5], [0, -1], [1, 1.5]],
  queryNames: ["query 1", "query 2", "query 3"], keyNames: ["key 1", "key 2", "key 3", "key 4"],
};
