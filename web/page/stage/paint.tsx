// A mask as a table of switches: pressed = this row may look at that column.
import { Grid, type Cell, type GridFrame } from "./grid.js";

interface PaintProps extends GridFrame {
  allowed: readonly (readonly boolean[])[];
  /** "drank may look at cat" */
  name(cell: Cell, may: boolean): string;
  onSwitch(cell: Cell): void;
}

export function Paint({ allowed, name, onSwitch, ...grid }: PaintProps) {
  return (
    <Grid {...grid} class={`mask ${grid.class ?? ""}`} cellClass={(row, column) => (allowed[row]![column] ? "" : "shut")}
      cell={(row, column, props) => {
        const may = allowed[row]![column]!;
        return (
          <button type="button" class="cell" {...props} aria-pressed={may} aria-label={name({ row, column }, may)} onClick={() => onSwitch({ row, column })}>
            <span class="vh">{may ? 1 : 0}</span>
          </button>
        );
      }} />
  );
}
