// A table of numbers that the reader may change. A field shows what was typed until it is left or Enter is pressed; text
// that is no number is reported and the old number stays.
import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { Grid, type Cell, type CellProps, type Face, type GridFrame } from "./grid.js";
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
  <Grid {...grid} class={`edit ${grid.class ?? ""}`} cell={field}
    faces={rows.map((numbers, row) => numbers.map((value, column): FieldFace => ({ class: "", value, name: name({ row, column }), onNumber, onBadNumber })))} />
));

interface FieldFace extends Face, Pick<FieldsProps, "onNumber" | "onBadNumber"> { name: string; value: number }

const field = (face: FieldFace, props: CellProps, at: Cell) => <Field {...props} face={face} at={at} />;

function Field({ face: { name, value, onNumber, onBadNumber }, at, ...props }: CellProps & { face: FieldFace; at: Cell }) {
  const [draft, setDraft] = useState<string>();
  const shown = asTyped(value);
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    if (draft.trim() === shown) return;
    const typed = readNumber(draft);
    if (Number.isNaN(typed)) onBadNumber(draft.trim(), shown);
    else if (typed !== value) onNumber(at, typed);
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
