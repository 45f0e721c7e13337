// Arrows from one origin, drawn true: both axes have the same scale. Some can be moved, by pointer or arrow keys.
// Its size is fixed at what fits the narrowest screen, so that the drawing is the same before and after a script runs.
import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";
import { Arrow, px } from "./arrow.js";
import { textWidth } from "./text_width.js";
import type { Role } from "./tint.js";

export type Tip = readonly [number, number];

export interface PlaneArrow {
  key: string;
  tip: Tip;
  role: Role;
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

export function Plane({ arrows, label, onMove, onGrip, side = 288 }: PlaneProps) {
  const svg = useRef<SVGSVGElement>(null);
  // The axes hold still while an arrow is dragged: this is the reach that the drag began with.
  const held = useRef<number | undefined>(undefined);
  const reach = held.current ?? reachOf(arrows);
  const unit = (side / 2 - margin) / reach, centre = side / 2, edge = centre / unit;
  const at = ([across, up]: Tip) => ({ x: centre + across * unit, y: centre - up * unit });

  const grip: Grip = {
    hold(index, holding) {
      held.current = holding ? reach : undefined;
      onGrip?.(index, holding);
    },
    drag(index, event) {
      if (held.current === undefined) return;
      const box = svg.current!.getBoundingClientRect();
      const limited = (px: number) => hundredths(Math.max(-edge, Math.min(edge, px / unit)));
      onMove?.(index, [limited(event.clientX - box.left - centre), limited(centre - (event.clientY - box.top))]);
    },
    step(index, [across, up], [right, upward], size) {
      onMove?.(index, [hundredths(across + right * size), hundredths(up + upward * size)]);
    },
  };
  const labels = placeLabels(arrows.map((arrow) => ({ text: shorten(arrow.label), from: { x: centre, y: centre }, tip: at(arrow.tip) })), side);
  // Quiet arrows lie behind. Else the order stays: an arrow that changed its place in the document would drop a drag.
  const order = arrows.map((_, index) => index).sort((a, b) => Number(arrows[b]!.quiet ?? false) - Number(arrows[a]!.quiet ?? false));
  return (
    <svg ref={svg} class="plane" width={side} height={side} viewBox={`0 0 ${side} ${side}`} role="group" aria-label={label}>
      <Axes side={side} unit={unit} reach={reach} />
      {order.map((index) => {
        const arrow = arrows[index]!, place = labels[index]!;
        return (
          <g key={arrow.key} class={`${arrow.quiet ? "quiet" : ""} ${arrow.chosen ? "chosen" : ""}`}>
            <Arrow from={{ x: centre, y: centre }} to={at(arrow.tip)} role={arrow.role} />
            <text class={`word ${arrow.role}`} x={px(place.x)} y={px(place.y)} font-size={letterSize} aria-hidden="true">{shorten(arrow.label)}</text>
            {arrow.handle && <Handle arrow={arrow} handle={arrow.handle} at={at(arrow.tip)} grip={grip} />}
          </g>
        );
      })}
    </svg>
  );
}

interface Grip {
  hold(index: number, holding: boolean): void;
  drag(index: number, event: TargetedPointerEvent<SVGElement>): void;
  step(index: number, from: Tip, direction: Tip, size: number): void;
}

/** The end of an arrow that can be moved: a finger's width to touch, and a stop for Tab. */
function Handle({ arrow, handle, at, grip }: { arrow: PlaneArrow; handle: NonNullable<PlaneArrow["handle"]>; at: Point; grip: Grip }) {
  const { index } = handle;
  const onKeyDown = (event: TargetedKeyboardEvent<SVGElement>) => {
    const direction = keySteps[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    grip.step(index, arrow.tip, direction, event.shiftKey ? 0.5 : 0.1);
  };
  const onPointerDown = (event: TargetedPointerEvent<SVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.hold(index, true);
  };
  return (
    <g class="handle" data-arrow={arrow.role} data-index={index} role="slider" tabIndex={0} aria-label={handle.name}
      aria-valuenow={arrow.tip[0]} aria-valuetext={handle.valueText} onKeyDown={onKeyDown} onPointerDown={onPointerDown}
      onPointerMove={(event) => grip.drag(index, event)} onLostPointerCapture={() => grip.hold(index, false)}>
      <circle class="touch" cx={px(at.x)} cy={px(at.y)} r="22" />
      <circle class={`grip ${arrow.role}`} cx={px(at.x)} cy={px(at.y)} r="6" />
    </g>
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

const keySteps: Record<string, Tip> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function hundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** How far each axis reaches, up to the margin: the longest arrow, at least 1. */
function reachOf(arrows: readonly PlaneArrow[]): number {
  return Math.max(1, ...arrows.flatMap(({ tip }) => tip.map(Math.abs)));
}

function shorten(word: string): string {
  const letters = [...word];
  return letters.length > 12 ? `${letters.slice(0, 11).join("")}…` : word;
}

interface Point { x: number; y: number }

/**
 * A place for each label near its tip: ahead of the arrow first, then beside, above and below, then the same farther out.
 * The first free one, or where all are taken the one that covers least.
 */
function placeLabels(wanted: readonly { text: string; from: Point; tip: Point }[], side: number): Point[] {
  const taken: { x: number; y: number; width: number; height: number }[] = wanted.map(({ tip }) => ({ x: tip.x - 7, y: tip.y - 7, width: 14, height: 14 }));
  return wanted.map(({ text, from, tip }) => {
    const width = textWidth(text, letterSize) + 2, height = letterSize;
    const right = tip.x >= from.x, above = tip.y <= from.y;
    const beside = (x: number, y: number) => ({ x: Math.max(1, Math.min(side - width - 1, x)), y: Math.max(height, Math.min(side - 3, y)) });
    const across = (toRight: boolean, farther: number) => (toRight ? tip.x + 11 + farther : tip.x - width - 11 - farther);
    const places = [0, 16, 32].flatMap((farther) => {
      const ahead = above ? tip.y - 12 - farther : tip.y + 12 + height + farther, behind = above ? tip.y + 12 + height + farther : tip.y - 12 - farther;
      const own = across(right, farther), other = across(!right, farther), middle = tip.x - width / 2;
      return [
        beside(middle, ahead), beside(own, tip.y + 5), beside(other, tip.y + 5), beside(middle, behind),
        beside(own, tip.y - 14), beside(own, tip.y + 24), beside(other, tip.y - 14), beside(other, tip.y + 24),
      ];
    });
    const covered = (place: Point) => taken.reduce((sum, box) => sum + shared(place.x, width, box.x, box.width) * shared(place.y - height, height, box.y, box.height), 0);
    const free = places.find((place) => covered(place) === 0) ?? places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
    taken.push({ x: free.x, y: free.y - height, width, height });
    return free;
  });
}

/** How much two stretches have in common. */
function shared(a: number, lengthOfA: number, b: number, lengthOfB: number): number {
  return Math.max(0, Math.min(a + lengthOfA, b + lengthOfB) - Math.max(a, b));
}
