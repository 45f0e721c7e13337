// The opened cell: turns what heed/lab says of it into the lines of stage/opened.
import { allowed, namesOf, shapeOf, type Scene } from "../scene/scene.js";
import type { CellPath, Opened as OpenedNumber, Reference, Shown } from "../scene/shown.js";
import { asTyped, inDouble, inFull } from "../stage/format.js";
import { Opened, type Ledger, type Operand } from "../stage/opened.js";
import { grid } from "../words/en/grid.js";
import { opened as words } from "../words/en/opened.js";
import { cellName, type Look, type Table } from "./cells.js";
import { nameOf } from "./printed.js";
import type { Session } from "./session.js";

/** `onField`: puts the focus on a cell of a table that the reader may type into. */
export function Unfolded({ session, onField }: { session: Session; onField(look: Look): void }) {
  const { shown, place, followed, open } = session;
  const cell = shown.opened.at(-1);
  if (!cell) return null;
  const paths = shown.opened.map(({ stage, index, of, table }): CellPath => ({ stage, index, ...(of === undefined ? {} : { of }), ...(table === undefined ? {} : { table }) }));
  const follow = ({ stage, index, of }: Reference): (() => void) | undefined => {
    if (isMatrix(stage)) return of === undefined ? () => onField(lookAt(stage, index)) : undefined;
    if (nameOf({ stage, index, of }) === undefined) return undefined;
    return () => open([...paths, { stage: stage as CellPath["stage"], index, ...(of === undefined ? {} : { of }) }]);
  };
  const named = (at: number) => nameIn(shown, shown.opened[at]!);
  const paper = cell.stage === "output" && cell.of === undefined ? shown.rounded?.find(({ index }) => String(index) === String(cell.index)) : undefined;
  return (
    <Opened ledger={ledgerOf(shown, cell, follow)} followed={followed} crumbs={paths.map((_, at) => ({
      name: named(at), ...(at < paths.length - 1 ? { onGo: () => open(paths.slice(0, at + 1)) } : {}),
    }))}
      words={{ title: words.title(named(paths.length - 1)), trail: words.trail, close: words.close, closeKey: words.closeKey }}
      onClose={() => {
        open([]);
        focusPinned(place.opened[0] ?? cell);
      }}
      {...(paper ? { paper: { title: words.onPaper, exactTitle: words.unrounded, ledger: ledgerOf(shown, paper, () => undefined) } } : {})} />
  );
}

/** The stage whose own table holds the pinned cell; nothing where another table does. */
export function pinnedIn(opened: readonly CellPath[]): string | undefined {
  return opened[0]?.table === undefined ? opened[0]?.stage : undefined;
}

/** The last opened cell, where it is one of the page's own trace. */
export function openedLook({ opened }: Shown): Look | undefined {
  const last = opened.at(-1);
  return last && last.of === undefined ? lookAt(last.stage, last.index) : undefined;
}

/** Puts the focus back on the pinned cell. */
export function focusPinned({ stage, index, table }: CellPath): void {
  const cell = table === undefined ? `td > [data-stage="${stage}"][data-index="${index.join()}"]` : ".mx.live td.pinned > button";
  document.querySelector<HTMLElement>(cell)?.focus();
}

export function lookAt(stage: Reference["stage"], index: readonly number[]): Look {
  return { table: stage as Table, row: index[0] ?? 0, column: index[1] ?? 0 };
}

const isMatrix = (stage: Reference["stage"]) => stage === "wq" || stage === "wk" || stage === "wv";

function nameIn(shown: Shown, { stage, index, scene = shown.scene, whose = "" }: Pick<Reference, "stage" | "index" | "whose"> & Pick<OpenedNumber, "scene">): string {
  switch (stage) {
    case "scale": case "bias": return grid.cell[stage]();
    case "share": case "numerator": return words.names[stage](whose);
    case "shareSum": case "total": case "put": return words.names[stage];
    default: return cellName(scene, lookAt(stage, index));
  }
}

/** Of a number of the trace its stage and index, by which its own table shows it; of another one its name. */
function placeOf(number: Parameters<typeof nameOf>[0]): Operand["place"] {
  return number.of === undefined && number.stage !== "put" ? { "data-stage": number.stage, "data-index": number.index.join(",") } : { "data-of": nameOf(number) };
}

