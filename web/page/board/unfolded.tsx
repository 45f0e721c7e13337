// The opened cell: turns what heed/lab says of it into the lines of stage/opened.
import { allowed, namesOf, shapeOf, type Scene } from "../scene/scene.js";
import type { CellPath, CellReference, OpenedCell } from "../scene/shown.js";
import { asTyped, inDouble, inFull } from "../stage/format.js";
import { Opened, type Ledger, type Operand } from "../stage/opened.js";
import { grid } from "../words/en/grid.js";
import { opened as words } from "../words/en/opened.js";
import { cellName, type Look, type Table } from "./cells.js";
import type { Session } from "./session.js";

export function Unfolded({ session, onField }: { session: Session; onField(look: Look): void }) {
  const { shown, place, followed, open } = session;
  const cell = shown.opened.at(-1);
  if (!cell) return null;
  const { scene } = shown;
  const paths: CellPath[] = shown.opened.map(({ stage, index }) => ({ stage, index }));
  const follow = (operand: CellReference): (() => void) | undefined => {
    if (operand.stage === "scale" || operand.stage === "mask" || operand.stage === "bias") return undefined;
    if (isMatrix(operand.stage)) return () => onField(lookAt(operand.stage, operand.index));
    return () => open([...paths, { stage: operand.stage as CellPath["stage"], index: operand.index }]);
  };
  const paper = cell.stage === "output" ? shown.rounded?.find(({ index }) => String(index) === String(cell.index)) : undefined;
  return (
    <Opened ledger={ledgerOf(scene, cell, follow)} followed={followed} crumbs={paths.map((path, at) => ({
      name: nameOf(scene, path.stage, path.index), ...(at < paths.length - 1 ? { onGo: () => open(paths.slice(0, at + 1)) } : {}),
    }))}
      words={{ title: words.title(nameOf(scene, cell.stage, cell.index)), trail: words.trail, close: words.close, closeKey: words.closeKey }}
      onClose={() => {
        open([]);
        onField(lookAt(place.opened[0]?.stage ?? cell.stage, place.opened[0]?.index ?? cell.index));
      }}
      {...(paper ? { paper: { title: words.onPaper, exactTitle: words.unrounded, ledger: ledgerOf(scene, paper, () => undefined) } } : {})} />
  );
}

export function lookAt(stage: CellReference["stage"], index: readonly number[]): Look {
  return { table: stage as Table, row: index[0] ?? 0, column: index[1] ?? 0 };
}

const isMatrix = (stage: CellReference["stage"]) => stage === "wq" || stage === "wk" || stage === "wv";

function nameOf(scene: Scene, stage: CellReference["stage"], index: readonly number[]): string {
  return stage === "scale" || stage === "bias" ? grid.cell[stage]() : cellName(scene, lookAt(stage, index));
}

function ledgerOf(scene: Scene, cell: OpenedCell, follow: (operand: CellReference) => (() => void) | undefined): Ledger {
  const { operation } = cell;
  const operand = (reference: CellReference): Operand => {
    const onFollow = follow(reference), role = roleOf(reference.stage);
    return {
      stage: reference.stage, index: reference.index.join(","), text: inFull(reference.value), name: nameOf(scene, reference.stage, reference.index),
      ...(role ? { role } : {}), ...(onFollow ? { onFollow } : {}),
    };
  };
  const keys = namesOf(scene).keys;
  const perKey = operation === "max" || operation === "sum" || cell.stage === "output";
  const withProduct = operation !== "max" && operation !== "sum";
  const withPartial = operation === "dot" || operation === "max" || operation === "sum" || operation === "exponential";
  return {
    stage: cell.stage, index: cell.index.join(","), saying: saying(scene, cell), sign: signs[operation] ?? "×",
    heads: {
      product: operation === "exponential" ? words.heads.difference : operation === "divide" ? words.heads.quotient : operation === "mask" ? words.heads.outcome : operation === "bias" ? words.heads.sum : words.heads.product,
      partial: operation === "exponential" ? words.heads.power : words.heads.partial,
    },
    lines: cell.operands.map((group, at) => ({
      operands: group.map(operand),
      ...(perKey ? { word: keys[at] ?? "" } : {}),
      ...(withProduct ? { product: number(cell.products[at]!) } : {}),
      ...(withPartial ? { partial: number(cell.partialSums[at]!) } : {}),
    })),
    result: { name: words.equals(nameOf(scene, cell.stage, cell.index)), text: Math.fround(cell.value) === cell.value ? inFull(cell.value) : inDouble(cell.value) },
  };
}

const signs: Partial<Record<OpenedCell["operation"], string>> = { bias: "+", exponential: "−", divide: "÷", mask: "," };

const number = (value: number) => ({ text: inDouble(value), value });

function roleOf(stage: CellReference["stage"]): Operand["role"] {
  return stage === "q" || stage === "wq" ? "q" : stage === "k" || stage === "wk" ? "k" : stage === "v" || stage === "wv" ? "v" : undefined;
}

/** One sentence on what was done to get this number. */
function saying(scene: Scene, { stage, index, operation }: OpenedCell): string {
  const { queries, keys } = namesOf(scene), { keyWidth } = shapeOf(scene);
  const [row = 0, column = 0] = index;
  const asks = queries[row] ?? "", offers = keys[column] ?? "";
  if (operation === "given") return words.saying.given;
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
