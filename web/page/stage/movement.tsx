// A 2 × 2 matrix as a movement: the grid of all arrows before (faint) and after, where each row is the image of a unit
// arrow. The rows can be pulled one by one; the whole can be turned or stretched. It moves x (a row) to x·W.
import { useId } from "preact/hooks";
import { Arrow, px } from "./arrow.js";
import { boxAround, boxesAlong, pointAt, roomFor, within, xy, type Point } from "./geometry.js";
import { Handle, StretchMark, TurnMark, useStill, type Spoken } from "./handle.js";
import { Inscribed, inscriptionWidth, type Inscription } from "./inscription.js";
import { around, placeLabels } from "./labels.js";
import { stretched, turned, type Matrix } from "./matrix.js";
import type { Tip } from "./plane.js";
import type { Role } from "./tint.js";

interface Named { tip: Tip; name: Inscription; text?: Inscription; handle?: Spoken }

interface MovementProps {
  /** px */
  width: number;
  label: string;
  /** Whose matrix it is: its colour. */
  role: Role;
  matrix: Matrix;
  /** What the two rows are called: "first row". */
  rows: readonly [Omit<Named, "tip">, Omit<Named, "tip">];
  x: Named;
  /** x·W. */
  image: Named;
  turn?: Spoken;
  stretch?: Spoken;
  onMatrix?(matrix: Matrix): void;
  onX?(tip: Tip): void;
  onGrip?(held: boolean): void;
}

const most = 400, margin = 46, nameSize = 16, textSize = 13;

interface Frame { side: number; middle: Point; unit: number; at(tip: Tip): Point; tipAt(point: Point): Tip }

function frameOf({ width, matrix, x, image }: MovementProps): Frame {
  const side = Math.min(width, most), middle = { x: side / 2, y: side / 2 };
  const reach = roomFor(Math.max(1.25, ...[...matrix, cornerOf(matrix), x.tip, image.tip].flat().filter(Number.isFinite).map(Math.abs)));
  const unit = (side / 2 - margin) / reach, hundredths = (value: number) => Math.round(value * 100) / 100 + 0;
  return {
    side, middle, unit,
    at: ([across, up]) => ({ x: middle.x + across * unit, y: middle.y - up * unit }),
    tipAt: (point) => [hundredths((within(point.x, 0, side) - middle.x) / unit), hundredths((middle.y - within(point.y, 0, side)) / unit)],
  };
}

/** Where the far corner of the unit square goes: the sum of both rows. */
const cornerOf = ([[a, b], [c, d]]: Matrix): Tip => [a + c, b + d];

export function Movement(props: MovementProps) {
  const { label, role, matrix, x, image } = props;
  const now = frameOf(props), { still: { frame, corner }, hold } = useStill({ frame: now, corner: clearCorner(props, now) }), { side, middle, at } = frame;
  const marks = marksAt(corner, matrix, frame);
  return (
    <svg class="movement" width={side} height={side} viewBox={`0 0 ${side} ${side}`} role="group" aria-label={label}>
      <Grids frame={frame} matrix={matrix} role={role} />
      <Arrow from={middle} to={at(x.tip)} role="x" />
      {image.tip.every(Number.isFinite) && <Arrow from={middle} to={at(image.tip)} role={role} />}
      <circle class="origin" cx={middle.x} cy={middle.y} r="3.5" />
      <Labels frame={frame} props={props} marks={marks} />
      <Handles frame={frame} props={props} marks={marks} hold={hold} />
    </svg>
  );
}

