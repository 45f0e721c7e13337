// Arrows from one origin, drawn true: both axes have the same scale. Some can be moved, by pointer or arrow keys.
// Its size is fixed at what fits the narrowest screen, so that the drawing is the same before and after a script runs.
import { Arrow, px } from "./arrow.js";
import { boxAround, roomFor, within, type Box, type Point } from "./geometry.js";
import { Handle, useStill } from "./handle.js";
import { placeLabels } from "./labels.js";
import { shortened, textWidth } from "./text_width.js";
import type { Role } from "./tint.js";

export type Tip = readonly [number, number];

export interface PlaneArrow {
  key: string;
  tip: Tip;
  role: Role | "z";
  label: string;
  /** Drawn faintly, behind the others. */
  quiet?: boolean;
  /** Marked as the asking word's. */
  chosen?: boolean;
  /** An arrow that can be moved. */
  handle?: { name: string; valueText: string; index: number };
}

interface PlaneProps {
  arrows: readonly PlaneArrow[];
  /** The picture in one sentence. */
  label: string;
  onMove?(index: number, tip: Tip): void;
  /** A movement begins or ends. */
  onGrip?(index: number, held: boolean): void;
  /** px, both ways. */
  side?: number;
}

/** px kept free beyond the longest arrow, for its label and so that it can be drawn out further. */
const margin = 30;
const letterSize = 15;

export function Plane({ arrows: given, label, onMove, onGrip, side = 288 }: PlaneProps) {
  const arrows = given.filter(({ tip }) => tip.every(Number.isFinite));   // the others have no place in a plane
  const { still: reach, hold } = useStill(reachOf(arrows));
  const unit = (side / 2 - margin) / reach, centre = side / 2;
  const at = ([across, up]: Tip) => ({ x: centre + across * unit, y: centre - up * unit });
  const move = (index: number, [across, up]: Tip) => onMove?.(index, [hundredths(across), hundredths(up)]);
  const labels = labelBoxes(arrows.map((arrow) => ({ text: shortened(arrow.label), from: { x: centre, y: centre }, tip: at(arrow.tip) })), side);
  // Quiet arrows lie behind. Else the order stays: an arrow that changed its place in the document would drop a drag.
  const order = arrows.map((_, index) => index).sort((a, b) => Number(arrows[b]!.quiet ?? false) - Number(arrows[a]!.quiet ?? false));
  return (
    <svg class="plane" width={side} height={side} viewBox={`0 0 ${side} ${side}`} role="group" aria-label={label}>
      <Axes side={side} unit={unit} reach={reach} />
      {order.map((index) => {
        const { key, tip, role, label, quiet, chosen, handle } = arrows[index]!, box = labels[index]!, end = at(tip);
        return (
          <g key={key} class={`${quiet ? "quiet" : ""} ${chosen ? "chosen" : ""}`}>
            <Arrow from={{ x: centre, y: centre }} to={end} role={role} />
            <text class={`word ${role}`} x={px(box.x)} y={px(box.y + box.height)} font-size={letterSize} aria-hidden="true">{shortened(label)}</text>
            {handle && (
              <Handle name={handle.name} now={tip[0]} valueText={handle.valueText} role={role === "z" ? "v" : role} at={end} data={{ "data-arrow": role, "data-index": handle.index }}
                onGrip={(held) => { hold(held); onGrip?.(handle.index, held); }}
                onPull={(to) => move(handle.index, [(within(to.x, 0, side) - centre) / unit, (centre - within(to.y, 0, side)) / unit])}
                onStep={(right, up, large) => move(handle.index, [tip[0] + right * (large ? 0.5 : 0.1), tip[1] + up * (large ? 0.5 : 0.1)])}>
                <circle class={`grip ${role}`} cx={px(end.x)} cy={px(end.y)} r="6" />
              </Handle>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Axes({ side, unit, reach }: { side: number; unit: number; reach: number }) {
  // Ticks one apart, or a power of ten where that would be a crowd.
  const centre = side / 2, step = reach > 8 ? 10 ** Math.floor(Math.log10(reach)) : 1;
  const ticks = Array.from({ length: Math.floor(centre / unit / step) }, (_, i) => (i + 1) * step * unit).flatMap((away) => [-away, away]);
  return (
    <g aria-hidden="true">
      <path class="axis" d={`M0 ${centre}H${side}M${centre} 0V${side}`} />
      <path class="axis" d={ticks.map((away) => `M${px(centre + away)} ${centre - 3}v6M${centre - 3} ${px(centre + away)}h6`).join("")} />
    </g>
  );
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** How far each axis reaches, up to the margin: about the longest arrow, at least 1. */
function reachOf(arrows: readonly PlaneArrow[]): number {
  return roomFor(Math.max(1, ...arrows.flatMap(({ tip }) => tip.map(Math.abs))));
}

/** A box for each label near its tip: ahead of the arrow first, then beside, above and below, then the same farther out. */
function labelBoxes(wanted: readonly { text: string; from: Point; tip: Point }[], side: number): Box[] {
  const labels = wanted.map(({ text, from, tip }) => {
    const width = textWidth(text, letterSize) + 2, height = letterSize, ahead = tip.y <= from.y ? -1 : 1, own = tip.x >= from.x ? 1 : -1;
    const aside = (farther: number, way: number, down: number) => ({ x: tip.x + way * (11 + farther + width / 2), y: tip.y + down });
    const above = (farther: number, way: number) => ({ x: tip.x, y: tip.y + way * (12 + farther + height / 2) });
    function* places() {
      for (const far of [0, 16, 32]) {
        yield above(far, ahead);
        yield aside(far, own, -2.5);
        yield aside(far, -own, -2.5);
        yield above(far, -ahead);
        for (const way of [own, -own]) for (const down of [-21.5, 16.5]) yield aside(far, way, down);
      }
    }
    return { width, height, places: places() };
  });
  const tips = wanted.map(({ tip }) => boxAround(tip, 14, 14)), shafts = wanted.map(({ from, tip }) => ({ from, to: tip, thick: 4 }));
  return placeLabels(labels, tips, { x: 1, y: 0, width: side - 2, height: side - 3 }, shafts).map((box) => box!);
}
