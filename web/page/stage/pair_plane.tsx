// A query and a key in the plane that they span: lengths and angle are the true ones at any width of the arrows. One
// handle turns an arrow and keeps its length, the other stretches it and keeps its angle; its caller makes the new arrow.
import { useId, useState } from "preact/hooks";
import { Arrow, px } from "./arrow.js";
import { arc, boxesAlong, pointAt, within, xy, type Box, type Point } from "./geometry.js";
import { Handle, StretchMark, TurnMark, useStill, type Spoken } from "./handle.js";
import { Inscribed, inscriptionWidth, type Inscription, type Printed } from "./inscription.js";
import { arcRadius, framePair, marksOf, middleUnder, placePairLabels, type Pair, type PairFrame } from "./pair_layout.js";
import { textWidth } from "./text_width.js";

type Side = "q" | "k";

interface PairPlaneProps extends Pair {
  /** px */
  width: number;
  /** The picture in one or two sentences, with its numbers. */
  label: string;
  /** The words of the two arrows, if they have any: drank, milk. */
  words: { q: string; k: string };
  texts: {
    /** Both lengths and the shadow; the angle is left out where an arrow has no direction. */
    q: Printed; k: Printed; shadow: Printed; angle?: Printed;
    /** "length of", "shadow", "turn", "stretch": they stand before a number or beside a handle. */
    lengthOf: string; shadowName: string; turn: string; stretch: string;
  };
  /** Whichever handles there shall be. An arrow without length has no turn handle. */
  handles?: { turn?: Partial<Record<Side, Spoken>>; stretch?: Partial<Record<Side, Spoken>> };
  /** The wished angle between both, in radians, 0 to π, when `side` alone turns. */
  onTurn?(side: Side, angle: number): void;
  /** The wished length of `side`. */
  onStretch?(side: Side, length: number): void;
  onGrip?(held: boolean): void;
}

const degree = Math.PI / 180;
const letterSize = 21, wordSize = 15, numberSize = 14;

export function PairPlane(props: PairPlaneProps) {
  const { width, angle, queryLength, keyLength, label } = props;
  const pair = { queryLength, keyLength, angle };
  const { still: frame, hold } = useStill(framePair(width, pair));
  // While the query is turned the key stays, and the line tilts with the query.
  const [tilt, setTilt] = useState(0);
  const { origin, height } = frame;
  return (
    <svg class="pair" width={width} height={px(height)} viewBox={`0 0 ${width} ${px(height)}`} role="group" aria-label={label}>
      <g {...(tilt ? { transform: `rotate(${px(-tilt / degree)} ${xy(origin)})` } : {})}>
        <Shadow frame={frame} pair={pair} width={width} />
        <Measures frame={frame} pair={pair} props={props} />
        <Angle frame={frame} pair={pair} />
        <Arrow from={origin} to={pointAt(origin, 0, queryLength * frame.unit)} role="q" />
        <Arrow from={origin} to={pointAt(origin, angle, keyLength * frame.unit)} role="k" />
        <circle class="origin" cx={px(origin.x)} cy={px(origin.y)} r="3.5" />
        <Labels frame={frame} pair={pair} props={props} />
        <Handles frame={frame} pair={pair} props={props} hold={hold} setTilt={setTilt} />
      </g>
    </svg>
  );
}

interface PartProps { frame: PairFrame; pair: Pair }

/** The key seen from straight above the query's line; it falls to the left of the origin where the angle is obtuse. */
function Shadow({ frame: { origin, unit }, pair: { keyLength, angle, queryLength }, width }: PartProps & { width: number }) {
  const id = useId(), tip = pointAt(origin, angle, keyLength * unit), long = tip.x - origin.x, tall = origin.y - tip.y;
  const side = Math.sign(long) * 10;
  return (
    <g aria-hidden="true">
      <path class="hair" d={`M0 ${px(origin.y)}H${width}`} />
      {queryLength > 0 && (
        <>
          <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse"><path class="fall" d="M.5 0V7" /></pattern>
          <path fill={`url(#${id})`} d={`M${xy(origin)}L${xy(tip)}V${px(origin.y)}Z`} />
          <path class="aid k" d={`M${xy(tip)}V${px(origin.y)}`} />
          {Math.abs(long) > 14 && tall > 20 && <path class="lead" d={`M${px(tip.x - side)} ${px(origin.y)}v-10h${side}`} />}
          <rect class="shadow" x={px(Math.min(origin.x, tip.x))} y={px(origin.y + 6)} width={px(Math.abs(long))} height="8" />
        </>
      )}
    </g>
  );
}

