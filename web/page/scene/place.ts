// Where a reader is: the scene, the row they look along, and what they have opened. All of it travels in the address.
import { shapeOf, type Scene } from "./scene.js";
import type { CellPath } from "./shown.js";
import { defaultScene } from "./presets.js";

export interface Place {
  scene: Scene;
  /** The query whose row is marked, counted from 0. */
  row: number;
  /** The breadcrumb: the pinned cell, then each operand that was followed. */
  opened: CellPath[];
}

/** The playground as it begins. "drank" asks, because it has the most to ask for. */
export const defaultPlace: Place = { scene: defaultScene, row: 2, opened: [] };

/** The size of a stage in this scene, or nothing where the scene has no such stage. */
export function stageShape(scene: Scene, stage: CellPath["stage"]): number[] | undefined {
  const { queries, keys, keyWidth, valueWidth } = shapeOf(scene);
  switch (stage) {
    case "x": return scene.kind === "words" ? [queries, scene.wq.length] : undefined;
    case "q": return [queries, keyWidth];
    case "k": return [keys, keyWidth];
    case "v": return [keys, valueWidth];
    case "scores": case "scaled": case "masked": case "exponentials": case "weights": return [queries, keys];
    case "rowMax": case "rowSum": return [queries];
    case "output": return [queries, valueWidth];
    default: return undefined;
  }
}

export function hasCell(scene: Scene, { stage, index }: CellPath): boolean {
  const shape = stageShape(scene, stage);
  return shape !== undefined && index.length === shape.length && index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]!);
}

/** A place that fits its scene: after words have gone, a row and an opened cell may no longer be there. */
export function fitted(place: Place): Place {
  const { scene, opened } = place;
  return { scene, row: Math.min(place.row, shapeOf(scene).queries - 1), opened: opened.every((path) => hasCell(scene, path)) ? opened : [] };
}
