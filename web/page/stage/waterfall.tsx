// A sum of products, term by term: each product is a bar that starts where the last one ended, and the whole sum stands
// below from zero. The numbers come ready to print; their sizes here only place the bars.
import { useId } from "preact/hooks";
import { px } from "./arrow.js";
import { Inscribed, type Printed } from "./inscription.js";

export interface Term {
  q: Printed;
  k: Printed;
  product: Printed;
  /** The sum before this term and after it. */
  from: number;
  to: number;
}

interface WaterfallProps {
  /** px */
  width: number;
  terms: readonly Term[];
  total: Printed;
  /** Over the columns, and before the sum. */
  words: { product: string; running: string; total: string };
  /** The picture in one sentence, with its numbers. */
  label: string;
}

const head = 30, lineHeight = 40, foot = 54, barHeight = 18;
const column = { q: 46, times: 55, k: 112, equals: 124, product: 180, bars: 198 };

export function Waterfall({ width, terms, total, words, label }: WaterfallProps) {
  const hatch = useId();
  const sums = [0, ...terms.map(({ to }) => to)], finite = sums.every(Number.isFinite);
  const low = Math.min(...sums), high = Math.max(...sums);
  const at = (value: number) => column.bars + (high === low ? 0 : ((value - low) / (high - low)) * (width - column.bars - 4));
  const end = head + terms.length * lineHeight, height = end + foot;
  const bar = (from: number, to: number, y: number, tall: number) => {
    const box = { x: px(Math.min(at(from), at(to))), y: px(y - tall / 2), width: px(Math.max(2, Math.abs(at(to) - at(from)))), height: tall };
    return <><rect class={to < from ? "less" : "amount"} {...box} />{to < from && <rect fill={`url(#${hatch})`} {...box} />}</>;
  };
  return (
    <svg class="waterfall" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatching" d="M.5 0V6" /></pattern>
      {(["q", "k"] as const).map((role) => <text key={role} class={role} x={column[role] - 8} y={head - 14} text-anchor="end" font-size={16}><Inscribed of={[{ letter: role }]} /></text>)}
      <text class="dim" x={column.product} y={head - 14} text-anchor="end">{words.product}</text>
      <text class="dim" x={column.bars + 2} y={head - 14}>{words.running}</text>
      {finite && <path class="axis" d={`M${px(at(0))} ${head - 6}V${height - 12}`} />}
      {terms.map(({ q, k, product, from, to }, term) => {
        const y = head + term * lineHeight + 14;
        return (
          <g key={term}>
            <text class="q" x={column.q} y={y + 5} text-anchor="end"><Inscribed of={[q]} /></text>
            <text class="dim" x={column.times} y={y + 5} text-anchor="middle">{"×"}</text>
            <text class="k" x={column.k} y={y + 5} text-anchor="end"><Inscribed of={[k]} /></text>
            <text class="dim" x={column.equals} y={y + 5} text-anchor="middle">{"="}</text>
            <text class={to < from ? "minus" : "ink"} x={column.product} y={y + 5} text-anchor="end"><Inscribed of={[product]} /></text>
            {finite && bar(from, to, y, barHeight)}
            {finite && <path class="aid" d={`M${px(at(to))} ${y + barHeight / 2}V${y + lineHeight - barHeight / 2}`} />}
          </g>
        );
      })}
      <path class="axis" d={`M0 ${end}H${width}`} />
      <text class="word ink" x={0} y={end + 31} font-size={19}>{words.total}</text>
      <text class="ink total" x={column.product} y={end + 32} text-anchor="end" font-size={20}><Inscribed of={[total]} /></text>
      {finite && bar(0, sums.at(-1)!, end + 25, 26)}
    </svg>
  );
}
