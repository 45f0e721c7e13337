// A mask as a table of switches: pressed = this row may look at that column.
import { useMemo } from "preact/hooks";
import { Grid, type Cell, type CellProps, type GridFrame } from "./grid.js";
import { kept } from "./kept.js";

interface PaintProps extends GridFrame {
  /** The switches are made anew when this is another array. */
  allowed: readonly (readonly boolean[])[];
  /** "drank may look at cat" */
  name(cell: Cell, may: boolean): string;
  onSwitch(cell: Cell): void;
}

export const Paint = kept(({ allowed, name, onSwitch, ...grid }: PaintProps) => {
  const { cell, cellClass } = useMemo(() => ({
    cellClass: (row: number, column: number) => (allowed[row]![column] ? "" : "shut"),
    cell: (row: number, column: number, props: CellProps) => <Switch {...props} may={allowed[row]![column]!} heard={name({ row, column }, allowed[row]![column]!)} />,
  }), [allowed]);
  return (
    <Grid {...grid} class={`mask ${grid.class ?? ""}`} onPress={onSwitch} cellClass={cellClass} cell={cell} />
  );
});

const Switch = kept(({ may, heard, ...props }: CellProps & { may: boolean; heard: string }) => (
  <button type="button" class="cell" {...props} aria-pressed={may} aria-label={heard}>
    <span class="vh">{may ? 1 : 0}</span>
  </button>
));
