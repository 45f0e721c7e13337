// A page's board: its session, and the cell that is looked at. Esc closes what is open.
import { useEffect, useState } from "preact/hooks";
import type { Outset } from "../scene/outset.js";
import type { Shown } from "../scene/shown.js";
import type { Look } from "./cells.js";
import { useSession } from "./session.js";
import { linkedWords, type Board } from "./tables.js";
import { focusPinned } from "./pinned.js";

export function useBoard(outset: Outset, first: Shown): Board {
  const session = useSession(outset, first);
  const [look, setLook] = useState<Look>();
  const board: Board = {
    session, look, linked: linkedWords(session, look),
    onLook: (next) => setLook((old) => (old?.table === next?.table && old?.row === next?.row && old?.column === next?.column ? old : next)),
    focus: ({ table, row, column }) => {
      const index = table === "rowMax" || table === "rowSum" ? row : `${row},${column}`;
      document.querySelector<HTMLElement>(`td > [data-stage="${table}"][data-index="${index}"]`)?.focus();
    },
  };
  const root = session.place.opened[0];
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !root) return;
      session.open([]);
      focusPinned(root);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [root]);
  return board;
}
