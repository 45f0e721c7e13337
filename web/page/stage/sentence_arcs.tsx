// A sentence in which one word asks: an arc to every word as thick as its weight, a bar for each weight, and the blend
// that is taken along. Touching, focusing or pressing a word lets it ask. The numbers come ready-made from the caller.
import { px } from "./arrow.js";
import { textWidth } from "./text_width.js";

interface SentenceArcsProps {
  words: readonly string[];
  /** How much the asking word gives each word: its row of the weights. */
  weights: readonly number[];
  /** The largest weight of all rows: the bars of every row share one scale. */
  largest: number;
  asks: number;
  width: number;
  /** What each weight reads as, and where it stands in the trace. */
  share(weight: number): string;
  label: string;
  letAsk(word: string): string;
  onAsk(word: number): void;
  /** Where the number of a word's share opens, and how that is called. */
  opened(word: number): { href: string; name: string };
}

export function SentenceArcs(props: SentenceArcsProps) {
  const place = layOut(props.words, props.width);
  return (
    <svg class="asking" role="group" aria-label={props.label} viewBox={`0 0 ${props.width} ${place.height}`}>
      {arcsAside(props, place, -1)}
      {arcsAside(props, place, 1)}
      <SelfArc weight={props.weights[props.asks]!} place={place} props={props} />
      {props.words.map((word, index) => <Speaker key={index} index={index} word={word} place={place} props={props} />)}
      {props.weights.map((weight, index) => <Bar key={index} index={index} weight={weight} place={place} props={props} />)}
      <Blend place={place} props={props} />
    </svg>
  );
}

/** Where everything stands, in px. Below 560 px the figure is drawn smaller, not scaled. */
type Place = ReturnType<typeof layOut>;

function layOut(words: readonly string[], width: number) {
  const narrow = width < 560;
  const size = narrow ? 27 : Math.min(70, width / 17.5);
  const widths = words.map((word) => textWidth(word, size));
  const letters = widths.reduce((sum, one) => sum + one, 0);
  const gap = Math.min((width - letters) / Math.max(1, words.length - 1), narrow ? 40 : size * 1.75);
  const span = letters + gap * (words.length - 1);
  const left = (width - span) / 2;
  let x = left;
  const centres = widths.map((one) => {
    const centre = x + one / 2;
    x += one + gap;
    return centre;
  });
  const farthest = centres[centres.length - 1]! - centres[0]!;
  const sky = Math.round(Math.min(narrow ? 118 : 226, arcHeight(farthest, narrow) + 20));
  const base = sky + size * 0.98;
  const bars = base + (narrow ? 26 : 40);
  const barRoom = narrow ? 110 : 172;
  const purse = bars + barRoom + (narrow ? 40 : 52);
  const purseHeight = narrow ? 12 : 16;
  return { narrow, size, widths, centres, span, left, sky, base, bars, barRoom, purse, purseHeight, height: Math.round(purse + purseHeight + 34) };
}

// A faint arc must stay readable, so that opacity and thickness start well above nothing.
const opacity = (weight: number, row: readonly number[]) => px(0.62 + (0.38 * weight) / Math.max(...row));
const arcHeight = (distance: number, narrow: boolean) => (narrow ? 22 + distance * 0.27 : 34 + distance * 0.215);
const thickness = (weight: number, { narrow, size }: Place) => px(1.25 + weight * size * (narrow ? 0.39 : 0.315));

/** The arcs to one side leave the asking word side by side, the farthest nearest its middle, so that none cross. */
function arcsAside({ words, weights, asks }: SentenceArcsProps, place: Place, side: -1 | 1) {
  const { narrow, centres, widths, sky } = place;
  const others = words.map((_, index) => index).filter((index) => Math.sign(index - asks) === side);
  others.sort((a, b) => Math.abs(b - asks) - Math.abs(a - asks));
  const half = widths[asks]! / 2;
  const nearest = narrow ? 7 : half / 2;
  const room = half + (narrow ? 2 : 0) - nearest;
  return others.map((index, order) => {
    const weight = weights[index]!;
    const stroke = thickness(weight, place);
    const from = px(centres[asks]! + side * (nearest + (room * order) / Math.max(1, others.length - 1)));
    const to = px(centres[index]!);
    const start = sky - 4;
    const tip = start - 2;
    const headLength = (narrow ? 7 : 9) + stroke * 0.9;
    const headHalf = (narrow ? 3.6 : 4.5) + stroke * 0.55;
    const rise = Math.min(sky - 16, arcHeight(Math.abs(to - centres[asks]!), narrow));
    const control = px(start - rise * 1.33);
    return (
      <g key={index} opacity={opacity(weight, weights)}>
        <path class="arc" d={`M${from} ${start}C${from} ${control} ${to} ${control} ${to} ${px(tip - headLength + 1)}`} stroke-width={stroke} />
        <path class="tip" d={`M${to} ${tip}L${px(to - headHalf)} ${px(tip - headLength)}L${px(to + headHalf)} ${px(tip - headLength)}Z`} />
      </g>
    );
  });
}