/** The length of the shadow and of the query, under the line. */
function Measures({ frame, pair, props: { texts, width } }: PartProps & { props: PairPlaneProps }) {
  const { origin, unit } = frame, { keyLength, angle, queryLength } = pair;
  const end = origin.x + Math.cos(angle) * keyLength * unit, tip = origin.x + queryLength * unit;
  const shadow: Inscription = [`${texts.shadowName} `, texts.shadow], from = Math.min(origin.x, end), to = Math.max(origin.x, end);
  const half = inscriptionWidth(shadow, numberSize) / 2 + 6;
  return (
    <>
      {queryLength > 0 && <Measure role="k" from={from} to={to} y={origin.y + 31} of={shadow} half={half} middle={middleUnder(frame, pair, from, to, half, width)} />}
      <Measure role="q" from={origin.x} to={tip} y={origin.y + 66} of={[`${texts.lengthOf} `, { letter: "q" }, " ", texts.q]} />
    </>
  );
}

interface MeasureProps { role: Side; from: number; to: number; y: number; of: Inscription; half?: number; middle?: number }

/** A dimension line round its number, or the number alone where it is too short. */
function Measure({ role, from, to, y, of, half = inscriptionWidth(of, numberSize) / 2 + 6, middle = Math.max(half, (from + to) / 2) }: MeasureProps) {
  const fits = middle + half + 10 < to && middle - half - 10 > from;
  return (
    <g>
      {fits && <path class={`lead ${role}`} d={`M${px(from + 0.5)} ${px(y - 5)}v10M${px(from)} ${px(y)}H${px(middle - half)}M${px(middle + half)} ${px(y)}H${px(to)}M${px(to - 0.5)} ${px(y - 5)}v10`} />}
      <text class={role} x={px(middle)} y={px(y + 5)} text-anchor="middle" font-size={numberSize}><Inscribed of={of} /></text>
    </g>
  );
}

function Angle({ frame, pair: { queryLength, keyLength, angle } }: PartProps) {
  if (queryLength === 0 || keyLength === 0 || angle === 0) return null;
  return <path class="angle" d={arc(frame.origin, arcRadius(frame), 0, angle)} />;
}

/** Names at the tips, the angle, the key's length along its arrow, and what its handles do. */
function Labels({ frame, pair, props: { texts, words, width, handles } }: PartProps & { props: PairPlaneProps }) {
  const { unit, narrow } = frame, { keyLength } = pair, long = keyLength * unit;
  const whole: Inscription = [`${texts.lengthOf} `, { letter: "k" }, " ", texts.k], brief: Inscription = [{ letter: "k" }, " ", texts.k];
  const along = [whole, brief].find((of) => inscriptionWidth(of, numberSize) < long * 0.72);
  const run = along && alongKey(frame, pair, inscriptionWidth(along, numberSize));
  const name = (side: Side) => ({ width: Math.max(14, textWidth(words[side], wordSize)), height: words[side] ? 36 : 20 });
  const angleText: Inscription = ["𝜃 ", texts.angle ?? { text: "" }];
  const measure = (of: Inscription) => ({ width: inscriptionWidth(of, numberSize) + 4, height: 16 });
  const italic = (text: string) => ({ width: textWidth(text, wordSize) + 4, height: 16 });
  const boxes = placePairLabels(frame, pair, {
    query: name("q"), key: name("k"), angle: texts.angle && measure(angleText), keyLength: along ? undefined : measure(brief),
    turn: italic(texts.turn), stretch: italic(texts.stretch),
  }, width, run?.boxes ?? []);
  return (
    <>
      <Name box={boxes.query} role="q" word={words.q} />
      <Name box={boxes.key} role="k" word={words.k} />
      {texts.angle && boxes.angle && <Line box={boxes.angle} class="ink" of={angleText} />}
      {run && <text class="k" text-anchor="middle" font-size={numberSize} transform={run.transform}><Inscribed of={along!} /></text>}
      {boxes.keyLength && <Line box={boxes.keyLength} class="k" of={brief} />}
      {handles?.stretch?.k && boxes.stretch && !narrow && <Line box={boxes.stretch} class="word slanted k" of={texts.stretch} />}
      {handles?.turn?.k && keyLength > 0 && boxes.turn && !narrow && <Line box={boxes.turn} class="word slanted k" of={texts.turn} />}
    </>
  );
}

