// One row of weights as bars over the words' names. The bar says how much; the number is printed above it.
import { px, rectangle } from "./arrow.js";
import { Inscribed, type Printed } from "./inscription.js";
import { shortened } from "./text_width.js";

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

const tallest = 68, head = 20, foot = 22;

export function Bars({ values, names, texts, width, label, marked }: BarsProps) {
  const step = Math.min(62, width / values.length), bar = Math.max(6, step - 12), base = head + tallest;
  const showNumbers = step >= 36;
  return (
    <svg viewBox={`0 0 ${width} ${base + foot}`} role="group" aria-label={label}>
      {values.map((value, at) => {
        const height = Number.isFinite(value) ? Math.max(1, value * tallest) : 1, middle = at * step + bar / 2;
        return (
          <g key={at}>
            <polygon class={`amount ${marked === at ? "marked" : ""}`} points={rectangle(at * step, base - height, bar, height)} />
            {showNumbers && <text class="bare ink" x={px(middle)} y={px(base - height - 6)} text-anchor="middle" font-size="12"><Inscribed of={[texts[at]!]} /></text>}
            {step >= 26 && <text class="word k bare" x={px(middle)} y={base + 16} text-anchor="middle" font-size="14">{shorten(names[at]!, step)}</text>}
          </g>
        );
      })}
    </svg>
  );
}

/** As many letters as fit under a bar. */
function shorten(name: string, step: number): string {
  return shortened(name, Math.max(2, Math.floor(step / 7.5)));
}
