// A table of numbers that can each be opened.
import { Grid, type Cell, type GridFrame } from "./grid.js";
import { cellText, sharedPrecision, type Precision } from "./format.js";
import { tintClass, type Role } from "./tint.js";

interface NumbersProps extends GridFrame {
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
  const values = rows.flat();
  const precision = grid.precision ?? sharedPrecision(values);
  const largest = grid.largest ?? sizeOf(values);
  const isShut = (row: number, column: number) => shut?.(row, column) ?? false;
  return (
    <Grid {...grid}
      cellClass={(row, column) => (isShut(row, column) ? "off" : tintClass(rows[row]![column]!, largest, role))}
      cell={(row, column, props) => {
        const value = rows[row]![column]!;
        const text = isShut(row, column) && value === 0 ? "0" : cellText(value, precision);
        return <button type="button" class="cell" {...props} aria-label={`${name({ row, column })}: ${text}`} onClick={() => onOpen({ row, column })}>{text}</button>;
      }} />
  );
}

/** The largest finite size. */
export function sizeOf(values: readonly number[]): number {
  return Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
}
