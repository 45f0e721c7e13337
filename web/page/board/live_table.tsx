// A table of numbers that are no stage of the page's own trace: weights of another scene, slopes, sums. Each cell carries
// the name of its number (printed.ts), and opens below the table, down to what it was made of.
import { useMemo } from "preact/hooks";
import { cellText, sharedPrecision, type Precision } from "../stage/format.js";
import { Grid, type Cell, type CellProps, type Face } from "../stage/grid.js";
import { canBeLate, type Watched } from "../stage/late.js";
import { sizeOf } from "../stage/numbers.js";
import { tintClass, type Role } from "../stage/tint.js";
import { board as words } from "../words/en/board.js";
import { nameOf, pathOf, valueOf } from "./printed.js";
import type { Board } from "./tables.js";
import { Unfold } from "./unfold.js";

/** With more columns than these a narrow screen may have to scroll sideways. */
const mostInSight = 4;

interface LiveTableProps {
  board: Board;
  caption: string;
  /** Of its own in the page; another one wherever `of` says something else. */
  name: string;
  rowNames: readonly string[];
  columnNames: readonly string[];
  /** What the columns are: keys, keys and a last one with their sum, or none of them. */
  columns?: "keys" | "summed" | "other";
  /** The name of a cell's number; nothing where the cell is empty. */
  of(row: number, column: number): string | undefined;
  /** The size that gets the full colour; absent: the largest of the tinted cells. */
  largest?: number;
  role?: Role;
  /** Cells that are no part of the matrix, such as a column of sums. */
  bare?(row: number, column: number): boolean;
  precision?: Precision;
  /** What a screen reader hears before a cell's number; absent: its row and column. */
  cellName?(cell: Cell): string;
}

export const LiveTable = canBeLate(({ watch, ...props }: LiveTableProps & Watched) => {
  const { board, caption, name, rowNames, columnNames, columns = "other", of, role, bare, cellName = ({ row, column }: Cell) => `${rowNames[row]!}, ${columnNames[column]!}`, ...given } = props;
  const { session } = board, { shown } = session, here = shown.opened[0]?.table === name;
  const pathAt = ({ row, column }: Cell) => { const number = of(row, column); return number === undefined ? undefined : pathOf(shown, number); };
  const open = (cell: Cell) => { const path = pathAt(cell); if (path) session.open([{ ...path, table: name }]); };
  const cells = () => rowNames.flatMap((_, row) => columnNames.map((_, column): Cell => ({ row, column })));
  const pinned = here ? cells().findLast((cell) => { const path = pathAt(cell); return path && nameOf(path) === nameOf(shown.opened[0]!); }) : undefined;
  const faces = useMemo(() => {
    const paths = rowNames.map((_, row) => columnNames.map((_, column) => of(row, column)));
    const values = paths.map((line) => line.map((path) => (path === undefined ? undefined : valueOf(shown, path))));
    const tinted = values.flatMap((line, row) => line.filter((value, column): value is number => value !== undefined && !bare?.(row, column)));
    const largest = given.largest ?? sizeOf(tinted), precision = given.precision ?? sharedPrecision(tinted);
    return values.map((line, row) => line.map((value, column): LiveFace => {
      if (value === undefined) return { class: "" };
      const text = value === 0 ? "0" : cellText(value, precision);
      return { class: bare?.(row, column) ? "sum" : tintClass(value, largest, role), text, heard: `${cellName({ row, column })}: ${text}`, of: paths[row]![column] };
    }));
  }, [shown, name]);
  const scroll = columnNames.length > mostInSight ? { role: "region", tabIndex: 0, "aria-label": words.scroll(caption) } as const : {};
  return (
    <>
      <div class="scroll" {...scroll} ref={watch}>
        <Grid stage={name} caption={caption} rowNames={rowNames} columnNames={columnNames} marks={{ pinned }} onPress={open}
          class={`live ${columns}`} faces={faces} cell={liveButton} />
      </div>
      {here && <Unfold session={session} onField={board.focus} />}
    </>
  );
});

/** Nothing but the class: an empty cell. */
interface LiveFace extends Face { text?: string; heard?: string; of?: string | undefined }

function liveButton({ text, heard, of }: LiveFace, { "data-index": index, tabIndex }: CellProps) {
  const data = { "data-of": of };
  return text === undefined ? <span /> : <button type="button" class="cell" data-index={index} tabIndex={tabIndex} aria-label={heard} {...data}>{text}</button>;
}
