// Where everything of the pair plane stands, in px: the scale, the handles, the labels. The query lies along a level line.
import { around, placeLabels, type Wanted } from "./labels.js";
import { boxAround, boxesAlong, pointAt, roomFor, type Box, type Point } from "./geometry.js";

/** Two arrows in the plane that they span: their lengths, and the angle between them in radians, 0 to π. */
export interface Pair { queryLength: number; keyLength: number; angle: number }

/** What stays while something is pulled: where the origin is, px for a unit, and how long the arrows may become. */
export interface PairFrame { origin: Point; unit: number; height: number; narrow: boolean; longest: { q: number; k: number } }

const beyondTip = 27;   // from a tip to the middle of its stretch mark
const turnAway = 54;    // from a tip, along its circle, to the middle of its turn mark
const apart = 46;       // the key's marks never come nearer to the query's line than this
export const below = 84;

export function framePair(width: number, { queryLength, keyLength }: Pair): PairFrame {
  const narrow = width < 430, [left, right, top] = narrow ? [40, 44, 54] : [72, 84, 62];
  // Room for the key all round, so that the origin can stay where it is at every angle.
  const keyRoom = roomFor(keyLength) || roomFor(queryLength) || 1, queryRoom = Math.max(roomFor(queryLength), keyRoom);
  const unit = Math.min((width - left - right) / (keyRoom + queryRoom), 320 / keyRoom);
  const spare = width - left - right - unit * (keyRoom + queryRoom);
  const origin = { x: left + spare / 2 + keyRoom * unit, y: top + keyRoom * unit };
  return { origin, unit, narrow, height: origin.y + below, longest: { q: (width - right - origin.x) / unit, k: keyRoom * (narrow ? 1 : 1.12) } };
}

export interface PairMarks { stretch: { direction: number; at: Point }; turn: { direction: number; radius: number; at: Point } }

/** Where each arrow's handles are. A turn mark lies on its arrow's circle, or a little farther out where that is small. */
export function marksOf({ origin, unit }: Pick<PairFrame, "origin" | "unit">, { queryLength, keyLength, angle }: Pair): { q: PairMarks; k: PairMarks } {
  const key = keyLength * unit, query = queryLength * unit;
  const lifted = Math.max(angle, apart / (key + beyondTip));
  const radius = Math.max(key, 40), inside = lifted - turnAway / radius;
  const turn = inside * radius > apart || angle > Math.PI / 2 ? inside : lifted + turnAway / radius;
  const queryRadius = Math.max(query, 40), down = -36 / queryRadius;
  return {
    k: { stretch: { direction: lifted, at: pointAt(origin, lifted, key + beyondTip) }, turn: { direction: turn, radius, at: pointAt(origin, turn, radius) } },
    q: { stretch: { direction: 0, at: pointAt(origin, 0, query + beyondTip) }, turn: { direction: down, radius: queryRadius, at: pointAt(origin, down, queryRadius) } },
  };
}

/** Sizes in px of what is to be written; a label that is undefined is not. */
export interface PairLabelSizes { query: Size; key: Size; angle?: Size | undefined; keyLength?: Size | undefined; turn: Size; stretch: Size }
interface Size { width: number; height: number }

/**
 * The middle of a text `half` px to each side that belongs to the stretch from `from` to `to` under the line, but not on the
 * query's turn mark.
 */
export function middleUnder(frame: PairFrame, pair: Pair, from: number, to: number, half: number, width: number): number {
  const mark = marksOf(frame, pair).q.turn.at.x, middle = Math.max((from + to) / 2, half);
  if (Math.abs(middle - mark) > half + 22) return middle;
  const left = mark - 22 - half;
  return left < half && mark + 22 + half * 2 < width ? mark + 22 + half : Math.max(half, left);
}

