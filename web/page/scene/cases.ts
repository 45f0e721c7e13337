// The edges of attention: a reader's scene changed so that one of its rows meets one of them. Each returns a new scene;
// what an earlier case has set (mask, divisor, temperature, what is added) does not stay.
import { asGiven, turned, withArrow, withPainted, withPush, withWords } from "./edit.js";
import { allowed, shapeOf, type GivenScene, type Scene } from "./scene.js";
import type { Shown } from "./shown.js";

export const caseNames = [
  "even", "one-hot", "alone", "opposite", "masked", "ties", "zero", "all-opposite", "causal", "padding", "shut", "corners",
] as const;
export type CaseName = (typeof caseNames)[number];

/** Added to a scaled score, so that its key takes all but a hundred-millionth of the row. */
const hugePush = 20;

/** The case of query `row`, and of key `column` where it is about one key. `base` holds the scene that is changed. */
export function caseOf(name: CaseName, base: Pick<Shown, "scene" | "trace">, row: number, column: number): Scene {
  const scene = plain(base.scene), { queries, keys } = shapeOf(scene);
  const given = (): GivenScene => ({ ...asGiven({ ...base, scene }), given: "edited" });
  switch (name) {
    case "even": case "one-hot": case "masked": return edgesOf(scene, row, column)[name];
    case "alone": return scene.kind === "words" ? withWords(scene, [scene.words[row]!]) : part(scene, [row], [column]);
    case "opposite": return opposite(given(), row, [column]);
    case "ties": return tied(given(), column);
    case "zero": return withArrow(given(), "q", row, given().q[row]!.map(() => 0));
    case "all-opposite": return opposite(given(), row, numbered(keys));
    case "causal": return { ...scene, mask: "causal" };
    case "padding": return { ...scene, mask: allowed(scene).map((keys) => keys.map((_, at) => at < keys.length - 1)) };
    case "shut": return { ...scene, mask: allowed(scene).map((keys, at) => keys.map(() => at !== row)) };
    case "corners": return { ...part(given(), numbered(queries).slice(-2), numbered(keys)), mask: "causal" };
  }
}

/** The three edges that need nothing but the scene: every score the same, one score huge, one key hidden. */
export function edgesOf(given: Scene, row: number, column: number): Record<"even" | "one-hot" | "masked", Scene> {
  const scene = plain(given);
  return { even: { ...scene, divisor: "zero" }, "one-hot": withPush(scene, row, column, hugePush), masked: withPainted(scene, row, column) };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at);

/** The scene with nothing masked and nothing added, divided by √d_k alone. */
export function plain(scene: Scene): Scene {
  const { bias: _, ...bare } = scene;
  return { ...bare, mask: "none", divisor: "root", temperature: 1 };
}

/** A scene of some of the queries and some of the keys, without a mask and without what was added. */
export function part(scene: GivenScene, rows: readonly number[], columns: readonly number[]): GivenScene {
  const pick = <Entry>(list: readonly Entry[], at: readonly number[]) => at.map((index) => list[index]!);
  return {
    ...(plain(scene) as GivenScene), q: pick(scene.q, rows), k: pick(scene.k, columns), v: pick(scene.v, columns),
    queryNames: pick(scene.queryNames, rows), keyNames: pick(scene.keyNames, columns),
  };
}

/** These keys point away from the query, as long as the query itself. */
function opposite(scene: GivenScene, row: number, columns: readonly number[]): GivenScene {
  const query = scene.q[row]!;
  return columns.reduce((changed, column) => withArrow(changed, "k", column, turned(query, query, Math.PI)), scene);
}

/** The key after this one becomes the same arrow; both are rounded alike, so that the tie is exact. */
function tied(scene: GivenScene, column: number): GivenScene {
  const key = scene.k[column]!;
  return [column, (column + 1) % scene.k.length].reduce((changed, at) => withArrow(changed, "k", at, key), scene);
}

/** These keys shut for this query, all else open. */
export function withHidden(scene: Scene, row: number, hidden: readonly number[]): Scene {
  return { ...scene, mask: allowed(scene).map((keys, at) => keys.map((_, key) => at !== row || !hidden.includes(key))) };
}
