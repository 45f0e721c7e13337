// Values cut down to their weights and laid tip to tail: where they end is the output, inside the outline of the values.
// Drawn true for values of two numbers; of wider ones its caller shows two at a time.
import { useId } from "preact/hooks";
import { Arrow, px } from "./arrow.js";
import { chainOf, frameBlend, hullOf, pointOf, type BlendFrame } from "./blend_layout.js";
import { Budget, type Share } from "./budget.js";
import { boxAround, boxesAlong, within, xy, type Box, type Point } from "./geometry.js";
import { Handle, useStill, type Spoken } from "./handle.js";
import { Inscribed, inscriptionWidth, type Inscription } from "./inscription.js";
import { kept } from "./kept.js";
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
  const drawn = values.filter(isDrawn);
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
            <Chain corners={[frame.origin, ...chainOf(values).map(({ to }) => at(to))]} />
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

/** Tip to tail. All joints are one path, twice: dots of no length, round because their ends are. */
function Chain({ corners }: { corners: readonly Point[] }) {
  const joints = corners.slice(1, -1).map((corner) => `M${xy(corner)}h0`).join("");
  return (
    <>
      <polyline class="chain" points={corners.map(xy).join(" ")} />
      {joints && <><path class="joint" d={joints} /><path class="joint inside" d={joints} /></>}
    </>
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

/** A label that is looking for its place. */
interface Label extends Wanted, LabelText {}

/** What stands in a label: the output's name above its numbers, a value's name with its text beside it, a piece's text alone. */
interface LabelText { of: "output" | "value" | "shut" | "piece"; name?: Inscription; text?: Inscription | undefined }

const isDrawn = ({ tip }: { tip: Tip }) => tip.every(Number.isFinite);

/** The output's label first, for it matters most, then the names at the tips, then the pieces. */
function Labels({ frame, props: { values, output, width } }: PartProps) {
  const { origin, height } = frame, at = (tip: Tip) => pointOf(frame, tip), shown = isDrawn(output), pieces = shown ? chainOf(values) : [];
  const labels = [
    ...(shown ? [labelOfOutput(frame, output)] : []),
    ...values.filter(isDrawn).map((value) => labelOfValue(frame, value)),
    ...(width < 430 ? [] : pieces.flatMap((piece) => labelOfPiece(at(piece.from), at(piece.to), values[piece.index]!.pieceText))),
  ];
  const taken = [
    ...values.filter(isDrawn).map(({ tip }) => boxAround(at(tip), 14, 14)),
    ...(shown ? boxesAlong(origin, at(output.tip), 10) : []),
    ...pieces.flatMap(({ from, to }) => boxesAlong(at(from), at(to), 7)),
  ];
  const corners = hullOf(values.filter(isDrawn).map(({ tip }) => tip)).map(at), thick = corners.length === 2 ? 12 : 2;
  const outline = corners.map((from, corner) => ({ from, to: corners[(corner + 1) % corners.length]!, thick }));
  const boxes = placeLabels(labels, taken, { x: 0, y: 0, width, height }, outline);
  return <>{labels.map(({ of, name, text }, index) => boxes[index] && <LabelAt key={index} box={boxes[index]} of={of} name={name} text={text} />)}</>;
}

function labelOfOutput(frame: BlendFrame, { tip, name, text }: BlendProps["output"]): Label {
  const size = { width: Math.max(inscriptionWidth(name, nameSize), inscriptionWidth(text, textSize)) + 2, height: 34 };
  return { ...size, places: around(pointOf(frame, tip), size, [12, 22, 40, 64, 90], ahead(tip)), of: "output", name, text };
}

function labelOfValue(frame: BlendFrame, { tip, name, text, shut }: BlendValue): Label {
  const size = { width: inscriptionWidth(name, nameSize) + (text ? inscriptionWidth(text, textSize) + 8 : 0) + 2, height: 18 };
  return { ...size, places: around(pointOf(frame, tip), size, [10, 18, 30, 44], ahead(tip)), of: shut ? "shut" : "value", name, text };
}

/** Where on its piece a label stands: in the middle, or elsewhere if something is in its way there. */
const alongPiece = [0.5, 0.3, 0.7];

/** None where the piece is too short to be told from its neighbours. */
function labelOfPiece(from: Point, to: Point, text: Inscription | undefined): Label[] {
  if (!text || Math.hypot(to.x - from.x, to.y - from.y) < 44) return [];
  const size = { width: inscriptionWidth(text, textSize) + 2, height: 16 }, at = (share: number) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  return [{
    ...size, optional: true, places: alongPiece.flatMap((share) => [...around(at(share), size, [9, 18], [-Math.PI / 2, 0, Math.PI, Math.PI / 2])]),
    of: "piece", text,
  }];
}

/** The direction of an arrow first, then more and more to its sides. */
const ahead = (tip: Tip) => {
  const own = Math.atan2(tip[1], tip[0]);
  return allRound.map((turn) => own + turn);
};

const allRound = [0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.5, -2.5, Math.PI];

/** Drawn again only where it changes: while a score is pulled, a dozen names stay where they are. */
const LabelAt = kept(({ box: { x, y, width }, of, name = "", text }: LabelText & { box: Box }) => {
  if (of === "piece") return <text class="v" x={px(x)} y={px(y + 13)} font-size={textSize}><Inscribed of={text!} /></text>;
  if (of === "output") {
    return (
      <g>
        <text class="word ink" x={px(x + width / 2)} y={px(y + 13)} text-anchor="middle" font-size={nameSize + 1}><Inscribed of={name} /></text>
        <text class="ink" x={px(x + width / 2)} y={px(y + 31)} text-anchor="middle" font-size={textSize}><Inscribed of={text!} /></text>
      </g>
    );
  }
  return (
    <text class={`word ${of === "shut" ? "dim" : "v"}`} x={px(x)} y={px(y + 14)} font-size={nameSize}>
      <Inscribed of={name} />{text && <tspan class="beside" dx="8" font-size={textSize}><Inscribed of={text} /></tspan>}
    </text>
  );
});

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
