// What can be pulled in a figure, by pointer or arrow keys, with a finger's width to touch; and the marks that say how:
// a bent double arrow turns, a straight one stretches. What a pull means is its figure's matter.
import type { ComponentChildren, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { px } from "./arrow.js";
import { arc, pointAt, xy, type Point } from "./geometry.js";
import { kept } from "./kept.js";
import type { Role } from "./tint.js";

/** What a handle is called and what it reads as, ready to be spoken. */
export interface Spoken { name: string; now: number; valueText: string }

interface HandleProps extends Spoken {
  role: Role | "z";
  /** Where the handle is, in px of its svg. */
  at: Point;
  /** Where it is pulled to. A handle that is taken hold of beside its middle does not jump there. */
  onPull(to: Point): void;
  /** An arrow key: a step to the right, up, or both ways negative; `large` with Shift. */
  onStep(right: number, up: number, large: boolean): void;
  /** A pull begins or ends. */
  onGrip(held: boolean): void;
  /** Half the height and half the width that can be touched; 22 px, unless neighbours stand closer. */
  reach?: { across: number; up: number };
  /** How a reader of the page finds this handle. */
  data?: Readonly<Record<`data-${string}`, string | number>>;
  children: ComponentChildren;
}

const arrowKeys: Record<string, readonly [right: number, up: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Drawn again only where it changes: of a dozen, one is pulled. */
export const Handle = kept((props: HandleProps) => <Grip {...props} />);

function Grip({ role, at, name, now, valueText, onPull, onStep, onGrip, reach = { across: 22, up: 22 }, data, children }: HandleProps) {
  const grab = useRef<Point | undefined>(undefined);   // from the middle of the handle to the pointer
  const onPointerDown = (event: TargetedPointerEvent<SVGGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const pointer = pointerIn(event);
    grab.current = { x: pointer.x - at.x, y: pointer.y - at.y };
    onGrip(true);
  };
  const onPointerMove = (event: TargetedPointerEvent<SVGGElement>) => {
    if (!grab.current) return;
    const pointer = pointerIn(event);
    onPull({ x: pointer.x - grab.current.x, y: pointer.y - grab.current.y });
  };
  const onLostPointerCapture = () => {
    grab.current = undefined;
    onGrip(false);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGGElement>) => {
    const step = arrowKeys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onStep(...step, event.shiftKey);
  };
  // tabindex as SVG spells it: drawn by a script, an attribute tabIndex would be none there, and Tab would pass by.
  return (
    <g class={`handle ${role}`} {...data} role="slider" tabindex={0} aria-label={name} aria-valuenow={now} aria-valuetext={valueText}
      onKeyDown={onKeyDown} onPointerDown={onPointerDown} onPointerMove={onPointerMove} onLostPointerCapture={onLostPointerCapture}>
      <rect class="touch" x={px(at.x - reach.across)} y={px(at.y - reach.up)} width={px(reach.across * 2)} height={px(reach.up * 2)} rx={px(Math.min(reach.across, reach.up))} />
      {children}
    </g>
  );
}

/** In px of the drawing, however it is scaled. An inner svg's own box would change with what is pulled in it. */
function pointerIn(event: TargetedPointerEvent<SVGGElement>): Point {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.ownerSVGElement!.getScreenCTM()!.inverse());
}

/** A measure that stands still while something is pulled, so that the drawing does not slide away under the pointer. */
export function useStill<Measure>(measure: Measure): { still: Measure; hold(held: boolean): void } {
  const [kept, setKept] = useState<Measure>();
  return { still: kept ?? measure, hold: (held) => setKept(held ? (before) => before ?? measure : undefined) };
}

/** A straight double arrow, `half` px each way from `at`. */
export function StretchMark({ at, direction, half = 13 }: { at: Point; direction: number; half?: number }) {
  const ends = [direction, direction + Math.PI].map((way) => {
    const tip = pointAt(at, way, half), barb = (side: number) => xy(pointAt(tip, way + Math.PI + side * 0.7, 7));
    return `M${barb(1)}L${xy(tip)}L${barb(-1)}`;
  });
  return <path class="pull" d={`M${xy(pointAt(at, direction, half))}L${xy(pointAt(at, direction + Math.PI, half))}${ends.join("")}`} />;
}

/** A double arrow bent round `centre`, `half` px each way along its circle from `direction`. */
export function TurnMark({ centre, radius, direction, half = 15 }: { centre: Point; radius: number; direction: number; half?: number }) {
  const bend = half / radius;
  const ends = [1, -1].map((side) => {
    const way = direction + side * bend, tip = pointAt(centre, way, radius), back = way - (side * Math.PI) / 2;
    return `M${xy(pointAt(tip, back + 0.7, 7))}L${xy(tip)}L${xy(pointAt(tip, back - 0.7, 7))}`;
  });
  return <path class="pull" d={`${arc(centre, radius, direction - bend, direction + bend)}${ends.join("")}`} />;
}
