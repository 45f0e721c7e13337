// What is said in words about the board: the cell that is looked at, notices, and what a screen reader hears of a change.
import { useLayoutEffect, useState } from "preact/hooks";
import { isBroken, rowsOf } from "../scene/read.js";
import { namesOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { inProse } from "../stage/format.js";
import { Sentence } from "../stage/prose.js";
import { board as words } from "../words/en/board.js";
import { reading, rowReading, type Look } from "./cells.js";
import type { Session } from "./session.js";
import type { Board } from "./tables.js";
import { openedLook } from "./pinned.js";

/** Over the foot of the window, so that nothing moves when it changes. `idle`: also while no cell is looked at. */
export function Told({ board, idle = true }: { board: Board; idle?: boolean }) {
  const { session, look } = board;
  const silent = !idle && !look && !session.notice && !openedLook(session.shown) && !isBroken(session.shown);
  return (
    <>
      <div class={`told ${silent ? "silent" : ""}`}>
        <p class={session.notice ? "notice" : ""} role="status">{session.notice || null}</p>
        {isBroken(session.shown) && <Broken session={session} />}
        <Reading board={board} look={look} />
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

/** The cell that is looked at, as a sentence. */
function Reading({ board, look }: { board: Board; look: Look | undefined }) {
  const { session } = board, seen = look ?? openedLook(session.shown);
  return <p><Sentence of={(seen && reading(session.shown, seen)) ?? rowReading(session.shown, session.place.row)} /></p>;
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
  const { queries, keys } = namesOf(shown.scene), weights = rowsOf(shown, "weights")[row] ?? [], asks = queries[row] ?? "";
  const shares = weights.flatMap((weight, at) => (weight === 0 ? [] : [words.share(keys[at]!, inProse(weight))]));
  return shares.length ? words.spoken(asks, shares) : words.spokenNobody(asks);
}
