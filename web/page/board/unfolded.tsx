// The opened cell: turns what heed/lab says of it into the lines of stage/opened.
import { sampleOf } from "../scene/paths.js";
import { allowed, namesOf, shapeOf, type GivenScene, type Scene } from "../scene/scene.js";
import type { CellPath, Opened as OpenedNumber, Reference, Shown } from "../scene/shown.js";
import { asTyped, inDegrees, inDouble, inFull } from "../stage/format.js";
import { Opened, type Ledger, type Operand } from "../stage/opened.js";
import type { Prose } from "../stage/prose.js";
import { grid } from "../words/en/grid.js";
import { opened as words } from "../words/en/opened.js";
import { cellName, type Look } from "./cells.js";
import { focusPinned, lookAt } from "./pinned.js";
import { isLeaf, nameOf } from "./printed.js";
import type { Session } from "./session.js";

/** `onField`: puts the focus on a cell of a table that the reader may type into. */
export function Unfolded({ session, onField }: { session: Session; onField(look: Look): void }) {
  const { shown, place, followed, open } = session;
  const cell = shown.opened.at(-1);
  if (!cell) return null;
  const paths = shown.opened.map(({ stage, index, of, table }): CellPath => ({ stage, index, ...(of === undefined ? {} : { of }), ...(table === undefined ? {} : { table }) }));
  const follow = ({ stage, index, of }: Reference): (() => void) | undefined => {
    if (isMatrix(stage)) return of === undefined ? () => onField(lookAt(stage, index)) : undefined;
    if (isLeaf(stage) || nameOf({ stage, index, of }) === undefined) return undefined;
    return () => open([...paths, { stage: stage as CellPath["stage"], index, ...(of === undefined ? {} : { of }) }]);
  };
  const named = (at: number) => nameIn(shown, shown.opened[at]!);
  const paper = cell.stage === "output" && cell.of === undefined ? shown.rounded?.find(({ index }) => String(index) === String(cell.index)) : undefined;
  return (
    <Opened ledger={ledgerOf(shown, cell, follow)} followed={followed} crumbs={paths.map((_, at) => ({
      name: named(at), ...(at < paths.length - 1 ? { onGo: () => open(paths.slice(0, at + 1)) } : {}),
    }))}
      words={{ title: words.title(named(paths.length - 1)), trail: words.trail, close: words.close, closeKey: words.closeKey, more: words.more }}
      onClose={() => {
        open([]);
        focusPinned(place.opened[0] ?? cell);
      }}
      {...(paper ? { paper: { title: words.onPaper, exactTitle: words.unrounded, ledger: ledgerOf(shown, paper, () => undefined) } } : {})} />
  );
}

const isMatrix = (stage: Reference["stage"]) => stage === "wq" || stage === "wk" || stage === "wv";

type Named = Pick<Reference, "stage" | "index" | "of" | "whose"> & Pick<OpenedNumber, "scene">;

export function nameIn(shown: Shown, { stage, index, of, scene = sceneOfDrawn(shown, of) ?? shown.scene, whose = "" }: Named): string {
  const name = words.names[stage as keyof typeof words.names] as string | ((...of: (string | number)[]) => string) | undefined;
  if (typeof name === "string") return name;
  if (name) return name(...(stage === "share" || stage === "numerator" ? [whose] : index.map((at) => at + 1)));
  return stage === "scale" || stage === "bias" ? grid.cell[stage]() : cellName(scene, lookAt(stage, index));
}

/** Rows of random scores as a scene with names; its numbers stand nowhere. */
function sceneOfDrawn(shown: Shown, of: string | undefined): GivenScene | undefined {
  const sample = sampleOf(of), drawn = sample && shown.answers.samples[sample.name];
  if (!drawn) return undefined;
  const keys = drawn.row.raw.k.shape[0]!, rows = drawn.count / keys, arrow = Array.from({ length: drawn.dk }, () => 0);
  const named = (count: number, name: (place: number) => string) => Array.from({ length: count }, (_, at) => name(at + 1));
  return {
    kind: "given", queryNames: named(rows, words.drawn.query), keyNames: named(keys, words.drawn.key), q: Array.from({ length: rows }, () => arrow), k: Array.from({ length: keys }, () => arrow),
    v: Array.from({ length: keys }, () => [0]), given: "random", mask: "none", temperature: 1, divisor: ({ raw: "none", byRoot: "root", byWidth: "width" } as const)[sample.by],
  };
}

/** Of a number of the trace its stage and index, by which its own table shows it; of another one its name. */
function placeOf(number: Parameters<typeof nameOf>[0]): Operand["place"] {
  return number.of === undefined && number.stage !== "put" ? { "data-stage": number.stage, "data-index": number.index.join(",") } : { "data-of": nameOf(number) };
}