/** The lines at whole numbers from −2 to 2 both ways, before and after, and what became of the unit square. */
function Grids({ frame: { side, middle, at }, matrix: [[a, b], [c, d]], role }: { frame: Frame; matrix: Matrix; role: Role }) {
  const id = useId(), moved = (across: number, up: number) => xy(at([across * a + up * c, across * b + up * d]));
  const still = (across: number, up: number) => xy(at([across, up])), whole = [-2, -1, 0, 1, 2];
  const grid = (place: typeof moved) => whole.map((line) => `M${place(line, -2)}L${place(line, 2)}M${place(-2, line)}L${place(2, line)}`).join("");
  return (
    <g aria-hidden="true" class={role}>
      <clipPath id={`${id}-frame`}><rect width={side} height={side} /></clipPath>
      <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="cell-hatch" d="M.5 0V7" /></pattern>
      <g clip-path={`url(#${id}-frame)`}>
        <path class="hair" d={grid(still)} />
        <path class="axis" d={`M0 ${middle.y}H${side}M${middle.x} 0V${side}`} />
        <path class="moved" d={grid(moved)} />
        <path fill={`url(#${id})`} d={`M${moved(0, 0)}L${moved(1, 0)}L${moved(1, 1)}L${moved(0, 1)}Z`} />
        <path class="row" d={`M${moved(1, 0)}L${moved(0, 0)}L${moved(0, 1)}`} />
      </g>
    </g>
  );
}

type Marks = NonNullable<ReturnType<typeof marksAt>>;

interface PartProps { frame: Frame; props: MovementProps; marks: Marks | undefined }

function Labels({ frame: { side, middle, at }, props: { matrix, rows, x, image, role, turn, stretch }, marks }: PartProps) {
  const named = [{ ...image, class: role }, { ...x, class: "x" }, { ...rows[0], tip: matrix[0], class: "dim" }, { ...rows[1], tip: matrix[1], class: "dim" }]
    .filter(({ tip }) => tip.every(Number.isFinite));
  const wanted = named.map(({ tip, name, text }) => {
    const size = { width: inscriptionWidth(name, nameSize) + (text ? inscriptionWidth(text, textSize) + 6 : 0) + 2, height: 18 }, ahead = Math.atan2(tip[1], tip[0]);
    return { ...size, places: around(at(tip), size, [10, 18, 30, 46], [0, 0.7, -0.7, 1.4, -1.4, 2.2, -2.2, Math.PI].map((way) => ahead + way)) };
  });
  const taken = [
    ...named.map(({ tip }) => boxAround(at(tip), 14, 14)), ...boxesAlong(middle, at(x.tip), 6), ...(image.tip.every(Number.isFinite) ? boxesAlong(middle, at(image.tip), 8) : []),
    ...(marks && turn ? [boxAround(marks.turn.at, 32, 32)] : []), ...(marks && stretch ? [boxAround(marks.stretch, 32, 32)] : []),
  ];
  const boxes = placeLabels(wanted, taken, { x: 0, y: 0, width: side, height: side });
  return (
    <>
      {named.map(({ name, text, class: colour }, index) => boxes[index] && (
        <text key={index} class={`word ${colour === "x" ? "ink" : colour}`} x={px(boxes[index].x)} y={px(boxes[index].y + 14)} font-size={nameSize}>
          <Inscribed of={name} />{text && <tspan class="beside" dx="6" font-size={textSize}><Inscribed of={text} /></tspan>}
        </text>
      ))}
    </>
  );
}

/** The corners of the moved grid's four middle squares, as shares of the rows. The marks stand at one of them. */
const corners = [[1, 1], [-1, -1], [-1, 1], [1, -1]] as const;

type Corner = (typeof corners)[number];

/** Beyond a corner of the moved grid; undefined where the rows cancel and there is no corner. */
function marksAt([first, second]: Corner, [[a, b], [c, d]]: Matrix, { middle, unit }: Frame) {
  const across = first * a + second * c, up = first * b + second * d, far = Math.hypot(across, up) * unit, direction = Math.atan2(up, across);
  if (!(far > 1) || !Number.isFinite(far)) return undefined;
  const radius = Math.max(far, 40), turnDirection = direction - 52 / radius;
  return { far, direction, stretch: pointAt(middle, direction, far + 24), turn: { direction: turnDirection, radius, at: pointAt(middle, turnDirection, radius) } };
}

