// A small vocabulary with arrows made by hand, 2 and 4 numbers wide. Any other word gets an arrow drawn at random from
// its own letters, so that the same word is the same arrow on every device.
import type { Origin } from "./scene.js";

export type Width = 2 | 4;

// 2 wide: (points at things or persons − … + names one, + acts). Nouns lie to the right, verbs up, pronouns to the left,
// adjectives below right, the small words near the origin below left.
// 4 wide: (a living thing, an action, a thing, points at something).
const handMade: Record<string, readonly [narrow: readonly number[], wide: readonly number[]]> = {
  // living things
  cat: [[1.4, 0.4], [1.4, 0.2, 0.1, -0.3]], dog: [[1.5, 0.5], [1.5, 0.3, 0, -0.2]], bird: [[1.2, 0.6], [1.3, 0.4, 0, -0.3]],
  fish: [[1.3, 0.1], [1.1, 0.2, 0.5, -0.2]], mouse: [[1.1, 0.3], [1.2, 0.1, 0.1, -0.2]], horse: [[1.6, 0.3], [1.5, 0.4, 0.1, -0.3]],
  child: [[1.3, 0.7], [1.4, 0.3, -0.1, 0.2]], girl: [[1.4, 0.7], [1.5, 0.3, -0.1, 0.3]], boy: [[1.4, 0.6], [1.5, 0.4, -0.1, 0.3]],
  teacher: [[1.5, 0.8], [1.4, 0.6, 0.1, 0.2]], friend: [[1.2, 0.8], [1.3, 0.3, -0.1, 0.5]],
  // things
  milk: [[1.3, -0.5], [-0.2, 0.4, 1.5, 0.2]], water: [[1.2, -0.4], [-0.1, 0.3, 1.4, 0.1]], tea: [[1.1, -0.6], [-0.2, 0.3, 1.4, 0.2]],
  bread: [[1.4, -0.6], [-0.2, 0.1, 1.5, 0]], book: [[1.5, -0.3], [-0.3, 0.2, 1.4, 0.1]], letter: [[1.4, -0.2], [-0.2, 0.4, 1.3, 0.2]],
  ball: [[1.2, -0.2], [0, 0.3, 1.3, 0]], tree: [[1.6, -0.4], [0.5, -0.2, 1.2, -0.1]], house: [[1.6, -0.5], [-0.1, -0.2, 1.5, 0.1]],
  garden: [[1.5, -0.7], [0.3, -0.2, 1.3, 0.1]], river: [[1.4, -0.1], [0.2, 0.4, 1.2, 0]], morning: [[0.9, -0.5], [-0.3, 0.1, 0.9, 0.3]],
  song: [[1, 0], [0.1, 0.6, 1, 0.1]],
  // actions
  drank: [[0.1, 1.5], [0.1, 1.5, -0.2, 0.1]], drink: [[0.2, 1.4], [0.1, 1.4, -0.1, 0.1]], ate: [[0, 1.5], [0.2, 1.5, -0.1, 0]],
  saw: [[-0.1, 1.3], [0.3, 1.2, -0.2, 0.3]], gave: [[-0.2, 1.6], [0.2, 1.6, 0.1, 0.4]], read: [[0.1, 1.3], [0, 1.3, 0.2, 0.1]],
  wrote: [[0.1, 1.4], [0.1, 1.4, 0.2, 0.2]], chased: [[0.3, 1.6], [0.4, 1.6, -0.2, -0.1]], loves: [[0.2, 1.2], [0.5, 1.1, -0.1, 0.2]],
  sat: [[0.2, 1.1], [0.2, 1.1, -0.2, -0.1]], ran: [[0.3, 1.3], [0.4, 1.3, -0.3, -0.1]], sings: [[0.2, 1.3], [0.4, 1.2, 0, 0]],
  sleeps: [[0.3, 1], [0.5, 0.9, -0.2, -0.1]], is: [[-0.2, 0.8], [-0.1, 0.8, -0.1, 0.2]], was: [[-0.2, 0.7], [-0.1, 0.8, -0.1, 0.3]],
  // words that point
  its: [[-1.1, 0.4], [0.5, -0.3, 0.2, 1.3]], it: [[-1.2, 0.3], [0.3, -0.2, 0.4, 1.4]], she: [[-1.1, 0.7], [0.8, -0.1, -0.2, 1.3]],
  he: [[-1.2, 0.6], [0.8, -0.1, -0.2, 1.2]], her: [[-1, 0.5], [0.7, -0.2, -0.1, 1.4]], him: [[-1, 0.6], [0.7, -0.2, -0.2, 1.3]],
  his: [[-1.1, 0.3], [0.5, -0.3, 0.1, 1.3]], they: [[-1.3, 0.6], [0.7, -0.1, 0.1, 1.3]], we: [[-1, 0.8], [0.9, 0, -0.2, 1.1]],
  i: [[-0.9, 0.8], [0.9, 0.1, -0.3, 1.1]], you: [[-0.9, 0.7], [0.9, 0, -0.2, 1.2]], my: [[-1, 0.3], [0.6, -0.3, 0, 1.2]],
  // qualities
  old: [[0.6, -1.2], [0.4, -0.5, 0.5, -0.6]], small: [[0.5, -1.1], [0.5, -0.4, 0.4, -0.7]], big: [[0.7, -1.2], [0.4, -0.4, 0.6, -0.7]],
  hot: [[0.6, -1], [-0.1, 0, 0.8, -0.6]], good: [[0.4, -1], [0.4, -0.3, 0.3, -0.5]],
  // small words
  the: [[-0.5, -0.3], [0.2, 0.1, 0.3, 0.4]], a: [[-0.4, -0.4], [0.2, 0, 0.3, 0.3]], and: [[-0.3, -0.6], [0, 0.1, 0, -0.3]],
  in: [[-0.5, -0.9], [-0.3, -0.1, 0.4, -0.4]], on: [[-0.6, -0.8], [-0.3, 0, 0.4, -0.5]], to: [[-0.7, -0.6], [-0.2, 0.3, 0.1, -0.4]],
  with: [[-0.6, -0.7], [0.1, -0.1, 0.2, -0.5]], not: [[-0.2, -0.9], [-0.4, 0.4, -0.4, -0.4]],
};

/** The arrow of a word, `width` numbers, and where it comes from. Case and marks around the word do not matter. */
export function arrowOf(word: string, width: Width): { arrow: number[]; origin: Origin } {
  const bare = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || word;
  const known = Object.hasOwn(handMade, bare) ? handMade[bare] : undefined;
  if (known) return { arrow: [...known[width === 2 ? 0 : 1]], origin: "hand-made" };
  return { arrow: randomArrow(bare, width), origin: "random" };
}

/** Roughly normal numbers, two decimals, spread 0.9: about as long as the arrows made by hand; the same for the same name. */
export function randomArrow(word: string, width: number): number[] {
  const uniform = mulberry32(fnv1a(word));
  // Twelve uniform numbers add up to a bell curve of spread 1 around 6 (Irwin-Hall), with no root or logarithm that
  // could differ in its last bit between browsers.
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, u) => sum + u, -6);
  return Array.from({ length: width }, () => Math.round(normal() * 90) / 100 + 0);
}

/** FNV-1a, 32 bits, over the word's UTF-16 units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** mulberry32, by Tommy Ettinger (public domain): a seed of 32 bits, then numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
