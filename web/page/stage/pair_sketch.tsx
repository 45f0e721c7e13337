// Two small arrows at some angle, and the sign of their score as a swatch: what a case looks like, without numbers.
import { Arrow, px } from "./arrow.js";
import { pointAt, xy } from "./geometry.js";
import { tintClass } from "./tint.js";

/** `angle` in radians, 0 to π. */
export function PairSketch({ angle }: { angle: number }) {
  const obtuse = angle > Math.PI / 2, origin = { x: obtuse ? 52 : 4, y: 50 };
  return (
    <svg class="sketch" width={obtuse ? 116 : 68} height="56" viewBox={`0 0 ${obtuse ? 116 : 68} 56`} aria-hidden="true">
      <Arrow from={origin} to={{ x: origin.x + 60, y: origin.y }} role="q" size={0.7} />
      <Arrow from={origin} to={pointAt(origin, angle, 46)} role="k" size={0.7} />
    </svg>
  );
}

/** Both arrows at their true angle and in the true proportion of their lengths, in a frame that any pair fits. */
export function PairInset({ angle, lengths }: { angle: number; lengths: { q: number; k: number } }) {
  const reach = 76, unit = reach / (Math.max(lengths.q, lengths.k) || 1), origin = { x: reach + 4, y: reach + 12 };
  const tip = pointAt(origin, angle, lengths.k * unit);
  return (
    <svg class="inset" width={reach * 2 + 8} height={reach + 24} viewBox={`0 0 ${reach * 2 + 8} ${reach + 24}`} aria-hidden="true">
      <path class="hair" d={`M0 ${origin.y}H${reach * 2 + 8}`} />
      <path class="aid k" d={`M${xy(tip)}V${origin.y}`} />
      <path class="shadow" d={`M${origin.x} ${origin.y + 6}H${px(tip.x)}`} />
      <Arrow from={origin} to={pointAt(origin, 0, lengths.q * unit)} role="q" size={0.8} />
      <Arrow from={origin} to={tip} role="k" size={0.8} />
    </svg>
  );
}

/** 1, 0 or −1 in the colour and hatch that a score of that sign has in every grid. */
export function SignSwatch({ sign }: { sign: 1 | 0 | -1 }) {
  return <span class={`swatch ${tintClass(sign, 1)}`} aria-hidden="true" />;
}
