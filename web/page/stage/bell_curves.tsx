// Heaps of scores: what was drawn as bars, what theory says as a line over them, and the band that softmax listens in.
// All heaps share one axis and are drawn to the same height, so that only their widths compare.
import { useId } from "preact/hooks";
import { px } from "./arrow.js";
import { Inscribed, type Inscription, type Printed } from "./inscription.js";

export interface Heap {
  name: Inscription;
  /** How these scores came about: "÷ 8". */
  note?: Inscription;
  samples: ArrayLike<number>;
  /** The standard deviation that theory gives, > 0. */
  deviation: number;
  /** "spread 8.10" and "29 % inside", ready to print. */
  spread: Inscription;
  inside: Inscription;
  /** The one that attention uses. */
  chosen?: boolean;
}

interface BellCurvesProps {
  /** px */
  width: number;
  label: string;
  heaps: readonly Heap[];
  /** The scores from −band to band are hatched. */
  band?: number;
  bandName: Inscription;
  tick(value: number): Printed;
}

const head = 44, hill = 112, between = 62, foot = 34;

export function BellCurves({ width, label, heaps, band = 3, bandName, tick }: BellCurvesProps) {
  const id = useId(), rows = hill + between, height = head + rows * heaps.length - between + foot;
  const reach = reachOf(heaps, band), axis = axisOf(width, reach);
  const left = axis.at(-band), right = axis.at(band), top = 24, base = head + rows * (heaps.length - 1) + hill;
  return (
    <svg class="bells" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-hatch" d="M.5 0V7" /></pattern>
      <rect class="band" x={px(left)} y={top} width={px(right - left)} height={base - top} />
      <rect fill={`url(#${id})`} x={px(left)} y={top} width={px(right - left)} height={base - top} />
      <path class="axis" d={`M${px(left)} ${top}V${base}M${px(right)} ${top}V${base}`} />
      <text class="word slanted" x={px(width / 2)} y="15" text-anchor="middle" font-size="16"><Inscribed of={bandName} /></text>
      {heaps.map((heap, at) => <Hill key={at} heap={heap} axis={axis} band={band} y={head + rows * at + hill} width={width} />)}
      {ticksUpTo(reach, width).map((value) => (
        <g key={value}>
          <path class="axis" d={`M${px(axis.at(value))} ${base}v5`} />
          <text class="dim bare" x={px(axis.at(value))} y={base + 22} text-anchor="middle"><Inscribed of={[tick(value)]} /></text>
        </g>
      ))}
    </svg>
  );
}

/** Four deviations of the widest heap; the band with some air beside it, at least. */
export function reachOf(heaps: readonly Pick<Heap, "deviation">[], band: number): number {
  return Math.max(band * 1.25, ...heaps.map(({ deviation }) => deviation * 4));
}

interface Axis { at(value: number): number; unit: number; width: number }

const axisOf = (width: number, reach: number): Axis => {
  const unit = width / (2 * reach);
  return { at: (value) => width / 2 + value * unit, unit, width };
};

/** How many samples fall into each of `count` bins of equal width between −reach and reach; others are left out. */
export function binned(samples: ArrayLike<number>, reach: number, count: number): number[] {
  const bins = Array.from({ length: count }, () => 0);
  for (let at = 0; at < samples.length; at++) {
    const bin = Math.floor(((samples[at]! + reach) / (2 * reach)) * count);
    if (bin >= 0 && bin < count) bins[bin]!++;
  }
  return bins;
}

/** Round numbers on both sides of zero, as many as there is room for. */
export function ticksUpTo(reach: number, width: number): number[] {
  const least = (reach * 2 * 56) / width, power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 3, 5, 10].map((times) => times * power).find((size) => size >= least && (size !== 3 || power === 1)) ?? power * 10;
  const count = Math.floor((reach * 0.97) / step);
  return Array.from({ length: count * 2 + 1 }, (_, at) => (at - count) * step);
}

function Hill({ heap, axis, band, y, width }: { heap: Heap; axis: Axis; band: number; y: number; width: number }) {
  const narrow = width < 430, { inside, outside, curve } = shapeOf(heap, axis, band);
  return (
    <g class={heap.chosen ? "chosen" : ""} transform={`translate(0 ${y})`}>
      <path class="bin" d={outside} />
      <path class="bin in" d={inside} />
      <path class="theory-halo" d={curve} />
      <path class="theory" d={curve} />
      <path class="axis" d={`M0 0H${width}`} />
      <text class="word name" x="0" y={26 - hill} font-size={narrow ? 16 : 19}><Inscribed of={heap.name} /></text>
      <text class="dim" x="0" y={46 - hill}><Inscribed of={heap.spread} /></text>
      {heap.note && <text class="word slanted dim" x="0" y={66 - hill} font-size="15"><Inscribed of={heap.note} /></text>}
      <text class="dim" x={width} y={(narrow ? 18 : 46) - hill} text-anchor="end"><Inscribed of={heap.inside} /></text>
    </g>
  );
}

/** Bars in and outside the band, and the normal curve; the higher of both fills the hill. Zero of y is the axis. */
function shapeOf({ samples, deviation }: Heap, { at, unit, width }: Axis, band: number): { inside: string; outside: string; curve: string } {
  const reach = width / 2 / unit, wanted = Math.max(1, Math.min(7, (deviation * unit) / 4)), count = Math.round(width / wanted), bin = width / count;
  // Heights as densities: the share of all samples for each unit of the axis.
  const densities = binned(samples, reach, count).map((hits) => hits / Math.max(1, samples.length) / (bin / unit));
  const density = (value: number) => Math.exp(-0.5 * (value / deviation) ** 2) / (deviation * Math.sqrt(2 * Math.PI));
  const scale = (hill * 0.94) / Math.max(density(0), ...densities);
  const bars = (wanted: boolean) => densities.map((dense, index) => {
    const left = index * bin, isIn = Math.abs((left + bin / 2) / unit - reach) <= band;
    return dense === 0 || isIn !== wanted ? "" : `M${px(left)} 0V${px(-dense * scale)}H${px(left + bin - (bin > 4 ? 1 : 0))}V0Z`;
  }).join("");
  const points = Array.from({ length: 161 }, (_, index) => ((index - 80) / 20) * deviation);
  const hillside = points.map((value) => `${px(at(value))} ${px(-density(value) * scale)}`).join("L");
  return { inside: bars(true), outside: bars(false), curve: `M0 0L${hillside}L${width} 0` };
}
