// The score table between the two tables that it is made of: queries at its left and keys on top, or with arrows as
// columns the other way round. Rows and columns line up, so that a cell stands where its query and its key meet.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { rowsOf } from "../scene/read.js";
import { namesOf } from "../scene/scene.js";
import type { Cell } from "../stage/grid.js";
import { Numbers } from "../stage/numbers.js";
import { grid } from "../words/en/grid.js";
import { board as words } from "../words/en/board.js";
import { frameOf, mostInLine, numbered, scoreSize, type Board } from "./tables.js";
import { pinnedIn } from "./pinned.js";
import { Unfold } from "./unfold.js";

type Table = "q" | "k" | "scores";

/** `columns`: every arrow is a column, and the product KᵀQ. */
export function AllPairs({ board, columns, corner }: { board: Board; columns: boolean; corner: ComponentChildren }) {
  const { shown } = board.session, { queries, keys } = namesOf(shown.scene), opened = pinnedIn(shown.opened);
  const long = Math.max(queries.length, keys.length) > mostInLine;
  const scroll = long ? { role: "region", tabIndex: 0, "aria-label": words.scroll(grid.tables.scores.caption) } as const : {};
  return (
    <>
      <div class="scroll" {...scroll}>
        <div class={`all-pairs ${long ? "many" : ""}`}>
          <div class="meet">{corner}</div>
          <div class="upper"><Part board={board} table={columns ? "q" : "k"} turned /></div>
          <div class="leading"><Part board={board} table={columns ? "k" : "q"} /></div>
          <div class="centre"><Part board={board} table="scores" turned={columns} /></div>
        </div>
      </div>
      {(opened === "q" || opened === "k" || opened === "scores") && <Unfold session={board.session} onField={board.focus} />}
    </>
  );
}

/** One of the three, upright or turned on its side; only the outer two show names. */
function Part({ board, table, turned = false }: { board: Board; table: Table; turned?: boolean }) {
  const { session, linked } = board, { shown } = session, role = table === "scores" ? undefined : table;
  const rows = useMemo(() => turnedIf(turned, rowsOf(shown, table)), [shown, turned]);
  return useMemo(() => {
    const { queries, keys } = namesOf(shown.scene), own = table === "k" ? keys : queries;
    const across = table === "scores" ? keys : numbered(shown.trace[table].shape.at(-1)!);
    const upright = (cell: Cell): Cell => (turned ? { row: cell.column, column: cell.row } : cell);
    const { name, marks, onPreview, onChooseRow, corner: _, ...frame } = frameOf(board, shown.scene, table, own, across);
    const names = turned ? { rowNames: across, columnNames: own } : { rowNames: own, columnNames: across };
    return (
      <Numbers {...frame} {...names} rows={rows} turned={turned} class={table} hideRowNames={table === "scores" || turned} hideColumnNames={table === "scores" || !turned}
        marks={{ ...marks, pinned: marks?.pinned && upright(marks.pinned), operands: marks?.operands?.map(upright) }}
        name={(cell) => name(upright(cell))} onPreview={(cell) => onPreview(cell && upright(cell))} {...(turned || !onChooseRow ? {} : { onChooseRow })}
        {...(role ? { role } : { largest: scoreSize(session) })}
        onOpen={(cell) => { const { row, column } = upright(cell); session.open([{ stage: table, index: [row, column] }]); }} />
    );
  }, [rows, linked.asks, linked.offers]);
}

function turnedIf(turned: boolean, rows: number[][]): number[][] {
  return turned ? rows[0]!.map((_, column) => rows.map((row) => row[column]!)) : rows;
}
