// What is said in words about the board: the cell that is looked at, notices, and what a screen reader hears of a change.
import type { TargetedMouseEvent } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { isBroken, rowsOf } from "../scene/read.js";
import { namesOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { Sentence } from "../stage/prose.js";
import { board as words } from "../words/en/board.js";
import { reading, rowReading, type Look } from "./cells.js";
import type { Session } from "./session.js";
import { openedLook } from "./pinned.js";
import { pathOf, proseOf } from "./printed.js";
import type { Board } from "./tables.js";

/** Over the foot of the window, so that nothing moves when it changes. `idle`: also while no cell is looked at. */
export function Told({ board, idle = true }: { board: Board; idle?: boolean }) {
  const { session, look } = board;
  const silent = !idle && !look && !session.notice && !openedLook(session.shown) && !isBroken(session.shown);
  return (
    <>
      <div class={`told ${silent ? "silent" : ""}`}>
        <p class={session.notice ? "notice" : ""} role="status">{session.notice || null}</p>
        {isBroken(session.shown) && <Broken session={session} />}
        <Reading board={board} look={look} opens={idle} />
      </div>
      <Spoken session={session} />
    </>
  );
}

function Broken({ session }: { session: Session }) {
  return (
    <p class="notice" role="alert">{words.notices.broken}{" "}
      <button type="button" class="plain" onClick={session.goBack}>{words.notices.goBack}</button></p>
  );
}

/** The cell that is looked at, as a sentence, or else the row; `opens`: the number of a row does. */
function Reading({ board, look, opens }: { board: Board; look: Look | undefined; opens: boolean }) {
  const { session } = board, { shown } = session, seen = look ?? openedLook(shown);
  const onClick = ({ target }: TargetedMouseEvent<HTMLElement>) => {
    const of = target instanceof Element ? target.closest<HTMLElement>("button[data-of]")?.dataset["of"] : undefined, path = of === undefined ? undefined : pathOf(shown, of);
    if (path) session.open([path]);
  };
  return <p onClick={onClick}><Sentence of={(seen && reading(shown, seen)) ?? rowReading(shown, session.place.row, opens)} /></p>;
}

/** What has changed, for a screen reader: the row of the asking word, once the reader has paused. */
function Spoken({ session: { shown, place: { row } } }: { session: Session }) {
  const [heard] = useState(() => ({ last: spokenRow(shown, row) }));   // or could be read when the page came
  const [text, setText] = useState("");
  useLayoutEffect(() => {
    const timer = setTimeout(() => {
      const now = spokenRow(shown, row);
      if (now !== heard.last) setText(heard.last = now);
    }, 600);
    return () => clearTimeout(timer);
  }, [shown, row]);
  return <p class="vh" aria-live="polite">{text || null}</p>;
}

function spokenRow(shown: Shown, row: number): string {
  const { queries, keys } = namesOf(shown.scene), weights = rowsOf(shown, "weights")[row] ?? [], asks = queries[row] ?? "", write = proseOf(shown, "weights");
  const shares = weights.flatMap((weight, at) => (weight === 0 ? [] : [words.share(keys[at]!, write(weight))]));
  return shares.length ? words.spoken(asks, shares) : words.spokenNobody(asks);
}
