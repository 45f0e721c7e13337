// A matrix as small as a stamp: tinted squares, a stroke for a masked one, no numbers. For an overview; stage/grid shows
// the numbers.
import { Component, createRef } from "preact";
import { tintClass, type Role } from "./tint.js";

interface StampProps {
  rows: readonly (readonly number[])[];
  /** The size that gets the full colour. */
  largest: number;
  role?: Role;
  /** Side of a square in px. */
  side?: number;
}

/** px from which a square's tint is as fine as a cell's. */
const mostInDetail = 8;

export function Stamp({ rows, largest, role, side = 14 }: StampProps) {
  const step = side + 1, columns = rows[0]?.length ?? 0;
  const inline = columns * step - 1;
  const block = rows.length * step - 1;
  const tints = rows.flatMap((row) => row.map((value) => tintClass(value, largest, role, side < mostInDetail)));
  const strokes = (has: (value: number) => boolean) =>
    rows.map((row, down) => row.map((value, across) => (has(value) ? `M${across * step} ${down * step + side}l${side} -${side}` : "")).join("")).join("");
  return (
    <svg class="stamp" width={inline} height={block} viewBox={`0 0 ${inline} ${block}`} aria-hidden="true">
      <Squares key={`${rows.length} ${columns} ${side}`} tints={tints} columns={columns} side={side} />
      <path class="crossed" d={role ? "" : strokes((value) => value < 0 && value > -Infinity)} />
      <path class="shut" d={strokes((value) => value === -Infinity)} />
    </svg>
  );
}

interface SquaresProps { tints: readonly string[]; columns: number; side: number }

/**
 * Drawn once for each size. New tints are written to the squares that get them: comparing hundreds of elements at every
 * change of a scene would cost milliseconds.
 */
class Squares extends Component<SquaresProps> {
  private readonly group = createRef<SVGGElement>();

  override shouldComponentUpdate({ tints }: SquaresProps): boolean {
    tints.forEach((tint, at) => {
      if (tint !== this.props.tints[at]) this.group.current!.children[at]!.setAttribute("class", tint);
    });
    return false;
  }
  override render({ tints, columns, side }: SquaresProps) {
    const step = side + 1;
    return (
      <g ref={this.group}>
        {tints.map((tint, at) => <rect key={at} class={tint} x={(at % columns) * step} y={Math.floor(at / columns) * step} width={side} height={side} />)}
      </g>
    );
  }
}
