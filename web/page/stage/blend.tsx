// Values cut down to their weights and laid tip to tail: where they end is the output, inside the outline of the values.
// Drawn true for values of two numbers; of wider ones its caller shows two at a time.
import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { Arrow, px } from "./arrow.js";
import { chainOf, frameBlend, hullOf, pointOf, type BlendFrame } from "./blend_layout.js";
import { Budget, type Share } from "./budget.js";
import { boxAround, boxesAlong, within, xy, type Box } from "./geometry.js";
import { Handle, useStill, type Spoken } from "./handle.js";
import { Inscribed, inscriptionWidth, type Inscription } from "./inscription.js";
import { around, placeLabels, type Wanted } from "./labels.js";
import type { Tip } from "./plane.js";

export interface BlendValue {
  tip: Tip;
  /** Its share of the output; 0 is drawn faintly and holds no part of the outline where `shut`. */
  weight: number;
  name: Inscription;
  /** What stands beside the name: its numbers, or its share. */
  text?: Inscription;
  /** What stands beside its piece, where there is room: "0.731 of v₁". */
  pieceText?: Inscription;
  shut?: boolean;
  handle?: Spoken;
}

interface BlendProps {
  /** px */
  width: number;
  label: string;
  values: readonly BlendValue[];
  output: { tip: Tip; name: Inscription; text: Inscription };
  /** Shares in a bar above the plane. */
  shares?: readonly Share[];
  onMove?(index: number, tip: Tip): void;
  onGrip?(held: boolean): void;
}

const nameSize = 16, textSize = 14, barRoom = 50;

export function Blend(props: BlendProps) {
  const { width, label, values, output, shares } = props;
  const drawn = values.filter(({ tip }) => tip.every(Number.isFinite));
  const { still: frame, hold } = useStill(frameBlend(width, [...drawn.map(({ tip }) => tip), output.tip].filter((tip) => tip.every(Number.isFinite))));
  const top = shares ? barRoom : 0, at = (tip: Tip) => pointOf(frame, tip);
  return (
    <svg class="blended" viewBox={`0 0 ${width} ${px(frame.height + top)}`} role="group" aria-label={label}>
      {shares && <Budget shares={shares} x={1} y={1} width={width - 2} />}
      <svg y={top} width={width} height={px(frame.height)} overflow="visible">
        <path class="hair" d={`M0 ${px(frame.origin.y)}H${width}M${px(frame.origin.x)} 0V${px(frame.height)}`} />
        <Outline frame={frame} tips={drawn.filter(({ shut }) => !shut).map(({ tip }) => tip)} />
        {values.map(({ tip, shut }, index) => tip.every(Number.isFinite) && (
          <g key={index} class={shut ? "closed" : "whole"}><Arrow from={frame.origin} to={at(tip)} role="v" /></g>
        ))}
        {output.tip.every(Number.isFinite) && (
          <>
            {chainOf(values).map(({ index, from, to }) => <path key={index} class="piece" d={`M${xy(at(from))}L${xy(at(to))}`} />)}
            {chainOf(values).slice(0, -1).map(({ index, to }) => <circle key={index} class="joint" cx={px(at(to).x)} cy={px(at(to).y)} r="3" />)}
            <Arrow from={frame.origin} to={at(output.tip)} role="z" size={0.85} />
          </>
        )}
        <circle class="origin" cx={px(frame.origin.x)} cy={px(frame.origin.y)} r="3.5" />
        <Labels frame={frame} props={props} />
        <Tips frame={frame} props={props} hold={hold} />
      </svg>
    </svg>
  );
}

/** Every blend lies in here: a shape, a line where all values are in one line, a point where there is one. */
function Outline({ frame, tips }: { frame: BlendFrame; tips: readonly Tip[] }) {
  const id = useId(), corners = hullOf(tips).map((tip) => xy(pointOf(frame, tip)));
  if (corners.length < 2) return null;
  if (corners.length === 2) return <path class="line-of-blends" d={`M${corners.join("L")}`} />;
  return (
    <>
      <pattern id={id} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="outline-hatch" d="M.5 0V9" /></pattern>
      <path class="outline" fill={`url(#${id})`} d={`M${corners.join("L")}Z`} />
    </>
  );
}

interface PartProps { frame: BlendFrame; props: BlendProps }

