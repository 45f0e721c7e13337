// Which cell is pinned and where: what the page knows of an opened number without the view that shows it.
import type { CellPath, Reference, Shown } from "../scene/shown.js";
import type { Look, Table } from "./cells.js";
import { nameOf } from "./printed.js";

/** The stage whose own table holds the pinned cell; nothing where another table does. */
export function pinnedIn(opened: readonly CellPath[]): string | undefined {
  return opened[0]?.table === undefined ? opened[0]?.stage : undefined;
}

/** The last opened cell, where it is one of the page's own trace. */
export function openedLook({ opened }: Shown): Look | undefined {
  const last = opened.at(-1);
  return last && last.of === undefined ? lookAt(last.stage, last.index) : undefined;
}

/** Puts the focus back on the pinned cell. */
export function focusPinned({ stage, index, of, table }: CellPath): void {
  const inTable = `td > [data-stage="${stage}"][data-index="${index.join()}"]`, inText = `[data-opens="${table}"] :is(button, svg .opens)[data-of="${nameOf({ stage, index, of })}"]`;
  const number = document.querySelector<HTMLElement | SVGElement>(table === undefined ? inTable : `.mx.live td.pinned > button, ${inText}`);
  if (number instanceof SVGElement) number.tabIndex = -1;
  number?.focus();
}

export function lookAt(stage: Reference["stage"], index: readonly number[]): Look {
  return { table: stage as Table, row: index[0] ?? 0, column: index[1] ?? 0 };
}
