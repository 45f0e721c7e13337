// The pipeline as tables: X, the matrices, Q, K, V, scores, scaled, mask, weights, output, and what softmax does between
// mask and weights. All from one Shown; only what can be typed shows the reader's own scene.
import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { withNumber, withPainted, type Editable } from "../scene/edit.js";
import { rowsOf } from "../scene/read.js";
import { allowed, namesOf, type Scene } from "../scene/scene.js";
import type { CellPath } from "../scene/shown.js";
import { Fields } from "../stage/fields.js";
import { Formula, type Symbol } from "../stage/formula.js";
import type { Cell, Marks } from "../stage/grid.js";
import { canBeLate, type Watched } from "../stage/late.js";
import { Numbers, sizeOf } from "../stage/numbers.js";
import { Paint } from "../stage/paint.js";
import type { Role } from "../stage/tint.js";
import { grid } from "../words/en/grid.js";
import { board as words } from "../words/en/board.js";
import { cellName, headOf, wordsOf, type Look, type Table } from "./cells.js";
import type { Session } from "./session.js";
import { lookAt, openedLook, pinnedIn } from "./pinned.js";
import { Unfold } from "./unfold.js";

export interface Board {
  session: Session;
  /** The words that are looked at now. */
  linked: { asks?: number; offers?: number };
  /** The cell that is looked at now. */
  look: Look | undefined;
  onLook(look: Look | undefined): void;
  /** Puts the focus on a cell. */
  focus(look: Look): void;
}

interface BoxProps { board: Board; table: Table; symbol?: Symbol; children: ComponentChildren; under?: ComponentChildren }

/** A table under its symbol, and behind it the opened cell, if that was pinned here. */
function Box({ board, table, symbol = table, watch, children, under }: BoxProps & Watched) {
  const { shown } = board.session, { note, caption } = headOf(shown, table);
  const long = namesOf(shown.scene).keys.length > mostInLine && spreads.has(table);
  const scroll = long ? { role: "region", tabIndex: 0, "aria-label": words.scroll(caption) } as const : {};
  return (
    <>
      <figure class={`table at-${table}`} ref={watch}>
        <figcaption><Formula of={symbol} /> <span class="cap">{note}</span></figcaption>
        <div class="scroll" {...scroll}>{children}</div>
        {under && <div class="under">{under}</div>}
      </figure>
      {pinnedIn(shown.opened) === table && <Unfold session={board.session} onField={board.focus} />}
    </>
  );
}

/** With more words than these the tables stand below each other, and wide ones may scroll. */
export const mostInLine = 5;

/** Tables with one column a key. */
const spreads: ReadonlySet<Table> = new Set<Table>(["scores", "scaled", "biased", "mask", "weights", "masked", "exponentials"]);

/** What every table of `scene` has in common; `rows` are the words of its rows. */
export function frameOf(board: Board, scene: Scene, table: Table, rowNames: readonly string[], columnNames: readonly string[]) {
  const byKey = table === "k" || table === "v", { asks, offers } = board.linked;
  const { shown } = board.session, last = shown.opened.at(-1), opened = openedLook(shown);
  const marks: Marks = {
    asks: byKey || table.startsWith("w") && table !== "weights" ? undefined : asks,
    offers: byKey || spreads.has(table) ? offers : undefined,
    pinned: opened?.table === table ? opened : undefined,
    operands: last?.operands.flat().filter(({ stage, of }) => stage === table && of === undefined).map(({ stage, index }) => lookAt(stage, index)),
  };
  return {
    stage: table, caption: headOf(shown, table).caption, rowNames, columnNames, marks, offersRows: byKey, hideColumnNames: !spreads.has(table),
    ...(spreads.has(table) ? { class: "square", corner: grid.axes } : {}),
    name: (cell: Cell) => cellName(scene, { table, ...cell }),
    onPreview: (cell: Cell | undefined) => board.onLook(cell && { table, ...cell }),
    ...(byKey || table.startsWith("w") && table !== "weights" ? {} : { onChooseRow: (row: number) => board.session.change({ row }, "row") }),
  };
}

export const numbered = (count: number) => Array.from({ length: count }, (_, at) => grid.number(at + 1));

