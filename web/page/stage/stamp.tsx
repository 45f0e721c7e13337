// A matrix as small as a stamp: tinted squares, a stroke for a masked one, no numbers. For an overview; stage/grid shows
// the numbers.
import { kept } from "./kept.js";
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
      {rows.map((row, at) => (
        <Row key={at} y={at * step} side={side} tints={row.map((value) => tintClass(value, largest, role)).join()}
          shut={pathOf(row, at, side, (value) => value === -Infinity)} crossed={role ? "" : pathOf(row, at, side, (value) => value < 0 && value > -Infinity)} />
      ))}
    </svg>
  );
}

/** Strokes across the squares of a row that `has` one. */
function pathOf(row: readonly number[], at: number, side: number, has: (value: number) => boolean): string {
  return row.map((value, column) => (has(value) ? `M${column * (side + 1)} ${at * (side + 1) + side}l${side} -${side}` : "")).join("");
}

interface RowProps { y: number; side: number; tints: string; shut: string; crossed: string }

/** Squares are placed each by itself: hundreds of moved groups would cost a browser milliseconds at every change. */
const Row = kept(({ y, side, tints, shut, crossed }: RowProps) => (
  <>
    {tints.split(",").map((tint, at) => <rect key={at} class={tint} x={at * (side + 1)} y={y} width={side} height={side} />)}
    <path class="crossed" d={crossed} />
    <path class="shut" d={shut} />
  </>
));
