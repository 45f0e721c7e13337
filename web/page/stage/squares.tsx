// A table as squares, one a cell: this size, and twice it in both directions, to be compared by eye.
import { useId } from "preact/hooks";
import { Inscribed, type Inscription } from "./inscription.js";

const pitch = 6, apart = 24, room = 96;   // px; the room is what a name needs

/** `names`: what stands under each. */
export function Squares({ rows, columns, names, label }: { rows: number; columns: number; names: readonly [Inscription, Inscription]; label: string }) {
  const id = useId(), width = columns * pitch, height = rows * pitch * 2;
  const second = Math.max(width, room) + apart;
  return (
    <svg class="squares" width={second + Math.max(width * 2, room)} height={height + 24} role="img" aria-label={label}>
      <pattern id={id} width={pitch} height={pitch} patternUnits="userSpaceOnUse"><path d={`M0 0H${pitch - 1.5}V${pitch - 1.5}H0Z`} /></pattern>
      <g class="now" transform={`translate(0 ${height / 2})`}><rect width={width} height={height / 2} fill={`url(#${id})`} /></g>
      <g class="twice" transform={`translate(${second} 0)`}><rect width={width * 2} height={height} fill={`url(#${id})`} /></g>
      <text x={0} y={height + 18}><Inscribed of={names[0]} /></text>
      <text x={second} y={height + 18}><Inscribed of={names[1]} /></text>
    </svg>
  );
}
