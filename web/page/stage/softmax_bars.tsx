// One row of scores and what softmax makes of it, key by key: scores stand on a zero line and can be pulled up and down,
// weights are shares of one budget. Every number comes ready to print.
import { useMemo } from "preact/hooks";
import { px, rectangle } from "./arrow.js";
import { Budget } from "./budget.js";
import { ColumnName, ColumnNumber, columnsOf, type Columns } from "./columns.js";
import { roomFor, within } from "./geometry.js";
import { Handle, useStill, type Spoken } from "./handle.js";
import { Inscribed, type Inscription, type Printed } from "./inscription.js";
import { kept } from "./kept.js";

export interface BarNumber { value: number; text: Printed }

interface SoftmaxBarsProps {
  /** px */
  width: number;
  /** The picture in one or two sentences, with its numbers. */
  label: string;
  /** One word, or one letter, a key. */
  names: readonly Inscription[];
  /** The scores before cooling, for before and after; drawn on the scale of `scores`. */
  raw?: readonly BarNumber[];
  scores: readonly BarNumber[];
  /** 0 to 1, summing to 1, or all 0. */
  weights: readonly BarNumber[];
  /** Each key's share of the bar under the weights, ready to print: "73.1 %". */
  shares?: readonly Printed[];
  /** Scores of another row that this one is compared with: both get the scale that holds them all. */
  alike?: readonly number[];
  /** px from the lowest to the highest bar. */
  plot?: number;
  /** Keys that may not be looked at. */
  shut?: readonly boolean[];
  titles: { raw?: Inscription; scores: Inscription; weights: Inscription };
  /** The key that is looked at. */
  marked?: number | undefined;
  /** What each key's handle is called; without it nothing can be pulled. */
  handle?(key: number): Spoken;
  /** The wished score, to a hundredth (with `raw`: of the raw scores, else of `scores`). */
  onScore?(key: number, score: number): void;
  onGrip?(held: boolean): void;
}

const title = 30, rule = 34, gap = 52;

export function SoftmaxBars(props: SoftmaxBarsProps) {
  const { width, names, raw, scores, weights, shares, titles, label, alike = [], plot = 150 } = props;
  const { still: scale, hold } = useStill(scaleOf([...[...scores, ...(raw ?? [])].map(({ value }) => value), ...alike], plot));
  const panels = [
    ...(raw ? [{ kind: "raw", numbers: raw, title: titles.raw ?? "" }] : []),
    { kind: "scores", numbers: scores, title: titles.scores }, { kind: "weights", numbers: weights, title: titles.weights },
  ] as const;
  const beside = width >= 560, across = beside ? (width - gap * (panels.length - 1)) / panels.length : width;
  const columns = useMemo(() => columnsOf(names, across), [names, across]), tall = title + columns.room + plot + columns.room + columns.names + (beside ? 0 : 20);
  const height = (beside ? tall : tall * panels.length) + (shares ? rule + 12 : 0);
  const place = (at: number) => (beside ? { x: at * (across + gap), y: 0 } : { x: 0, y: at * tall });
  return (
    <svg class="softmax" viewBox={`0 0 ${width} ${px(height)}`} role="group" aria-label={label}>
      {panels.map(({ kind, numbers, title: heading }, at) => (
        <g key={kind} transform={`translate(${px(place(at).x)} ${px(place(at).y)})`}>
          <text class="word ink" x="0" y="16" font-size="17"><Inscribed of={heading} /></text>
          <Panel numbers={numbers} columns={columns} scale={kind === "weights" ? { up: 1, down: 0, unit: plot + columns.room } : scale} plot={plot} weighs={kind === "weights"} props={props} />
        </g>
      ))}
      {props.handle && <Handles numbers={raw ?? scores} columns={columns} scale={scale} props={props} hold={hold} />}
      {shares && <Budget x={0} y={height - rule - 1} width={width} height={rule} shares={weights.map(({ value }, key) => ({ weight: value, name: names[key]!, text: shares[key] }))} />}
    </svg>
  );
}

/** How far a panel reaches above and below its zero line, and px for a unit. */
interface Scale { up: number; down: number; unit: number }

/** There is always some room to pull a bar to the other side of the line. */
function scaleOf(values: readonly number[], plot: number): Scale {
  const finite = values.filter(Number.isFinite), most = roomFor(Math.max(0, ...finite)), least = roomFor(-Math.min(0, ...finite));
  const up = Math.max(most, least * 0.35, 0.5), down = Math.max(least, up * 0.35);
  return { up, down, unit: plot / (up + down) };
}

