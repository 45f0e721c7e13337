// A sentence whose role words wear their role's colour and underline. The sentence itself comes from words/.
import type { VNode } from "preact";
import { Formula, type Symbol } from "./formula.js";
import { kept } from "./kept.js";
import { LiveNumber } from "./live_number.js";
import { Term } from "./terms.js";
import type { Role } from "./tint.js";

/**
 * Pieces in reading order: plain text, or a kind and its text. A role or "z" (output) wears its colour; "n" is a live number
 * and the name of what it is (board/printed); "term" a word where it is explained, "em" a stressed one; "f" names a formula of stage/formula.
 */
export type Prose = readonly (string | readonly [kind: Role | "z" | "term" | "em", text: string] | readonly ["n", string, of: string] | readonly ["f", Symbol])[];

export const Sentence = kept(({ of }: { of: Prose }) => (
  <>
    {of.map((piece, index) => {
      const [, , rest = piece] = isBox(of[index - 1]) && typeof piece === "string" ? leading.exec(piece) ?? [] : [];
      const next = of[index + 1], after = isBox(piece) && typeof next === "string" ? leading.exec(next)?.[1] : undefined;
      if (rest === "") return null;
      return after ? <span key={index} class="glued"><Piece of={piece} />{after}</span> : <Piece key={index} of={rest} />;
    })}
  </>
));

/** What stands at the end of a word, and the rest. */
const leading = /^([,.;:?!°%)”]+)([^]*)$/;

/** A button or a formula: a line may break before and after it, even where a comma follows. */
const isBox = (piece: Prose[number] | undefined) => typeof piece === "object" && (piece[0] === "n" || piece[0] === "f");

function Piece({ of }: { of: Prose[number] }): VNode {
  if (typeof of === "string") return <>{of}</>;
  if (of[0] === "f") return <Formula of={of[1]} />;
  if (of[0] === "n") return <LiveNumber text={of[1]} data={{ "data-of": of[2] }} />;
  const [kind, text] = of;
  switch (kind) {
    case "term": return <Term text={text} />;
    case "em": return <em>{text}</em>;
    default: return <span class={`r${kind}`}>{text}</span>;
  }
}
