// One arrow. Its head and dash tell the role even without colour: word slim, query filled, key an open chevron on
// dashes, value a diamond on dots, output outlined. Colours are in styles/figures.css.
import { kept } from "./kept.js";
import type { Role } from "./tint.js";

interface Point { x: number; y: number }

interface ArrowProps {
  from: Point;
  to: Point;
  role: Role | "z";
  /** Scales the head; the stroke keeps its width. */
  size?: number;
}

// How far the shaft stops short of the tip, so that it does not show in front of the head.
const shortfall = { x: 9, q: 12, k: 2, v: 9, z: 15 } as const;

// Heads along the arrow: [back from the tip, aside], in px.
const heads = {
  x: [[0, 0], [12, 5], [12, -5]],
  q: [[0, 0], [16, 7], [16, -7]],
  k: [[13, 8], [1, 0], [13, -8]],
  v: [[0, 0], [7, 6], [14, 0], [7, -6]],
  z: [[1, 0], [18, 10], [18, -10]],
} as const;

export const Arrow = kept(({ from, to, role, size = 1 }: ArrowProps) => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return <circle class={`head-filled ${role}`} cx={px(to.x)} cy={px(to.y)} r="4" />;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const back = (distance: number, aside: number) =>
    [px(to.x - along.x * distance - along.y * aside), px(to.y - along.y * distance + along.x * aside)] as const;
  const [x2, y2] = back(Math.min(length * 0.6, shortfall[role] * size), 0), shaft = { x1: px(from.x), y1: px(from.y), x2, y2 };
  const head = { points: heads[role].map(([distance, aside]) => back(distance * size, aside * size).join()).join(" ") };
  // Lines and polygons: the d of a path counts as style, which a browser works out anew at every change.
  return (
    <g class="arrow">
      <line class={`shaft ${role}`} {...shaft} />
      {role === "z" && <line class="shaft z-core" {...shaft} />}
      {role === "k" ? <polyline class="head-open k" {...head} /> : <polygon class={`head-filled ${role}`} {...head} />}
    </g>
  );
});

/** The points of a <polygon> that is a rectangle: a <rect>'s sides count as style, which a browser works out anew at every change. */
export const rectangle = (x: number, y: number, width: number, height: number) => {
  const [left, top, right, bottom] = [px(x), px(y), px(x + width), px(y + height)];
  return `${left},${top} ${right},${top} ${right},${bottom} ${left},${bottom}`;
};

/** A coordinate with at most two decimals: enough for any screen, and the same text everywhere. */
export function px(value: number): number {
  return Math.round(value * 100) / 100;
}
