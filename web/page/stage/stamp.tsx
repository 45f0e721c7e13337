// A matrix as small as a stamp: tinted squares, a stroke for a masked one, no numbers. For an overview; stage/grid shows
// the numbers.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
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
  const step = side + 1, columns = rows[0]?.length ?? 0;
  const inline = columns * step - 1;
  const block = rows.length * step - 1;
  const tints = rows.flatMap((row) => row.map((value) => tintClass(value, largest, role))), size = `${rows.length} ${columns} ${side}`;
  const squares = useRef<SVGGElement>(null);
  // Drawn once for each size. New tints are written to the squares that get them: comparing hundreds of elements at every
  // change of a scene would cost milliseconds.
  const drawn = useMemo(() => ({
    tints: [...tints],
    squares: <g key={size} ref={squares}>{tints.map((tint, at) => <rect key={at} class={tint} x={(at % columns) * step} y={Math.floor(at / columns) * step} width={side} height={side} />)}</g>,
  }), [size]);
  useLayoutEffect(() => tints.forEach((tint, at) => {
    if (tint !== drawn.tints[at]) squares.current!.children[at]!.setAttribute("class", drawn.tints[at] = tint);
  }));
  const strokes = (has: (value: number) => boolean) =>
    rows.map((row, down) => row.map((value, across) => (has(value) ? `M${across * step} ${down * step + side}l${side} -${side}` : "")).join("")).join("");
  return (
    <svg class="stamp" width={inline} height={block} viewBox={`0 0 ${inline} ${block}`} aria-hidden="true">
      {drawn.squares}
      <path class="crossed" d={role ? "" : strokes((value) => value < 0 && value > -Infinity)} />
      <path class="shut" d={strokes((value) => value === -Infinity)} />
    </svg>
  );
}
