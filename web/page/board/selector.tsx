// The sentence as a selector: who asks, and who offers. Two rows of words would be one too many on a phone, so that the
// words stand once; each takes the role that is being chosen.
import { useState } from "preact/hooks";
import { namesOf } from "../scene/scene.js";
import { kept } from "../stage/kept.js";
import { board as words } from "../words/en/board.js";
import type { Board } from "./tables.js";

interface WordProps { name: string; asks: boolean; offers: boolean; onChoose(): void }

const Word = kept(({ name, asks, offers, onChoose }: WordProps) => (
  <li>
    <button type="button" class={`${asks ? "asks" : ""} ${offers ? "offers" : ""}`} aria-pressed={asks || offers} onClick={onChoose}>{name}</button>
    <span class="cap">{[asks && words.who.asks, offers && words.who.offers].filter(Boolean).join(", ")}</span>
  </li>
));

/** `offers`: also the word that offers can be chosen. Queries and keys with names of their own stand in two lines. */
export function Selector({ board, offers = true }: { board: Board; offers?: boolean }) {
  const { session } = board, { scene, row, column } = session.place;
  const [choosing, setChoosing] = useState<"row" | "column">("row");
  const { queries, keys } = namesOf(scene);
  const line = (names: readonly string[], role: "row" | "column" | "both") => (
    <ol class="who">
      {names.map((name, at) => {
        const asks = role !== "column" && at === row, offered = offers && role !== "row" && at === column;
        const choose = () => session.change({ [role === "both" ? choosing : role]: at }, "who");
        return (
          <Word key={at} name={name} asks={asks} offers={offered} onChoose={choose} />
        );
      })}
    </ol>
  );
  if (queries !== keys && String(queries) !== String(keys)) return <div class="selector">{line(queries, "row")}{offers && line(keys, "column")}</div>;
  return (
    <div class="selector">
      {line(queries, offers ? "both" : "row")}
      {offers && (
        <fieldset class="choice"><legend class="vh">{words.who.legend}</legend>
          <span class="seg">
            {(["row", "column"] as const).map((what) => (
              <label key={what}><input type="radio" name="choosing" value={what} checked={choosing === what} onChange={() => setChoosing(what)} />{words.who.choose[what]}</label>
            ))}
          </span></fieldset>
      )}
    </div>
  );
}
