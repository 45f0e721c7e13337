// A matrix as small as a stamp: tinted squares, a stroke for a masked one, no numbers. For an overview; stage/grid shows
// the numbers.
import { tintClass, type Role } from "./tint.js";

interface StampProps {
  rows: readonly (readonly number[])[];
  /** The size that gets the full colour. */
  largest: number;
  role?: Role;
  /** Side of a square in px. */
  side?: number;
}

export function Stamp({ rows, largest, role, side = 14 }: StampProps) {
  const step = side + 1;
  const inline = (rows[0]?.length ?? 0) * step - 1;
  const block = rows.length * step - 1;
  return (
    <svg class="stamp" width={inline} height={block} viewBox={`0 0 ${inline} ${block}`} aria-hidden="true">
      {rows.flatMap((row, i) => row.map((value, j) => (
        <g key={`${i},${j}`} transform={`translate(${j * step} ${i * step})`}>
          {value !== -Infinity && <rect class={tintClass(value, largest, role)} width={side} height={side} />}
          {value < 0 && !role && <path class={value === -Infinity ? "shut" : "crossed"} d={`M0 ${side}L${side} 0`} />}
        </g>
      )))}
    </svg>
  );
}
