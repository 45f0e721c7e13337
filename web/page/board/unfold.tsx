// The opened number, where it is opened. What shows it is a file of its own, fetched once there is something to show.
import { useEffect, useState } from "preact/hooks";
import type { CellPath, Shown } from "../scene/shown.js";
import type { Look } from "./cells.js";
import type { Session } from "./session.js";

let View: typeof import("./unfolded.js").Unfolded | undefined;
let coming: Promise<void> | undefined;

/** Settles once opened numbers can be drawn. */
export const unfolding = (): Promise<void> => coming ??= import("./unfolded.js").then(({ Unfolded }) => { View = Unfolded; });

/** What a number that opens is called, as above its operands. */
export const nameAt = (shown: Shown, path: CellPath): Promise<string> => import("./unfolded.js").then(({ nameIn }) => nameIn(shown, path));

/** `onField`: puts the focus on a cell of a table that the reader may type into. */
export function Unfold(props: { session: Session; onField(look: Look): void }) {
  const redraw = useState(0)[1], Drawn = View;
  // It may have come since: somebody else has asked for it.
  useEffect(() => { if (!Drawn) void unfolding().then(() => redraw(1)); }, []);
  return <div class="unfold">{Drawn && <Drawn {...props} />}</div>;
}