/** A table that the reader may type into. It shows the reader's scene. */
export const FieldTable = canBeLate(({ board, table, hideRowNames = false, watch }: { board: Board; table: Editable; hideRowNames?: boolean } & Watched) => {
  const { session } = board, { scene } = session.place, { queries, keys } = namesOf(scene), rows = fieldsOf(scene, table);
  const name = useMemo(() => (cell: Cell) => cellName(scene, { table, ...cell }), [queries, keys]);
  if (!rows) return null;
  const names = table === "x" || table === "q" ? queries : table === "k" || table === "v" ? keys : numbered(rows.length);
  return (
    <Box board={board} table={table} watch={watch} under={table === "x" && scene.kind === "words" ? <Origins scene={scene} /> : undefined}>
      <Fields {...frameOf(board, scene, table, names, numbered(rows[0]!.length))} name={name} rows={rows} hideRowNames={hideRowNames}
        onNumber={({ row, column }, value) => session.changeScene(withNumber(scene, table, row, column, value))}
        onBadNumber={(text, kept) => session.say(words.notices.badNumber(text, kept))} />
    </Box>
  );
});

function fieldsOf(scene: Scene, table: Editable): number[][] | undefined {
  if (scene.kind === "words") return table === "x" || table === "wq" || table === "wk" || table === "wv" ? scene[table] : undefined;
  return table === "q" || table === "k" || table === "v" ? scene[table] : undefined;
}

function Origins({ scene }: { scene: Extract<Scene, { kind: "words" }> }) {
  const kinds = ["hand-made", "random", "edited"] as const;
  return (
    <ul class="origins cap">
      {kinds.map((kind) => [kind, scene.words.filter((_, at) => scene.origins[at] === kind)] as const).filter(([, list]) => list.length > 0)
        .map(([kind, list]) => <li key={kind}>{words.origins[kind]([...new Set(list)])}</li>)}
      <li>{words.matrices[scene.matrices]}</li>
    </ul>
  );
}

type Stage = Exclude<Table, "x" | "wq" | "wk" | "wv" | "mask">;
interface StageProps { board: Board; table: Stage; role?: Role; largest?: number; symbol?: Symbol; hideRowNames?: boolean; under?: VNode }

/** A table of the trace. Drawn again only when its numbers or its marks have changed. */
export const StageTable = canBeLate(({ board, table, role, largest, symbol, hideRowNames = false, under, watch }: StageProps & Watched) => {
  const { session, linked } = board, { shown } = session;
  const rows = rowsOf(shown, table);
  const { queries, keys } = namesOf(shown.scene), may = allowed(shown.scene);
  const names = table === "k" || table === "v" ? keys : queries;
  const single = table === "rowMax" || table === "rowSum";
  const shut = table === "weights" || table === "masked" || table === "exponentials";
  const open = ({ row, column }: Cell) => session.open([{ stage: table as CellPath["stage"], index: single ? [row] : [row, column] }]);
  const numbers = useMemo(() => (
    <Numbers {...frameOf(board, shown.scene, table, names, spreads.has(table) ? keys : numbered(rows[0]?.length ?? 0))} rows={rows} single={single}
      hideRowNames={hideRowNames} onOpen={open} {...(role ? { role } : {})} {...(largest === undefined ? {} : { largest })}
      {...(shut ? { shut: (row: number, column: number) => !may[row]?.[column] } : {})} />
  ), [shown, linked.asks, linked.offers]);
  return (
    <Box board={board} table={table} watch={watch} {...(symbol ? { symbol } : {})} under={under}>
      {table === "output" ? <div class="outbox">{numbers}</div> : numbers}
    </Box>
  );
});

export const MaskTable = canBeLate(({ board, under, watch }: { board: Board; under: VNode } & Watched) => {
  const { session } = board, { scene } = session.place, { queries, keys } = namesOf(scene);
  const name = useMemo(() => ({ row, column }: Cell, may: boolean) => grid.cell.mask(queries[row]!, keys[column]!, may), [queries, keys]);
  return (
    <Box board={board} table="mask" watch={watch} under={under}>
      <Paint {...frameOf(board, scene, "mask", queries, keys)} allowed={allowed(scene)} name={name}
        onSwitch={({ row, column }) => session.changeScene(withPainted(scene, row, column))} />
    </Box>
  );
});

/** The words that a look joins, or else those of the opened cell, or else the chosen row. */
export function linkedWords(session: Session, look: Look | undefined): Board["linked"] {
  const linked = wordsOf(look ?? openedLook(session.shown) ?? { table: "q", row: session.place.row, column: 0 });
  return { asks: session.place.row, ...linked };
}

/** Raw and scaled scores share one scale of tints, so that they can be compared. */
export function scoreSize(session: Session): number {
  return sizeOf(rowsOf(session.shown, "scores").flat());
}