/** The first corner whose marks stand clear of all tips, or the one whose marks stand clearest. */
function clearCorner({ matrix, x, image }: MovementProps, frame: Frame): Corner {
  const tips = [...matrix, x.tip, image.tip].map(frame.at);
  const clearance = (corner: Corner) => {
    const marks = marksAt(corner, matrix, frame);
    return marks ? Math.min(...[marks.stretch, marks.turn.at].flatMap((mark) => tips.map((tip) => Math.hypot(tip.x - mark.x, tip.y - mark.y)))) : -1;
  };
  return corners.find((corner) => clearance(corner) >= 40) ?? [...corners].sort((one, other) => clearance(other) - clearance(one))[0]!;
}

function Handles({ frame, props, marks, hold }: PartProps & { hold(held: boolean): void }) {
  const { matrix, rows, x, role, onMatrix, onX, onGrip } = props, { at, tipAt } = frame;
  const grip = (held: boolean) => {
    hold(held);
    onGrip?.(held);
  };
  const tip = (key: string, { handle }: { handle?: Spoken }, from: Tip, colour: Role, onTip: (tip: Tip) => void) => handle && from.every(Number.isFinite) && (
    <Handle key={key} {...handle} role={colour} at={at(from)} onGrip={grip} onPull={(to) => onTip(tipAt(to))}
      onStep={(right, up, large) => onTip(tipAt(at([from[0] + right * (large ? 0.5 : 0.1), from[1] + up * (large ? 0.5 : 0.1)])))}>
      <circle class={`grip ${colour}`} cx={px(at(from).x)} cy={px(at(from).y)} r="6" />
    </Handle>
  );
  return (
    <>
      {tip("row 0", rows[0], matrix[0], role, (row) => onMatrix?.([row, matrix[1]]))}
      {tip("row 1", rows[1], matrix[1], role, (row) => onMatrix?.([matrix[0], row]))}
      {tip("x", x, x.tip, "x", (to) => onX?.(to))}
      {marks && <WholeHandles key="whole" frame={frame} props={props} marks={marks} grip={grip} />}
    </>
  );
}

/** The two handles of the whole matrix. Pulls are measured from where they began. */
function WholeHandles({ frame: { middle, side }, props: { matrix, role, turn, stretch, onMatrix }, marks, grip }: PartProps & { marks: Marks; grip(held: boolean): void }) {
  const { still: start, hold } = useStill({ matrix, marks });
  const onGrip = (held: boolean) => {
    hold(held);
    grip(held);
  };
  const pullTurn = (to: Point) => {
    const by = Math.atan2(middle.y - to.y, to.x - middle.x) - start.marks.turn.direction;
    onMatrix?.(turned(start.matrix, Math.round((by * 180) / Math.PI)));
  };
  const pullStretch = (to: Point) => {
    const { far, direction, stretch: anchor } = start.marks;
    const moved = (to.x - anchor.x) * Math.cos(direction) - (to.y - anchor.y) * Math.sin(direction);
    onMatrix?.(stretched(start.matrix, within(far + moved, 4, side / 2 - 12) / far));
  };
  return (
    <>
      {turn && (
        <Handle {...turn} role={role} at={marks.turn.at} onGrip={onGrip} onPull={pullTurn}
          onStep={(right, up, large) => onMatrix?.(turned(matrix, (right + up) * (large ? 15 : 1)))}>
          <TurnMark centre={middle} radius={marks.turn.radius} direction={marks.turn.direction} />
        </Handle>
      )}
      {stretch && (
        <Handle {...stretch} role={role} at={marks.stretch} onGrip={onGrip} onPull={pullStretch}
          onStep={(right, up, large) => onMatrix?.(stretched(matrix, 1 + (right + up) * (large ? 0.25 : 0.05)))}>
          <StretchMark at={marks.stretch} direction={marks.direction} />
        </Handle>
      )}
    </>
  );
}
