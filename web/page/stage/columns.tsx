// The columns of a figure of bars: how wide they are, the number at the end of a bar and the name below it. Crowded columns
// wear both upright, so that every number can be read however many there are.
import { px } from "./arrow.js";
import { Inscribed, inscriptionWidth, type Inscription } from "./inscription.js";
import { kept } from "./kept.js";
import { shortened, textWidth } from "./text_width.js";

/** px from column to column, between bars, of a bar, of room for a number and for a name. */
export interface Columns { step: number; between: number; bar: number; crowded: boolean; room: number; names: number }

export function columnsOf(names: readonly Inscription[], across: number, widest = 76): Columns {
  const step = Math.min(widest, across / Math.max(1, names.length)), crowded = step < 34, between = Math.min(16, step * 0.3);
  const longest = Math.max(0, ...names.map((name) => inscriptionWidth(fit(name, Infinity), 14)));
  return { step, between, bar: step - between, crowded, room: crowded ? 52 : 24, names: crowded ? longest + 16 : 26 };
}

interface NumberProps { columns: Columns; x: number; y: number; anchor: "start" | "end"; class: string; of: Inscription }

/** Upright, it moves along its own line: a change of its transform would count as style. */
export function ColumnNumber({ columns: { crowded, step }, x, y, anchor, class: name, of }: NumberProps) {
  return crowded
    ? <text class={name} transform="rotate(-90)" x={px(-y)} y={px(x + 4)} text-anchor={anchor} font-size="12"><Inscribed of={of} /></text>
    : <text class={name} x={px(x)} y={px(y)} text-anchor="middle" font-size={inscriptionWidth(of, 14) > step - 6 ? 12 : 14}><Inscribed of={of} /></text>;
}

interface NameProps { columns: Columns; x: number; foot: number; of: Inscription }

/** `foot`: where the names begin. */
export const ColumnName = kept(({ columns: { crowded, step }, x, foot, of }: NameProps) => (crowded
  ? <text class="word k" transform={`translate(${px(x + 5)} ${px(foot + 4)})rotate(-90)`} text-anchor="end" font-size="14"><Inscribed of={fit(of, Infinity)} /></text>
  : <text class="word k" x={px(x)} y={px(foot + 18)} text-anchor="middle" font-size={sizeOfName(step)}><Inscribed of={fit(of, step)} /></text>));

const sizeOfName = (step: number) => (step < 44 ? 14 : 15);

/** As many letters of a word as fit under a column, nine at most. */
function fit(name: Inscription, step: number): Inscription {
  if (typeof name !== "string") return name;
  let most = Math.min(9, [...name].length);
  while (most > 2 && textWidth(shortened(name, most), sizeOfName(step)) > step - 2) most--;
  return shortened(name, most);
}