interface PartProps { place: Place; props: SentenceArcsProps }

/** It asks itself, too. */
function SelfArc({ weight, place, props }: PartProps & { weight: number }) {
  const { narrow, size, centres, sky } = place;
  const centre = px(centres[props.asks]!);
  const [half, foot, head] = narrow ? [9, 2.5, "l3.4 -6.4l-7 -1.6Z"] as const : [size * 0.34, size * 0.1, `l${px(size * 0.115)} ${px(-size * 0.115)}l${px(-size * 0.143)} ${px(-size * 0.043)}Z`] as const;
  const start = sky - 4;
  const top = px(start - half * 2.1);
  return (
    <g opacity={opacity(weight, props.weights)}>
      <path class="arc" d={`M${px(centre - foot)} ${start}C${px(centre - half)} ${top} ${px(centre + half)} ${top} ${px(centre + foot)} ${start - 5}`} stroke-width={thickness(weight, place)} />
      <path class="tip" d={`M${px(centre + foot - 2)} ${start + 3}${head}`} />
    </g>
  );
}

function Speaker({ index, word, place, props }: PartProps & { index: number; word: string }) {
  const { narrow, size, centres, widths, sky, base, bars } = place;
  const centre = centres[index]!;
  const half = widths[index]! / 2;
  const line = px(base + (narrow ? 8 : 14));
  const ask = () => props.onAsk(index);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    ask();
  };
  return (
    <g class="speaker" role="button" tabindex={0} aria-label={props.letAsk(word)} aria-pressed={index === props.asks}
      onPointerEnter={ask} onClick={ask} onFocus={ask} onKeyDown={press}>
      <rect class="touch" x={px(centre - half - 4)} y={sky} width={px(half * 2 + 8)} height={px(bars - sky - 6)} />
      <text class={`word bare ${index === props.asks ? "q" : "ink"}`} x={px(centre)} y={px(base)} text-anchor="middle" font-size={px(size)}>{word}</text>
      <line x1={px(centre - half)} x2={px(centre + half)} y1={line} y2={line} />
    </g>
  );
}

function Bar({ index, weight, place, props }: PartProps & { index: number; weight: number }) {
  const { narrow, centres, bars, barRoom } = place;
  const wide = narrow ? 30 : 56;
  const tall = (weight / props.largest) * barRoom;
  const centre = centres[index]!;
  const { href, name } = props.opened(index), across = { x: px(centre - wide / 2), y: px(bars), width: wide };
  return (
    <a href={href} aria-label={name}>
      <rect class="amount" {...across} height={px(tall)} />
      <rect class="touch" {...across} height={px(tall + (narrow ? 24 : 30))} />
      <text class="n bare ink" x={px(centre)} y={px(bars + tall + (narrow ? 19 : 25))} text-anchor="middle" font-size={narrow ? 14 : 18}
        data-stage="weights" data-index={`${props.asks},${index}`}>{props.share(weight)}</text>
    </a>
  );
}

/** What the word takes along: one strip of values, parted in the shares of the bars. */
function Blend({ place, props }: PartProps) {
  const { narrow, left, span, purse, purseHeight } = place;
  const fullest = Math.max(...props.weights);
  let x = left;
  const shares = props.weights.map((weight, index) => {
    const start = x;
    const long = weight * span;
    x += long;
    const word = props.words[index]!;
    const letters = narrow ? 15 : 17;
    return (
      <g key={index}>
        <rect class="share" x={px(start + 0.75)} y={px(purse)} width={px(Math.max(1, long - 1.5))} height={purseHeight} opacity={px(0.45 + (0.55 * weight) / fullest)} />
        {long > textWidth(word, letters) + 4 &&
          <text class="word bare v" x={px(start + long / 2)} y={px(purse + purseHeight + (narrow ? 20 : 23))} text-anchor="middle" font-size={letters}>{word}</text>}
      </g>
    );
  });
  return (
    <g aria-hidden="true">
      {shares}
      <rect class="purse" x={px(left - 4)} y={px(purse - 4)} width={px(span + 8)} height={purseHeight + 8} rx="2" />
    </g>
  );
}