/** Text beside the key's arrow, on the side away from its shadow, never upside down. */
function alongKey(frame: PairFrame, { angle, keyLength }: Pair, long: number): { transform: string; boxes: Box[] } {
  const { origin, unit } = frame, away = angle > Math.PI / 2 ? -1 : 1, half = long / 2, key = keyLength * unit;
  // On the side of the arc it keeps beyond it, as far as the arrow reaches.
  const out = Math.max(key * 0.58, away > 0 ? 0 : Math.min(arcRadius(frame) + 6, key - long) + half);
  const middle = pointAt(pointAt(origin, angle, out), angle + (away * Math.PI) / 2, away > 0 ? 9 : 20), slope = (angle > Math.PI / 2 ? Math.PI : 0) - angle;
  return {
    transform: `translate(${xy(middle)})rotate(${px(slope / degree)})`,
    boxes: boxesAlong(pointAt(middle, angle, half), pointAt(middle, angle, -half), 14),
  };
}

function Line({ box, class: name, of }: { box: Box; class: string; of: Inscription }) {
  return <text class={name} x={px(box.x + box.width / 2)} y={px(box.y + box.height - 3)} text-anchor="middle" font-size={name.includes("word") ? wordSize : numberSize}><Inscribed of={of} /></text>;
}

/** The letter of an arrow over its word. */
function Name({ box, role, word }: { box: Box | undefined; role: Side; word: string }) {
  if (!box) return null;
  const x = px(box.x + box.width / 2);
  return (
    <g aria-hidden="true">
      <text class={`word slanted ${role}`} x={x} y={px(box.y + 16)} text-anchor="middle" font-size={letterSize}>{role}</text>
      {word && <text class={`word ${role}`} x={x} y={px(box.y + 33)} text-anchor="middle" font-size={wordSize}>{word}</text>}
    </g>
  );
}

interface HandlesProps extends PartProps { props: PairPlaneProps; hold(held: boolean): void; setTilt(tilt: number): void }

/** What a pull and a key press ask for. Pulls are measured from where they began. */
function useWishes({ frame: { origin, unit, longest }, pair, props: { onStretch, onTurn, onGrip }, hold, setTilt }: HandlesProps) {
  const { still: start, hold: holdStart } = useStill({ pair, marks: marksOf({ origin, unit }, pair) });
  const stretch = (side: Side, length: number) => onStretch?.(side, within(Math.round(length * 100) / 100, 0, longest[side]));
  const turn = (side: Side, angle: number) => onTurn?.(side, within(Math.round(angle / degree), 0, 180) * degree);
  return {
    stretch, turn,
    grip(held: boolean) {
      hold(held);
      holdStart(held);
      if (!held) setTilt(0);
      onGrip?.(held);
    },
    pullStretch(side: Side, to: Point) {
      const { direction, at } = start.marks[side].stretch;
      stretch(side, lengthOf(start.pair, side) + along(to, at, direction) / unit);
    },
    pullTurn(side: Side, to: Point) {
      const by = directionOf(origin, to) - start.marks[side].turn.direction, turned = Math.atan2(Math.sin(by), Math.cos(by));
      const wished = within(start.pair.angle + (side === "q" ? -turned : turned), 0, Math.PI);
      if (side === "q") setTilt(start.pair.angle - Math.round(wished / degree) * degree);
      turn(side, wished);
    },
  };
}

function Handles(parts: HandlesProps) {
  const { frame, pair, props: { handles = {} } } = parts, marks = marksOf(frame, pair), wishes = useWishes(parts);
  return (
    <>
      {(["q", "k"] as const).map((side) => {
        const { stretch, turn } = marks[side], stretches = handles.stretch?.[side], turns = handles.turn?.[side], length = lengthOf(pair, side);
        return (
          <g key={side}>
            {stretches && (
              <Handle {...stretches} role={side} at={stretch.at} onGrip={wishes.grip} onPull={(to) => wishes.pullStretch(side, to)}
                onStep={(right, up, large) => wishes.stretch(side, length + (right + up) * (large ? 0.5 : 0.1))}>
                <StretchMark at={stretch.at} direction={stretch.direction} />
              </Handle>
            )}
            {turns && length > 0 && (
              <Handle {...turns} role={side} at={turn.at} onGrip={wishes.grip} onPull={(to) => wishes.pullTurn(side, to)}
                onStep={(right, up, large) => wishes.turn(side, pair.angle + (right + up) * (large ? 15 : 1) * degree)}>
                <TurnMark centre={frame.origin} radius={turn.radius} direction={turn.direction} />
              </Handle>
            )}
          </g>
        );
      })}
    </>
  );
}

const lengthOf = ({ queryLength, keyLength }: Pair, side: Side) => (side === "q" ? queryLength : keyLength);

function along(to: Point, from: Point, direction: number): number {
  return (to.x - from.x) * Math.cos(direction) - (to.y - from.y) * Math.sin(direction);
}

function directionOf(from: Point, to: Point): number {
  return Math.atan2(from.y - to.y, to.x - from.x);
}