function ledgerOf(shown: Shown, cell: OpenedNumber, follow: (operand: Reference) => (() => void) | undefined): Ledger {
  const { operation, scene = sceneOfDrawn(shown, cell.of) ?? shown.scene } = cell;
  const operand = (reference: Reference): Operand => {
    const onFollow = follow(reference), role = roleOf(reference.stage);
    return {
      place: placeOf(reference), text: exactly(reference), name: nameIn(shown, { ...(reference.of === cell.of ? { scene } : {}), ...reference }),
      ...(role ? { role } : {}), ...(onFollow ? { onFollow } : {}),
    };
  };
  const keys = cell.names ?? namesOf(scene).keys, name = nameIn(shown, cell);
  const perKey = operation === "max" || operation === "sum" || operation === "within" || cell.stage === "output" || cell.stage === "squares" || cell.stage === "rowSlope";
  const withProduct = operation !== "max" && operation !== "sum";
  const withPartial = operation === "dot" || operation === "max" || operation === "sum" || operation === "within" || operation === "exponential";
  const text = (value: number) => exactly({ stage: cell.stage, value });
  return {
    place: { "data-opened": cell.stage, "data-index": cell.index.join(",") }, saying: saying(scene, cell), sign: signs[operation] ?? "×",
    heads: { product: words.heads[headOf[operation] ?? "product"], partial: operation === "exponential" ? words.heads.power : words.heads.partial },
    lines: cell.operands.map((group, at) => ({
      operands: group.map(operand),
      ...(perKey ? { word: keys[at] ?? "" } : {}),
      ...(withProduct ? { product: { text: text(cell.products[at]!), value: cell.products[at]! } } : {}),
      ...(withPartial ? { partial: { text: text(cell.partialSums[at]!), value: cell.partialSums[at]! } } : {}),
    })),
    result: { name: words.equals(name), ...(cell.of === undefined ? {} : { place: placeOf(cell) }), text: exactly(cell) },
  };
}

/** Of a float32 number all its digits, else as many as one would have. */
function exactly({ stage, value }: Pick<Reference, "stage" | "value">): string {
  if (stage === "angle") return inDegrees(value, degreeDecimals);
  return Math.fround(value) === value || Number.isNaN(value) ? inFull(value) : inDouble(value);
}

const degreeDecimals = 4;   // as many as float32 arrows give an angle

const headOf: Partial<Record<OpenedNumber["operation"], keyof typeof words.heads>> = {
  exponential: "difference", minus: "difference", divide: "quotient", mask: "outcome", largest: "outcome", within: "outcome", power: "power", bias: "sum", root: "root", arccos: "angle",
};
const signs: Partial<Record<OpenedNumber["operation"], string>> = { bias: "+", exponential: "−", minus: "−", divide: "÷", mask: ",", largest: "," };

function roleOf(stage: Reference["stage"]): Operand["role"] {
  return stage === "q" || stage === "wq" || stage === "query" ? "q" : stage === "k" || stage === "wk" || stage === "key" ? "k" : stage === "v" || stage === "wv" ? "v" : undefined;
}

/** One sentence on what was done to get this number. */
function saying(scene: Scene, { stage, index, operation, of }: OpenedNumber): string | Prose {
  const { queries, keys } = namesOf(scene), { keyWidth } = shapeOf(scene);
  const [row = 0, column = 0] = index;
  const asks = queries[row] ?? "", offers = keys[column] ?? "";
  switch (stage) {
    case "numerator": return words.saying.numerator[operation as keyof typeof words.saying.numerator];
  }
  const fixed = words.saying[stage as keyof typeof words.saying];
  if (typeof fixed === "string") return fixed;
  if (operation === "given") return of === undefined ? words.saying.given : words.saying.givenElsewhere;
  switch (stage) {
    case "q": return words.saying.projected(asks, column + 1, "query");
    case "k": return words.saying.projected(keys[row] ?? "", column + 1, "key");
    case "v": return words.saying.projected(keys[row] ?? "", column + 1, "value");
    case "scores": return words.saying.score(asks, offers);
    case "scaled": return scene.temperature === 1 ? words.saying.scale[scene.divisor](keyWidth) : words.saying.scaleWithTemperature[scene.divisor](keyWidth, asTyped(scene.temperature));
    case "biased": return words.saying.bias(asks, offers);
    case "masked": return allowed(scene)[row]?.[column] ? words.saying.open(asks, offers) : words.saying.shut(asks, offers);
    case "rowMax": return words.saying.max;
    case "exponentials": return words.saying.exponential;
    case "rowSum": return words.saying.sum;
    case "weights": return allowed(scene)[row]?.some(Boolean) ? words.saying.weight : words.saying.maskedRow(asks);
    default: return words.saying.output(asks, column + 1);
  }
}
