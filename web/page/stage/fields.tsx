// A table of numbers that the reader may change. A field shows what was typed until it is left or Enter is pressed; text
// that is no number is reported and the old number stays.
import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { Grid, type Cell, type CellProps, type GridFrame } from "./grid.js";
import { asTyped, readNumber } from "./format.js";
import { kept } from "./kept.js";

interface FieldsProps extends GridFrame {
  rows: readonly (readonly number[])[];
  name(cell: Cell): string;
  onNumber(cell: Cell, value: number): void;
  /** `text` was typed and is no number; `kept` is what stays. */
  onBadNumber(text: string, kept: string): void;
}

export const Fields = kept(({ rows, name, onNumber, onBadNumber, ...grid }: FieldsProps) => (
  <Grid {...grid} class={`edit ${grid.class ?? ""}`} cellClass={() => ""}
    cell={(row, column, props) => <Field {...props} cell={{ row, column }} name={name({ row, column })} value={rows[row]![column]!} onBad={onBadNumber} onValue={onNumber} />} />
));

interface FieldProps extends CellProps {
  cell: Cell;
  name: string;
  value: number;
  onValue(cell: Cell, value: number): void;
  onBad(text: string, kept: string): void;
}

function Field({ cell, name, value, onValue, onBad, ...props }: FieldProps) {
  const [draft, setDraft] = useState<string>();
  const shown = asTyped(value);
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (draft.trim() === shown) return;
    const typed = readNumber(draft);
    if (Number.isNaN(typed)) onBad(draft.trim(), shown);
    else if (typed !== value) onValue(cell, typed);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      commit();
      event.currentTarget.select();   // so that the next number can be typed at once
    }
    if (event.key === "Escape" && draft !== undefined) {
      event.stopPropagation();
      setDraft(undefined);
    }
  };
  return (
    <input {...props} value={draft ?? shown} aria-label={name} inputMode="decimal" autocomplete="off" spellcheck={false}
      onFocus={(event) => event.currentTarget.select()} onInput={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit} onKeyDown={onKeyDown} />
  );
}
