// Two small arrows at some angle, and the sign of their score as a swatch: what a case looks like, without numbers.
import { Arrow } from "./arrow.js";
import { pointAt } from "./geometry.js";
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

/** 1, 0 or −1 in the colour and hatch that a score of that sign has in every grid. */
export function SignSwatch({ sign }: { sign: 1 | 0 | -1 }) {
  return <span class={`swatch ${tintClass(sign, 1)}`} aria-hidden="true" />;
}
