// A scene is plain data: all that a picture depends on. One scene -> one trace -> every picture.

/** Where a word's arrow or a matrix comes from; the page always says so. */
export type Origin = "hand-made" | "random" | "edited";

export interface SceneOptions {
  /** "none", "causal" (each word sees itself and earlier ones), or painted: allow[query][key]. */
  mask: "none" | "causal" | boolean[][];
  /** Divides the scaled scores: the core's scale is 1 / (sqrt(d_k) * temperature). */
  temperature: number;
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