/** Names at the tips; the output's first, for it matters most. */
function Labels({ frame, props: { values, output, width } }: PartProps) {
  const { origin } = frame, tipOfOutput = pointOf(frame, output.tip), chain = chainOf(values);
  const wide = width >= 430, ways = (tip: Tip) => allRound.map((turn) => Math.atan2(tip[1], tip[0]) + turn);
  const size = (name: Inscription, text: Inscription | undefined, lines: number) => lines === 2
    ? { width: Math.max(inscriptionWidth(name, nameSize), inscriptionWidth(text ?? "", textSize)) + 2, height: 34 }
    : { width: inscriptionWidth(name, nameSize) + (text ? inscriptionWidth(text, textSize) + 8 : 0) + 2, height: 18 };
  const show = output.tip.every(Number.isFinite);
  const ofOutput = size(output.name, output.text, 2);
  const named: (Wanted & { draw(box: Box): VNode })[] = [
    ...(show ? [{ ...ofOutput, places: around(tipOfOutput, ofOutput, [12, 22, 40, 64, 90], ways(output.tip)), draw: (box: Box) => <Stacked box={box} name={output.name} text={output.text} /> }] : []),
    ...values.flatMap(({ tip, name, text, shut }) => tip.every(Number.isFinite) ? [{
      ...size(name, text, 1), places: around(pointOf(frame, tip), size(name, text, 1), [10, 18, 30, 44], ways(tip)),
      draw: (box: Box) => <text class={`word ${shut ? "dim" : "v"}`} x={px(box.x)} y={px(box.y + 14)} font-size={nameSize}><Inscribed of={name} />{text && <tspan class="beside" dx="8" font-size={textSize}><Inscribed of={text} /></tspan>}</text>,
    }] : []),
    ...(wide && show ? chain : []).flatMap(({ index, from, to }) => {
      const { pieceText } = values[index]!, ends = [pointOf(frame, from), pointOf(frame, to)] as const;
      if (!pieceText || Math.hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y) < 44) return [];
      const middle = { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 }, piece = { width: inscriptionWidth(pieceText, textSize) + 2, height: 16 };
      return [{ ...piece, optional: true, places: around(middle, piece, [9, 18], [-Math.PI / 2, 0, Math.PI, Math.PI / 2]), draw: (box: Box) => <text class="v" x={px(box.x)} y={px(box.y + 13)} font-size={textSize}><Inscribed of={pieceText} /></text> }];
    }),
  ];
  const taken = [
    ...values.filter(({ tip }) => tip.every(Number.isFinite)).map(({ tip }) => boxAround(pointOf(frame, tip), 14, 14)),
    ...(show ? boxesAlong(origin, tipOfOutput, 10) : []),
    ...(show ? chain.flatMap(({ from, to }) => boxesAlong(pointOf(frame, from), pointOf(frame, to), 7)) : []),
  ];
  const boxes = placeLabels(named, taken, { x: 0, y: 0, width, height: frame.height });
  return <>{named.map(({ draw }, at) => boxes[at] && <g key={at}>{draw(boxes[at])}</g>)}</>;
}

const allRound = [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.5, -2.5, Math.PI];

function Stacked({ box, name, text }: { box: Box; name: Inscription; text: Inscription }) {
  const x = px(box.x + box.width / 2);
  return (
    <>
      <text class="word ink" x={x} y={px(box.y + 13)} text-anchor="middle" font-size={nameSize + 1}><Inscribed of={name} /></text>
      <text class="ink" x={x} y={px(box.y + 31)} text-anchor="middle" font-size={textSize}><Inscribed of={text} /></text>
    </>
  );
}

/** The tips that can be pulled. */
function Tips({ frame, props: { values, width, onMove, onGrip }, hold }: PartProps & { hold(held: boolean): void }) {
  const { origin, unit, height } = frame, hundredths = (value: number) => Math.round(value * 100) / 100 + 0;
  const move = (index: number, [across, up]: Tip) => onMove?.(index, [hundredths(across), hundredths(up)]);
  return (
    <>
      {values.map(({ tip, handle }, index) => handle && tip.every(Number.isFinite) && (
        <Handle key={index} {...handle} role="v" at={pointOf(frame, tip)} onGrip={(held) => { hold(held); onGrip?.(held); }}
          onPull={(to) => move(index, [(within(to.x, 0, width) - origin.x) / unit, (origin.y - within(to.y, 0, height)) / unit])}
          onStep={(right, up, large) => move(index, [tip[0] + right * (large ? 0.5 : 0.1), tip[1] + up * (large ? 0.5 : 0.1)])}>
          <circle class="grip v" cx={px(pointOf(frame, tip).x)} cy={px(pointOf(frame, tip).y)} r="6" />
        </Handle>
      ))}
    </>
  );
}