/** Boxes for the labels, in the order of their weight. `keyLength` only where it does not stand along the arrow. */
export function placePairLabels(frame: PairFrame, pair: Pair, sizes: PairLabelSizes, width: number, alongKey: readonly Box[]): Record<keyof PairLabelSizes, Box | undefined> {
  const { origin, unit } = frame, { angle } = pair, marks = marksOf(frame, pair);
  const tip = pointAt(origin, angle, pair.keyLength * unit), queryTip = pointAt(origin, 0, pair.queryLength * unit), middle = angle / 2;
  const radius = arcRadius(frame), away = marks.k.turn.direction < angle ? 1 : -1;
  const beside = [0.5, 0.35, 0.65, 0.2, 0.8, 1, -0.3, -0.5].map((share) => angle + away * Math.PI * share);
  const aboveLine = ({ y }: Point) => y + sizes.key.height / 2 < origin.y - 4;
  const wanted: Record<keyof PairLabelSizes, Wanted | undefined> = {
    key: { ...sizes.key, places: [...around(tip, sizes.key, [12, 20, 34], beside), ...around(tip, sizes.key, farther, allRound)].filter(aboveLine) },
    query: {
      ...sizes.query,
      places: [...around(queryTip, sizes.query, [14, 22], [Math.PI / 2, 1.9]), { x: queryTip.x + 34, y: origin.y + 36 }, { x: queryTip.x + 34, y: origin.y + 60 }],
    },
    angle: sizes.angle && {
      ...sizes.angle,
      places: [
        ...around(pointAt(origin, middle, radius), sizes.angle, [6, 14, 24, 40, 60], [middle, middle / 2]),
        ...around(origin, sizes.angle, farther, allRound.filter((way) => Math.sin(way) > 0)),
      ],
    },
    keyLength: sizes.keyLength && { ...sizes.keyLength, optional: true, places: around(pointAt(origin, angle, pair.keyLength * unit * 0.55), sizes.keyLength, [8, 16], [angle + 1.57, angle - 1.57]) },
    stretch: { ...sizes.stretch, optional: true, places: around(marks.k.stretch.at, sizes.stretch, [17, 24], [0, 0.4, -0.4, Math.PI, 2.7]) },
    turn: { ...sizes.turn, optional: true, places: around(marks.k.turn.at, sizes.turn, [17, 24], [0, 0.4, 0.8, Math.PI - 0.4, Math.PI]) },
  };
  const names = (Object.keys(wanted) as (keyof PairLabelSizes)[]).filter((name) => wanted[name]);
  const boxes = placeLabels(names.map((name) => wanted[name]!), [...drawnIn(frame, pair, marks), ...alongKey], { x: 0, y: 0, width, height: origin.y + below });
  const found = Object.fromEntries(names.map((name, at) => [name, boxes[at]]));
  return { ...empty, ...found };
}

/** What labels must keep off: arrows, the fall of the shadow, the arc, all marks, and what is written under the line. */
function drawnIn(frame: PairFrame, { queryLength, keyLength, angle }: Pair, marks: { q: PairMarks; k: PairMarks }): Box[] {
  const { origin, unit } = frame, tip = pointAt(origin, angle, keyLength * unit), queryTip = pointAt(origin, 0, queryLength * unit);
  return [
    ...boxesAlong(origin, tip, 12), boxAround(tip, 22, 20), ...boxesAlong(tip, { x: tip.x, y: origin.y }, 4), ...boxesAlong(origin, queryTip, 10),
    { x: 0, y: origin.y + 6, width: queryTip.x, height: below },
    ...[marks.q, marks.k].flatMap(({ stretch, turn }) => [boxAround(stretch.at, 32, 32), boxAround(turn.at, 32, 32)]),
    ...[0.1, 0.3, 0.5, 0.7, 0.9].map((share) => boxAround(pointAt(origin, angle * share, arcRadius(frame)), 6, 6)),
  ];
}

// Where else a label may go once the places beside its thing are taken.
const farther = [12, 24, 40, 60, 84, 110], allRound = Array.from({ length: 12 }, (_, at) => (at * Math.PI) / 6);

const empty = { query: undefined, key: undefined, angle: undefined, keyLength: undefined, turn: undefined, stretch: undefined };

export function arcRadius({ narrow }: PairFrame): number {
  return narrow ? 28 : 54;
}
