// A table of numbers that can each be opened.
import { useMemo } from "preact/hooks";
import { Grid, type Cell, type CellProps, type GridFrame } from "./grid.js";
import { cellText, sharedPrecision, type Precision } from "./format.js";
import { tintClass, type Role } from "./tint.js";

interface NumbersProps extends GridFrame {
  /** The cells' texts are made anew when this is another array. */
  rows: readonly (readonly number[])[];
  /** The size that gets the full colour; absent: the largest of the table. */
  largest?: number;
  role?: Role;
  /** Absent: what the whole table shares. */
  precision?: Precision;
  single?: boolean;
  /** Cells that a mask shut: a plain 0 or −∞ without tint. */
  shut?(row: number, column: number): boolean;
  /** "drank, cat": what a screen reader hears before the number. */
  name(cell: Cell): string;
  onOpen(cell: Cell): void;
}

export function Numbers({ rows, role, shut, name, onOpen, ...grid }: NumbersProps) {
  const { cell, cellClass } = useMemo(() => {
    const values = rows.flat();
    const precision = grid.precision ?? sharedPrecision(values);
    const largest = grid.largest ?? sizeOf(values);
    const faces = rows.map((numbers, row) => numbers.map((value, column) => {
      const isShut = shut?.(row, column) ?? false;
      const text = isShut && value === 0 ? "0" : cellText(value, precision);
      return { text, heard: `${name({ row, column })}: ${text}`, tint: isShut ? "off" : tintClass(value, largest, role) };
    }));
    return {
      cellClass: (row: number, column: number) => faces[row]![column]!.tint,
      cell(row: number, column: number, props: CellProps) {
        const { text, heard } = faces[row]![column]!;
        return <button type="button" class="cell" {...props} aria-label={heard}>{text}</button>;
      },
    };
  }, [rows]);
  return <Grid {...grid} onPress={onOpen} cellClass={cellClass} cell={cell} />;
}

/** The largest finite size. */
export function sizeOf(values: readonly number[]): number {
  return Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
}
