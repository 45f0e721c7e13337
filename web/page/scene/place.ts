// Where a reader is: the scene, the row and column they look along, what they have opened, and what the page's own
// controls say. All of it travels in the address.
import { shapeOf, type Scene } from "./scene.js";
import type { CellPath } from "./shown.js";
import { defaultScene } from "./presets.js";

/** What a control of one page may say: one of some words, or a number between two. */
export type Knob = { choices: readonly string[] } | { from: number; to: number };

/** What the controls say, by their names. */
export type Settings = Readonly<Record<string, string | number>>;

export interface Place {
  scene: Scene;
  /** The query whose row is marked, counted from 0. */
  row: number;
  /** The key whose column is marked, counted from 0. */
  column: number;
  settings: Settings;
  /** The breadcrumb: the pinned cell, then each operand that was followed. */
  opened: CellPath[];
}

/** The playground as it begins. "drank" asks, because it has the most to ask for. */
export const defaultPlace: Place = { scene: defaultScene, row: 2, column: 0, settings: {}, opened: [] };

/** The size of a stage in this scene, or nothing where the scene has no such stage. */
function stageShape(scene: Scene, stage: CellPath["stage"]): number[] | undefined {
  const { queries, keys, keyWidth, valueWidth } = shapeOf(scene);
  switch (stage) {
    case "x": return scene.kind === "words" ? [queries, scene.wq.length] : undefined;
    case "q": return [queries, keyWidth];
    case "k": return [keys, keyWidth];
    case "v": return [keys, valueWidth];
    case "biased": return scene.bias ? [queries, keys] : undefined;
    case "scores": case "scaled": case "masked": case "exponentials": case "weights": return [queries, keys];
    case "rowMax": case "rowSum": return [queries];
    case "output": return [queries, valueWidth];
    default: return undefined;
  }
}

/** Whether a scene's own trace has that cell. */
export function hasCell(scene: Scene, { stage, index }: CellPath): boolean {
  const shape = stageShape(scene, stage);
  return shape !== undefined && index.length === shape.length && index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]!);
}

/** A place that fits its scene: after words have gone, a row and an opened cell may no longer be there. Cells of other traces are looked for when they are opened. */
export function fitted(place: Place): Place {
  const { scene, opened } = place, { queries, keys } = shapeOf(scene), fits = opened.every((path) => path.of !== undefined || hasCell(scene, path));
  if (fits && place.row < queries && place.column < keys) return place;
  return { ...place, row: Math.min(place.row, queries - 1), column: Math.min(place.column, keys - 1), opened: fits ? opened : [] };
}
