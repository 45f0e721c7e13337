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

export const Sentence = kept(({ of }: { of: Prose }) => <>{of.map((piece, index) => <Piece key={index} of={piece} />)}</>);

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
