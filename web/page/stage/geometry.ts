// Points, boxes and directions on the screen, in px. y grows downwards; directions are in radians, anticlockwise from the
// right, as in mathematics.
import { px } from "./arrow.js";

export interface Point { x: number; y: number }

/** `x`, `y`: the corner at the top left. */
export interface Box extends Point { width: number; height: number }

export function pointAt(from: Point, direction: number, distance: number): Point {
  return { x: from.x + Math.cos(direction) * distance, y: from.y - Math.sin(direction) * distance };
}

/** A point as a path names it. */
export function xy({ x, y }: Point): string {
  return `${px(x)} ${px(y)}`;
}

/** Part of a circle as a path, anticlockwise; less than the whole of it. */
export function arc(centre: Point, radius: number, from: number, to: number): string {
  return `M${xy(pointAt(centre, from, radius))}A${px(radius)} ${px(radius)} 0 ${to - from > Math.PI ? 1 : 0} 0 ${xy(pointAt(centre, to, radius))}`;
}

export function boxAround({ x, y }: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The boxes that a stroke `thick` px wide takes up. */
export function boxesAlong(from: Point, to: Point, thick: number): Box[] {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / thick));
  return Array.from({ length: count + 1 }, (_, at) =>
    boxAround({ x: from.x + ((to.x - from.x) * at) / count, y: from.y + ((to.y - from.y) * at) / count }, thick, thick));
}

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across <= 0 ? 0 : across * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
}

/** How much of the line between two points lies in a box. */
export function lengthIn({ x, y, width, height }: Box, from: Point, to: Point): number {
  const across = to.x - from.x, down = to.y - from.y;
  if (Math.max(from.x, to.x) < x || Math.min(from.x, to.x) > x + width || Math.max(from.y, to.y) < y || Math.min(from.y, to.y) > y + height) return 0;
  let enters = 0, leaves = 1;
  const cut = (one: number, other: number) => {
    enters = Math.max(enters, Math.min(one, other));
    leaves = Math.min(leaves, Math.max(one, other));
  };
  if (across !== 0) cut((x - from.x) / across, (x + width - from.x) / across);
  if (down !== 0) cut((y - from.y) / down, (y + height - from.y) / down);
  return Math.max(0, leaves - enters) * Math.hypot(across, down);
}

/** `value` between two limits; the lower one where they cross. */
export function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** `size` or somewhat more, in steps of 19 %: what is drawn to fill a frame does not change its scale at every touch. */
export function roomFor(size: number): number {
  return size > 0 ? 2 ** (Math.ceil(Math.log2(size) * 4 - 1e-9) / 4) : 0;
}
