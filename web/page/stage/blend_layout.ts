// Where everything of a blend lies: the scale, the chain of scaled values, and the shape that holds every blend.
import { roomFor, type Point } from "./geometry.js";
import type { Tip } from "./plane.js";

/** px of the origin, px for a unit; the same both ways, so that every arrow is drawn true. */
export interface BlendFrame { origin: Point; unit: number; height: number }

const tallest = 340;

export function frameBlend(width: number, tips: readonly Tip[]): BlendFrame {
  const [side, edge] = width < 430 ? [46, 34] : [90, 40];
  const reach = (of: (tip: Tip) => number) => roomFor(Math.max(0, ...tips.map(of)));
  const [left, right, down, up] = [reach(([across]) => -across), reach(([across]) => across), reach(([, high]) => -high), reach(([, high]) => high)];
  const across = left + right || 1, high = down + up || 1;
  const unit = Math.min((width - 2 * side) / across, tallest / high);
  return { origin: { x: (width - across * unit) / 2 + left * unit, y: edge + up * unit }, unit, height: (down + up) * unit + 2 * edge };
}

export function pointOf({ origin, unit }: BlendFrame, [across, up]: Tip): Point {
  return { x: origin.x + across * unit, y: origin.y - up * unit };
}

/** One scaled value, from where the one before ended. */
export interface Piece { index: number; from: Tip; to: Tip }

/** The scaled values tip to tail, the largest weight first; the last one ends where the output does. */
export function chainOf(values: readonly { tip: Tip; weight: number }[]): Piece[] {
  let at: Tip = [0, 0];
  const order = values.map((_, index) => index).filter((index) => values[index]!.weight > 0).sort((a, b) => values[b]!.weight - values[a]!.weight);
  return order.map((index) => {
    const { tip, weight } = values[index]!, from = at;
    at = [from[0] + weight * tip[0], from[1] + weight * tip[1]];
    return { index, from, to: at };
  });
}

/** The corners of the smallest convex shape round some points, anticlockwise: two for a line, one for a point. */
export function hullOf(points: readonly Tip[]): Tip[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]).filter((tip, at, all) => at === 0 || tip[0] !== all[at - 1]![0] || tip[1] !== all[at - 1]![1]);
  if (sorted.length < 3) return sorted;
  const half = (along: readonly Tip[]) => {
    const edge: Tip[] = [];
    for (const tip of along) {
      while (edge.length > 1 && turn(edge.at(-2)!, edge.at(-1)!, tip) <= 0) edge.pop();
      edge.push(tip);
    }
    return edge.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Positive where the way from a over b to c bends to the left. */
function turn(a: Tip, b: Tip, c: Tip): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
