// Where a figure's labels and marks go, in pixels, over many scenes; no browser.
import { describe, expect, it } from "vitest";
import { binned, reachOf, ticksUpTo } from "../../../web/page/stage/bell_curves.js";
import { chainOf, frameBlend, hullOf, pointOf } from "../../../web/page/stage/blend_layout.js";
import { boxAround, lengthIn, overlap, type Box } from "../../../web/page/stage/geometry.js";
import { placeLabels } from "../../../web/page/stage/labels.js";
import type { Tip } from "../../../web/page/stage/plane.js";
import { stretched, turned } from "../../../web/page/stage/matrix.js";
import { framePair, marksOf, placePairLabels, type Pair } from "../../../web/page/stage/pair_layout.js";

const widths = [288, 328, 720, 1100];

/** The pairs of boxes that lie on each other, by name. */
function collisions(boxes: Record<string, Box | undefined>): string[] {
  const named = Object.entries(boxes).filter((entry): entry is [string, Box] => entry[1] !== undefined);
  return named.flatMap(([name, box], at) => named.slice(at + 1).filter(([, other]) => overlap(box, other) > 1).map(([other]) => `${name} on ${other}`));
}

const isInside = (box: Box, width: number, height: number) => box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1e-9 && box.y + box.height <= height + 1e-9;

describe("labels", () => {
  it("take the first place that is free, and the least covered one where none is", () => {
    const size = { width: 20, height: 10 }, frame = { x: 0, y: 0, width: 100, height: 100 };
    const places = [{ x: 50, y: 50 }, { x: 50, y: 70 }];
    expect(placeLabels([{ ...size, places }, { ...size, places }], [], frame).map((box) => box!.y)).toEqual([45, 65]);
    const taken = [boxAround({ x: 50, y: 50 }, 20, 10), boxAround({ x: 50, y: 72 }, 20, 10)];
    expect(placeLabels([{ ...size, places }], taken, frame)[0]!.y).toBe(65);
    expect(placeLabels([{ ...size, places, optional: true }], taken, frame)).toEqual([undefined]);
  });
  it("keep off the lines of a drawing where they can", () => {
    const size = { width: 20, height: 10 }, frame = { x: 0, y: 0, width: 100, height: 100 }, places = [{ x: 50, y: 50 }, { x: 50, y: 80 }];
    const line = { from: { x: 0, y: 40 }, to: { x: 100, y: 60 }, thick: 3 };
    expect(placeLabels([{ ...size, places }], [], frame, [line])[0]!.y).toBe(75);
    expect(placeLabels([{ ...size, places: [places[0]!], optional: true }], [], frame, [line])).toEqual([boxAround({ x: 50, y: 50 }, 20, 10)]);
    const box = boxAround({ x: 50, y: 50 }, 20, 10);
    expect(lengthIn(box, line.from, line.to)).toBeCloseTo(Math.hypot(20, 4), 9);
    expect(lengthIn(box, { x: 50, y: 50 }, { x: 50, y: 200 })).toBe(5);
    for (const [from, to] of [[{ x: 0, y: 0 }, { x: 100, y: 0 }], [{ x: 0, y: 50 }, { x: 39, y: 50 }], [{ x: 30, y: 70 }, { x: 70, y: 56 }]] as const) expect(lengthIn(box, from, to)).toBe(0);
    expect(lengthIn(box, { x: 50, y: 50 }, { x: 50, y: 50 })).toBe(0);
  });
  it("stay inside the frame", () => {
    const [box] = placeLabels([{ width: 20, height: 10, places: [{ x: -40, y: 300 }] }], [], { x: 0, y: 0, width: 100, height: 100 });
    expect(box).toEqual({ x: 0, y: 90, width: 20, height: 10 });
  });
});

