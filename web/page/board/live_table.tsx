// A table of numbers that are no stage of the page's own trace: weights of another scene, slopes, sums. Each cell carries
// the name of its number (printed.ts); cells that can be pressed are walked with the arrow keys as all tables are.
import { useMemo } from "preact/hooks";
import type { Shown } from "../scene/shown.js";
import { cellText, sharedPrecision, type Precision } from "../stage/format.js";
import { Grid, type Cell, type CellProps } from "../stage/grid.js";
import { sizeOf } from "../stage/numbers.js";
import { tintClass, type Role } from "../stage/tint.js";
import { board } from "../words/en/board.js";
import { valueOf } from "./printed.js";

/** With more columns than these a narrow screen may have to scroll sideways. */
const mostInSight = 4;

interface LiveTableProps {
  shown: Shown;
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
  pinned?: Cell | undefined;
  /** What a screen reader hears before a cell's number. */
  cellName?(cell: Cell): string;
  onPress?(cell: Cell): void;
}

export function LiveTable({ shown, caption, name, rowNames, columnNames, columns = "other", of, role, bare, pinned, cellName, onPress, ...given }: LiveTableProps) {
  const { cell, cellClass } = useMemo(() => {
    const paths = rowNames.map((_, row) => columnNames.map((_, column) => of(row, column)));
    const values = paths.map((line) => line.map((path) => (path === undefined ? undefined : valueOf(shown, path))));
    const tinted = values.flatMap((line, row) => line.filter((value, column): value is number => value !== undefined && !bare?.(row, column)));
    const largest = given.largest ?? sizeOf(tinted), precision = given.precision ?? sharedPrecision(tinted);
    return {
      cellClass(row: number, column: number) {
        const value = values[row]![column];
        return value === undefined ? "" : bare?.(row, column) ? "sum" : tintClass(value, largest, role);
      },
      cell(row: number, column: number, { "data-index": index, tabIndex }: CellProps) {
        const value = values[row]![column], data = { "data-of": paths[row]![column] };
        if (value === undefined) return <span />;
        const text = value === 0 ? "0" : cellText(value, precision);
        if (!onPress) return <span {...data}>{text}</span>;
        return <button type="button" class="cell" data-index={index} tabIndex={tabIndex} aria-label={`${cellName?.({ row, column }) ?? ""}: ${text}`} {...data}>{text}</button>;
      },
    };
  }, [shown, name]);
  const scroll = columnNames.length > mostInSight ? { role: "region", tabIndex: 0, "aria-label": board.scroll(caption) } as const : {};
  return (
    <div class="scroll" {...scroll}>
      <Grid stage={name} caption={caption} rowNames={rowNames} columnNames={columnNames} marks={{ pinned }} {...(onPress ? { onPress } : {})}
        class={`live ${columns}`} cell={cell} cellClass={cellClass} />
    </div>
  );
}
