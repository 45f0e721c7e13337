// Every change that a reader can make to a scene. Each returns a new scene; the old one is left as it was.
import { allowed, mostWords, type Scene, type WordsScene } from "./scene.js";
import { sentenceScene } from "./presets.js";
import { arrowOf, type Width } from "./vocabulary.js";

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
    mask: sameSize ? scene.mask : resized(allowed(scene), words.length),
  };
}

/** A painted mask for another number of words: what was painted stays, new words may look everywhere and be seen. */
function resized(mask: boolean[][], count: number): boolean[][] {
  return Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => mask[i]?.[j] ?? true));
}

/** The same words at another width: their arrows of that width, its matrices made by hand. */
export function withWidth(scene: WordsScene, width: Width): WordsScene {
  return { ...sentenceScene(scene.words, width), mask: scene.mask, temperature: scene.temperature };
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
