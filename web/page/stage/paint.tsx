// A mask as a table of switches: pressed = this row may look at that column.
import { useMemo } from "preact/hooks";
import { Grid, type Cell, type CellProps, type Face, type GridFrame } from "./grid.js";
import { kept } from "./kept.js";

interface PaintProps extends GridFrame {
  /** The switches are made anew when this is another array. */
  allowed: readonly (readonly boolean[])[];
  /** "drank may look at cat" */
  name(cell: Cell, may: boolean): string;
  onSwitch(cell: Cell): void;
}

export const Paint = kept(({ allowed, name, onSwitch, ...grid }: PaintProps) => {
  const faces = useMemo(() => allowed.map((switches, row) => switches.map((may, column): Switch => ({ may, class: may ? "" : "shut", heard: name({ row, column }, may) }))), [allowed]);
  return <Grid {...grid} class={`mask ${grid.class ?? ""}`} onPress={onSwitch} faces={faces} cell={switchButton} />;
});

interface Switch extends Face { may: boolean; heard: string }

const switchButton = ({ may, heard }: Switch, props: CellProps) => (
  <button type="button" class="cell" {...props} aria-pressed={may} aria-label={heard}>
    <span class="vh">{may ? 1 : 0}</span>
  </button>
);
