// One row of weights as shares of a single bar: whatever one key takes, the others lose.
import { px, rectangle } from "./arrow.js";
import { Inscribed, inscriptionWidth, type Inscription, type Printed } from "./inscription.js";
import { tintClass } from "./tint.js";

export interface Share {
  /** 0 to 1; all shares of a bar sum to 1, or to 0 where every key is masked. */
  weight: number;
  name: Inscription;
  /** "73.1 %", printed where it fits. */
  text?: Printed | undefined;
}

/** Of <svg>: `x`, `y` and `width` in px; budgetHeight px high. */
export function Budget({ shares, x, y, width, height = 34 }: { shares: readonly Share[]; x: number; y: number; width: number; height?: number }) {
  let from = x;
  return (
    <g class="budget">
      <rect class="whole" x={px(x)} y={px(y)} width={px(width)} height={height} />
      {shares.map(({ weight, name, text }, at) => {
        const start = from, long = Number.isFinite(weight) ? weight * width : 0;
        from += long;
        if (long < 0.5) return null;
        const gap = long > 5 && from < x + width - 1 ? 2 : 0, middle = y + height / 2 + 5;
        const number = text ? inscriptionWidth(text.text, 15) : 0, word = inscriptionWidth(name, 15), both = number + word + 34 < long;
        return (
          <g key={at} class={tintClass(weight, 1)}>
            <polygon points={rectangle(start, y, long - gap, height)} />
            {text && number + 10 < long && (
              <text class="on" x={px(both ? start + 10 : start + (long - gap) / 2)} y={px(middle)} text-anchor={both ? "start" : "middle"} font-size="15"><Inscribed of={[text]} /></text>
            )}
            {(both || (!text && word + 10 < long)) && (
              <text class="on word" x={px(both ? start + long - gap - 10 : start + (long - gap) / 2)} y={px(middle)} text-anchor={both ? "end" : "middle"} font-size="15"><Inscribed of={name} /></text>
            )}
          </g>
        );
      })}
    </g>
  );
}