function ledgerOf(shown: Shown, cell: OpenedNumber, follow: (operand: Reference) => (() => void) | undefined): Ledger {
  const { operation, scene = shown.scene } = cell;
  const operand = (reference: Reference): Operand => {
    const onFollow = follow(reference), role = roleOf(reference.stage);
    return {
      place: placeOf(reference), text: inFull(reference.value), name: nameIn(shown, { scene, ...reference }),
      ...(role ? { role } : {}), ...(onFollow ? { onFollow } : {}),
    };
  };
  const keys = cell.names ?? namesOf(scene).keys, name = nameIn(shown, cell);
  const perKey = operation === "max" || operation === "sum" || cell.stage === "output";
  const withProduct = operation !== "max" && operation !== "sum";
  const withPartial = operation === "dot" || operation === "max" || operation === "sum" || operation === "exponential";
  return {
    place: { "data-opened": cell.stage, "data-index": cell.index.join(",") }, saying: saying(scene, cell), sign: signs[operation] ?? "×",
    heads: {
      product: operation === "exponential" ? words.heads.difference : operation === "divide" ? words.heads.quotient : operation === "mask" || operation === "largest" ? words.heads.outcome : operation === "power" ? words.heads.power : operation === "bias" ? words.heads.sum : words.heads.product,
      partial: operation === "exponential" ? words.heads.power : words.heads.partial,
    },
    lines: cell.operands.map((group, at) => ({
      operands: group.map(operand),
      ...(perKey ? { word: keys[at] ?? "" } : {}),
      ...(withProduct ? { product: number(cell.products[at]!) } : {}),
      ...(withPartial ? { partial: number(cell.partialSums[at]!) } : {}),
    })),
    result: { name: words.equals(name), ...(cell.of === undefined ? {} : { place: placeOf(cell) }), text: Math.fround(cell.value) === cell.value ? inFull(cell.value) : inDouble(cell.value) },
  };
}

const signs: Partial<Record<OpenedNumber["operation"], string>> = { bias: "+", exponential: "−", divide: "÷", mask: ",", largest: "," };

const number = (value: number) => ({ text: inDouble(value), value });

function roleOf(stage: Reference["stage"]): Operand["role"] {
  return stage === "q" || stage === "wq" ? "q" : stage === "k" || stage === "wk" ? "k" : stage === "v" || stage === "wv" ? "v" : undefined;
}

/** One sentence on what was done to get this number. */
function saying(scene: Scene, { stage, index, operation, of }: OpenedNumber): string {
  const { queries, keys } = namesOf(scene), { keyWidth } = shapeOf(scene);
  const [row = 0, column = 0] = index;
  const asks = queries[row] ?? "", offers = keys[column] ?? "";
  switch (stage) {
    case "share": case "shareSum": case "total": return words.saying[stage];
    case "numerator": return words.saying.numerator[operation as keyof typeof words.saying.numerator];
  }
  if (operation === "given") return of === undefined ? words.saying.given : words.saying.givenElsewhere;
  switch (stage) {
    case "q": return words.saying.projected(asks, column + 1, "query");
    case "k": return words.saying.projected(keys[row] ?? "", column + 1, "key");
    case "v": return words.saying.projected(keys[row] ?? "", column + 1, "value");
    case "scores": return words.saying.score(asks, offers);
    case "scaled": return scene.temperature === 1 ? words.saying.scale[scene.divisor](keyWidth) : words.saying.scaleWithTemperature[scene.divisor](keyWidth, asTyped(scene.temperature));
    case "biased": return words.saying.bias(asks, offers);
    case "masked": return allowed(scene)[row]?.[column] ? words.saying.open(asks, offers) : words.saying.shut(asks, offers);
    case "rowMax": return words.saying.max(asks);
    case "exponentials": return words.saying.exponential(asks);
    case "rowSum": return words.saying.sum(asks);
    case "weights": return allowed(scene)[row]?.some(Boolean) ? words.saying.weight(asks) : words.saying.maskedRow(asks);
    default: return words.saying.output(asks, column + 1);
  }
}
