// A scene is plain data: all that a picture depends on. One scene -> one trace -> every picture.
import { oncePer } from "./once.js";

/** Where a word's arrow or a matrix comes from; the page always says so. */
export type Origin = "hand-made" | "random" | "edited";

/** What a score is divided by: sqrt(d_k), nothing, d_k; or it is multiplied by 0. */
export type Divisor = "root" | "none" | "width" | "zero";

export interface SceneOptions {
  /** "none"; "causal": query i sees keys 0 … i; "bottom-right": the last query sees the last key; or painted: allow[query][key]. */
  mask: "none" | "causal" | "bottom-right" | boolean[][];
  divisor: Divisor;
  /** Divides the scaled scores once more: the core's scale is 1 / (sqrt(d_k) * temperature). */
  temperature: number;
  /** Added to the scaled scores, one number a query and key; absent: nothing is. */
  bias?: number[][];
}

/** From words' arrows: q = x wq and so on; one row a word. */
export interface WordsScene extends SceneOptions {
  kind: "words";
  words: string[];
  x: number[][];
  wq: number[][]; wk: number[][]; wv: number[][];
  origins: Origin[];   // one a word
  matrices: Origin;    // of wq, wk, wv
}

/** q, k and v as they are; n queries and m keys, n and m may differ. */
export interface GivenScene extends SceneOptions {
  kind: "given";
  q: number[][]; k: number[][]; v: number[][];
  queryNames: string[]; keyNames: string[];
  given: Origin;
}

export type Scene = WordsScene | GivenScene;

/** The longest sentence that a scene takes. */
export const mostWords = 12;

/** n queries, m keys, and the widths of k and v. */
export interface SceneShape { queries: number; keys: number; keyWidth: number; valueWidth: number }

export function shapeOf(scene: Scene): SceneShape {
  return scene.kind === "words"
    ? { queries: scene.words.length, keys: scene.words.length, keyWidth: scene.wk[0]!.length, valueWidth: scene.wv[0]!.length }
    : { queries: scene.q.length, keys: scene.k.length, keyWidth: scene.k[0]!.length, valueWidth: scene.v[0]!.length };
}

/** Who asks (one name a row of the scores) and who offers (one a column). */
export function namesOf(scene: Scene): { queries: string[]; keys: string[] } {
  return scene.kind === "words" ? { queries: scene.words, keys: scene.words } : { queries: scene.queryNames, keys: scene.keyNames };
}

/** The mask of a scene as a table: may this query attend to that key? */
export const allowed = oncePer((scene: Scene): boolean[][] => {
  const { queries, keys } = shapeOf(scene);
  const { mask } = scene, last = mask === "bottom-right" ? keys - queries : 0;   // the last key that query 0 sees
  return Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, (_, j) => typeof mask === "string" ? mask === "none" || j <= i + last : mask[i]![j]!));
});
