// What is written in a figure: words, letters of a formula, and numbers that come ready to print. Also how wide it is,
// without a browser: see text_width.ts.
import { useContext } from "preact/hooks";
import { Openings } from "./openings.js";
import { textWidth } from "./text_width.js";

/** A number as it is to be printed, and what names it to whoever reads the page: data-stage, data-index and the like. */
export interface Printed { text: string; data?: Readonly<Record<`data-${string}`, string>> }

/** A letter of a formula, with a smaller one below it: the k of d_k. */
export interface Letter { letter: string; below?: string }

export type Inscription = string | readonly (string | Letter | Printed)[];

const drop = 3;   // px from the line down to a letter's index

/** Inside <text>. */
export function Inscribed({ of }: { of: Inscription }) {
  const { opens } = useContext(Openings);
  if (typeof of === "string") return <>{of}</>;
  return (
    <>
      {of.map((piece, at) => {
        const before = of[at - 1];
        const back = before !== undefined && typeof before === "object" && "below" in before ? { dy: -drop } : {};
        if (typeof piece === "string") return <tspan key={at} {...back}>{piece}</tspan>;
        if ("text" in piece) return <tspan key={at} class={opens(piece.data?.["data-of"] ?? "") ? "n opens" : "n"} {...back} {...piece.data}>{piece.text}</tspan>;
        return (
          <tspan key={at} {...back}>
            <tspan class="letter">{piece.letter}</tspan>
            {piece.below !== undefined && <tspan class="below" dy={drop}>{piece.below}</tspan>}
          </tspan>
        );
      })}
    </>
  );
}

/** Width in px at `size` px, within a few per cent, of what is set in the label face. */
export function inscriptionWidth(of: Inscription, size: number): number {
  if (typeof of === "string") return [...of].reduce((sum, sign) => sum + widthOfSign(sign), 0) * size;
  return of.reduce((sum, piece) => {
    if (typeof piece === "string") return sum + inscriptionWidth(piece, size);
    if ("text" in piece) return sum + inscriptionWidth(piece.text, size);
    return sum + textWidth(piece.letter, size * 1.16) + inscriptionWidth(piece.below ?? "", size * 0.78);
  }, 0);
}

/** In em, for Figtree: its digits are all alike, its letters fall into narrow, common and wide ones. */
function widthOfSign(sign: string): number {
  if (/\d/.test(sign)) return 0.58;
  if (/[ .,:;|!'fijlrt]/.test(sign)) return 0.28;
  return /[mwA-Z%]/.test(sign) ? 0.76 : 0.55;
}