interface PanelProps { numbers: readonly BarNumber[]; columns: Columns; scale: Scale; plot: number; weighs: boolean; props: SoftmaxBarsProps }

function Panel({ numbers, columns, scale, plot, weighs, props: { names, shut, marked, handle } }: PanelProps) {
  const { step, room, between } = columns, foot = title + room * 2 + plot, zero = weighs ? foot : title + room + scale.up * scale.unit;
  return (
    <>
      {numbers.map((number, key) => (
        <Bar key={key} number={number} name={names[key]!} x={key * step} columns={columns} zero={zero} foot={foot} unit={scale.unit} away={weighs || !handle ? 6 : 13}
          weighs={weighs} looked={marked === key} closed={shut?.[key] ?? false} />
      ))}
      <path class="axis" d={`M0 ${px(zero)}H${px(numbers.length * step - between)}`} />
    </>
  );
}

interface BarProps {
  number: BarNumber; name: Inscription; columns: Columns; weighs: boolean; looked: boolean; closed: boolean;
  /** px: its left edge, the zero line, where the names begin, a unit, and from its end to its number. */
  x: number; zero: number; foot: number; unit: number; away: number;
}

const Bar = kept(({ number: { value, text }, name, columns, weighs, looked, closed, x, zero, foot, unit, away }: BarProps) => {
  const { bar, crowded } = columns, middle = x + bar / 2, below = value < 0, tall = Number.isFinite(value) ? Math.abs(value) * unit : 0, end = zero + (below ? tall : -tall);
  const apart = below ? away + (crowded ? 0 : 10) : -away;
  return (
    <g class={`${looked ? "looked-at" : ""} ${closed ? "closed" : ""}`}>
      {weighs && closed ? <ShutMark x={middle} y={zero - 12} />
        : <polygon class={`amount ${below ? "below-zero" : ""}`} points={rectangle(x, Math.min(zero, end), bar, Math.max(1, tall))} />}
      {below && tall > 1 && <path class="falling" d={hatchOf(x, zero, bar, tall)} />}
      <ColumnNumber columns={columns} x={middle} y={weighs && closed ? zero - 26 : end + apart} anchor={below ? "end" : "start"} class={below ? "minus" : "ink"} of={[text]} />
      <ColumnName columns={columns} x={middle} foot={foot} of={name} />
    </g>
  );
});

/** What a masked key has instead of a weight: the same stroke as in the grids. */
function ShutMark({ x, y }: { x: number; y: number }) {
  return <path class="shut" d={`M${px(x - 9)} ${px(y - 9)}h18v18h-18ZM${px(x - 9)} ${px(y + 9)}l18 -18`} />;
}

/** Strokes over a bar below zero, cut to its edges. */
function hatchOf(x: number, y: number, width: number, height: number): string {
  const strokes: string[] = [];
  for (let at = 6; at < width + height; at += 6) {
    const from = { x: x + Math.min(at, width), y: y + Math.max(0, at - width) }, to = { x: x + Math.max(0, at - height), y: y + Math.min(at, height) };
    strokes.push(`M${px(from.x)} ${px(from.y)}L${px(to.x)} ${px(to.y)}`);
  }
  return strokes.join("");
}

interface HandlesProps { numbers: readonly BarNumber[]; columns: Columns; scale: Scale; props: SoftmaxBarsProps; hold(held: boolean): void }

/** A lip at the end of each score's bar. */
function Handles({ numbers, columns, scale, props: { handle, onScore, onGrip }, hold }: HandlesProps) {
  const { step, bar, room } = columns, zero = title + room + scale.up * scale.unit;
  const wish = (key: number, score: number) => onScore?.(key, Math.round(score * 100) / 100 + 0);
  return (
    <>
      {numbers.map(({ value }, key) => {
        const score = Number.isFinite(value) ? value : 0, at = { x: key * step + bar / 2, y: zero - score * scale.unit };
        return (
          <Handle key={key} {...handle!(key)} role="x" at={at} reach={{ across: Math.min(22, step / 2), up: 22 }}
            onGrip={(held) => { hold(held); onGrip?.(held); }}
            onPull={(to) => wish(key, within((zero - to.y) / scale.unit, -scale.down, scale.up))}
            onStep={(right, up, large) => wish(key, score + (right + up) * (large ? 0.5 : 0.1))}>
            <rect class="lip" x={px(at.x - bar / 2)} y={px(at.y - 3.5)} width={px(bar)} height="7" rx="3.5" />
          </Handle>
        );
      })}
    </>
  );
}
