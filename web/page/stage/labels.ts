// Where labels go, so that none lies on another or on what it names. Pure geometry: see geometry.ts.
import { lengthIn, overlap, within, type Box, type Point } from "./geometry.js";

export interface Wanted {
  width: number;
  height: number;
  /** Centres, the best first; gone through once, as far as is needed. */
  places: Iterable<Point>;
  /** Left out where every place is taken; any other label then goes where it covers least. A line takes no place. */
  optional?: boolean;
}

/** A line from one point to another, some px thick. */
export interface Stroke { from: Point; to: Point; thick: number }

/** A box for each label inside `frame`, the first come first served; `taken` are the boxes of what is drawn, `strokes` its lines. */
export function placeLabels(wanted: readonly Wanted[], taken: readonly Box[], frame: Box, strokes: readonly Stroke[] = []): (Box | undefined)[] {
  const full = [...taken];
  return wanted.map(({ width, height, places, optional = false }) => {
    let best: Box | undefined, least = Infinity;
    for (const { x, y } of places) {
      const box = {
        x: within(x - width / 2, frame.x, frame.x + frame.width - width), y: within(y - height / 2, frame.y, frame.y + frame.height - height),
        width, height,
      };
      // Every move of a drag asks this of a hundred places: a sum ends where it has shown that a place is no better.
      let covered = 0;
      for (let at = 0; at < full.length && covered < least && !(optional && covered > 0); at++) covered += overlap(box, full[at]!);
      if (optional && covered > 0) continue;
      for (let at = 0; at < strokes.length && covered < least; at++) covered += lengthIn(box, strokes[at]!.from, strokes[at]!.to) * strokes[at]!.thick;
      if (covered < least) [best, least] = [box, covered];
      if (covered === 0) break;
    }
    if (!best) return undefined;
    full.push(best);
    return best;
  });
}

/** Centres of a box of this size at `distances` px from a point, in each direction in turn. */
export function* around(point: Point, { width, height }: { width: number; height: number }, distances: readonly number[], directions: readonly number[]): Generator<Point> {
  for (const distance of distances) for (const direction of directions) {
    yield { x: point.x + Math.cos(direction) * (distance + width / 2), y: point.y - Math.sin(direction) * (distance + height / 2) };
  }
}