describe("the pair plane", () => {
  const lengths = [[2.93, 2.17], [2, 2], [1, 3], [3, 0.5]] as const;
  const pairs = lengths.flatMap(([queryLength, keyLength]) => Array.from({ length: 37 }, (_, at): Pair => ({ queryLength, keyLength, angle: (at * Math.PI) / 36 })));
  const size = { width: 34, height: 36 };
  const sizes = { query: size, key: size, angle: { width: 52, height: 16 }, keyLength: undefined, turn: { width: 30, height: 16 }, stretch: { width: 46, height: 16 } };

  it("keeps both arrows and all marks in its frame at every angle", () => {
    for (const width of widths) for (const pair of pairs) {
      const frame = framePair(width, pair), marks = marksOf(frame, pair);
      for (const { at } of [marks.q.stretch, marks.k.stretch, marks.q.turn, marks.k.turn]) {
        expect(isInside(boxAround(at, 24, 24), width, frame.height), JSON.stringify({ width, pair, at })).toBe(true);
      }
    }
  });
  it("holds its scale still while the angle changes", () => {
    for (const width of widths) {
      const frames = pairs.filter(({ keyLength }) => keyLength === 2.17).map((pair) => framePair(width, pair));
      expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBe(1);
    }
  });
  it("lays no label and no mark on another", () => {
    const found = widths.flatMap((width) => pairs.flatMap((pair) => {
      const frame = framePair(width, pair), marks = marksOf(frame, pair), labels = placePairLabels(frame, pair, sizes, width, []);
      const boxes = { ...labels, ...Object.fromEntries((["q", "k"] as const).flatMap((side) => (["turn", "stretch"] as const).map((kind) => [`${side}'s ${kind} mark`, boxAround(marks[side][kind].at, 24, 24)]))) };
      return collisions(boxes).map((collision) => `${collision} at ${width} px, ${Math.round((pair.angle * 180) / Math.PI)}°, ${pair.queryLength}, ${pair.keyLength}`);
    }));
    expect(found).toEqual([]);
  });
  it("can draw arrows without length", () => {
    for (const [queryLength, keyLength] of [[0, 0], [0, 2], [2, 0]] as const) {
      const pair = { queryLength, keyLength, angle: 0 }, frame = framePair(288, pair);
      const numbers = [frame.unit, frame.height, frame.origin.x, ...Object.values(marksOf(frame, pair)).flatMap(({ stretch, turn }) => [stretch.at.x, stretch.at.y, turn.at.x, turn.at.y])];
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
  });
});

describe("the bell curves", () => {
  it("count each sample in its bin, and none that lies outside", () => {
    expect(binned([-3, -2.9, -1, 0, 0.5, 2.999, 3, -3.1, NaN], 3, 6)).toEqual([2, 0, 1, 2, 0, 1]);
    expect(binned(new Float32Array(0), 3, 2)).toEqual([0, 0]);
  });
  it("share an axis that holds four deviations of the widest heap, and always the band", () => {
    expect(reachOf([{ deviation: 8 }, { deviation: 1 }], 3)).toBe(32);
    expect(reachOf([{ deviation: 0.1 }], 3)).toBeGreaterThan(3);
  });
  it("have round ticks that leave room for their numbers and meet zero", () => {
    for (const width of widths) for (const reach of [3.75, 8, 32, 64, 128]) {
      const ticks = ticksUpTo(reach, width), step = ticks[1]! - ticks[0]!;
      expect(ticks).toContain(0);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect((step * width) / (2 * reach)).toBeGreaterThanOrEqual(56);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(reach);
      expect([1, 2, 3, 5]).toContain(Number(step.toExponential()[0]));
    }
  });
});

describe("the blend", () => {
  const square: Tip[] = [[0, 0], [2, 0], [2, 2], [0, 2]];

  it("is outlined by the values that no others surround", () => {
    expect(hullOf([...square, [1, 1], [1, 0], [2, 2]])).toEqual(square);
    expect(hullOf([[0, 0], [1, 1], [2, 2]])).toEqual([[0, 0], [2, 2]]);
    expect(hullOf([[1, 2], [1, 2]])).toEqual([[1, 2]]);
    expect(hullOf([])).toEqual([]);
  });
  it("goes from the origin to the output, the largest share first, past no value without weight", () => {
    const pieces = chainOf([{ tip: [0, 3], weight: 0.25 }, { tip: [9, 9], weight: 0 }, { tip: [4, 0], weight: 0.75 }]);
    expect(pieces).toEqual([{ index: 2, from: [0, 0], to: [3, 0] }, { index: 0, from: [3, 0], to: [3, 0.75] }]);
  });
  it("is drawn true and inside its frame", () => {
    for (const width of widths) for (const tips of [[[5, 0], [0, 3]], [[-0.4, -3], [2, 1]], [[0, 0]], [[-7, -1e3]], []] as Tip[][]) {
      const frame = frameBlend(width, tips), origin = pointOf(frame, [0, 0]);
      expect(pointOf(frame, [1, 0]).x - origin.x).toBeCloseTo(origin.y - pointOf(frame, [0, 1]).y, 9);
      for (const tip of tips) expect(isInside(boxAround(pointOf(frame, tip), 24, 24), width, frame.height), JSON.stringify({ width, tip })).toBe(true);
    }
  });
});

describe("a matrix in the reader's hand", () => {
  it("turns anticlockwise and keeps the lengths of its rows", () => {
    expect(turned([[2, 0], [0, 1]], 90)).toEqual([[0, 2], [-1, 0]]);
    const [[a, b], [c, d]] = turned([[1.2, 0.4], [-0.3, 0.9]], 37);
    expect(Math.hypot(a, b)).toBeCloseTo(Math.hypot(1.2, 0.4), 2);
    expect(Math.hypot(c, d)).toBeCloseTo(Math.hypot(0.3, 0.9), 2);
    expect(turned(turned([[1, 0], [0, 1]], 45), -45)).toEqual([[1, 0], [0, 1]]);
  });
  it("stretches both rows alike, with no zero that wears a sign", () => {
    expect(stretched([[1, -2], [0, 0.5]], 1.5)).toEqual([[1.5, -3], [0, 0.75]]);
    expect(Object.is(stretched([[0, 1], [1, 0]], -1)[0][0], 0)).toBe(true);
  });
});
