// One row of weights as bars over the words' names. The bar says how much; the number is printed above it.
import { px, rectangle } from "./arrow.js";
import { ColumnName, ColumnNumber, columnsOf } from "./columns.js";
import type { Printed } from "./inscription.js";

interface BarsProps {
  values: readonly number[];
  names: readonly string[];
  /** The printed numbers. */
  texts: readonly Printed[];
  /** px */
  width: number;
  label: string;
  /** The bar that is looked at. */
  marked?: number | undefined;
}

const tallest = 68, widest = 62;

export function Bars({ values, names, texts, width, label, marked }: BarsProps) {
  const columns = columnsOf(names, width, widest), { step, bar, room } = columns, foot = room + tallest;
  return (
    <svg viewBox={`0 0 ${width} ${px(foot + columns.names)}`} role="group" aria-label={label}>
      {values.map((value, at) => {
        const height = Number.isFinite(value) ? Math.max(1, value * tallest) : 1, left = at * step, middle = left + bar / 2;
        return (
          <g key={at}>
            <polygon class={`amount ${marked === at ? "marked" : ""}`} points={rectangle(left, foot - height, bar, height)} />
            <ColumnNumber columns={columns} class="bare ink" x={middle} y={foot - height - 6} anchor="start" of={[texts[at]!]} />
            <ColumnName columns={columns} x={middle} foot={foot} of={names[at]!} />
          </g>
        );
      })}
    </svg>
  );
}
