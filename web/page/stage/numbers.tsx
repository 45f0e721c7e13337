// A table of numbers that can each be opened.
import { useMemo } from "preact/hooks";
import { Grid, type Cell, type CellProps, type Face, type GridFrame } from "./grid.js";
import { cellText, sharedPrecision, type Precision } from "./format.js";
import { tintClass, type Role } from "./tint.js";

interface NumbersProps extends GridFrame {
  /** What the cells show is made anew when this is another array. */
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
  const faces = useMemo(() => {
    const values = rows.flat();
    const precision = grid.precision ?? sharedPrecision(values);
    const largest = grid.largest ?? sizeOf(values);
    return rows.map((numbers, row) => numbers.map((value, column): NumberFace => {
      const isShut = shut?.(row, column) ?? false;
      const text = isShut && value === 0 ? "0" : cellText(value, precision);
      return { text, class: isShut ? "off" : tintClass(value, largest, role), heard: `${name({ row, column })}: ${text}` };
    }));
  }, [rows]);
  return <Grid {...grid} onPress={onOpen} faces={faces} cell={numberButton} />;
}

interface NumberFace extends Face { text: string; heard: string }

const numberButton = ({ text, heard }: NumberFace, props: CellProps) => <button type="button" class="cell" {...props} aria-label={heard}>{text}</button>;

/** The largest finite size. */
export function sizeOf(values: readonly number[]): number {
  return Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
}
