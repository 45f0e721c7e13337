// The names of tables and steps as real MathML. Letters are upright in the markup and slanted by styles/base.css.
import type { VNode } from "preact";
import { kept } from "./kept.js";

export type Symbol = "x" | "wq" | "wk" | "wv" | "wo" | "q" | "k" | "v" | "scores" | "scaled" | "scaled-by-temperature" | "biased" | "mask" | "k-transposed" | "scores-letter" | "scores-of-columns" | "root-dk" | "dk" | "dv" | "dmodel" | "attention" | "weights" | "output" | "masked" | "rowMax" | "exponentials" | "rowSum";

/** A letter of a formula. */
export const letter = (name: string, role = "") => <mi mathvariant="normal" class={role}>{name}</mi>;
const projection = (role: string) => <msup class={role}>{letter("W")}{letter(role.toUpperCase())}</msup>;
// Chromium leaves room behind a root for a larger sign than it then draws: the width is said here, the same for all browsers.
const root = <mpadded width="1.78em"><msqrt><msub>{letter("d")}{letter("k")}</msub></msqrt></mpadded>;
const text = (words: string) => <mtext>{words}</mtext>;

const symbols: Record<Symbol, VNode> = {
  x: letter("X"),
  wq: projection("q"), wk: projection("k"), wv: projection("v"), wo: <msup>{letter("W")}{letter("O")}</msup>,
  q: letter("Q", "q"), k: letter("K", "k"), v: letter("V", "v"),
  scores: <mrow>{letter("Q", "q")}<msup class="k">{letter("K")}{letter("T", "up")}</msup></mrow>,
  scaled: <mrow><mo>{"÷"}</mo>{root}</mrow>,
  "scaled-by-temperature": <mrow><mo>{"÷"}</mo>{root}<mo>{"÷"}</mo>{letter("T")}</mrow>,
  "k-transposed": <msup class="k">{letter("K")}{letter("T", "up")}</msup>,
  "scores-letter": letter("S"),
  "scores-of-columns": <mrow><msup class="k">{letter("K")}{letter("T", "up")}</msup>{letter("Q", "q")}</mrow>,
  "root-dk": root,
  dk: <msub>{letter("d")}{letter("k")}</msub>,
  dv: <msub>{letter("d")}{letter("v")}</msub>,
  dmodel: <msub>{letter("d")}<mi>model</mi></msub>,
  attention: (
    <mrow>
      {text("Attention")}
      <mrow><mo>{"("}</mo>{letter("Q", "q")}<mo>{","}</mo>{letter("K", "k")}<mo>{","}</mo>{letter("V", "v")}<mo>{")"}</mo></mrow>
      <mo>{"="}</mo>{text("softmax")}
      <mrow><mo>{"("}</mo><mfrac><mrow>{letter("Q", "q")}<msup class="k">{letter("K")}{letter("T", "up")}</msup></mrow>{root}</mfrac><mo>{")"}</mo></mrow>
      {letter("V", "v")}
    </mrow>
  ),
  biased: <mrow><mo>{"+"}</mo>{letter("B")}</mrow>,
  mask: letter("M"),
  weights: letter("A"),
  output: <mrow>{letter("A")}{letter("V", "v")}</mrow>,
  masked: <mrow><mo>{"−"}</mo><mi mathvariant="normal" class="up">{"∞"}</mi></mrow>,
  rowMax: text("max"),
  exponentials: <msup>{letter("e")}<mo>{"…"}</mo></msup>,
  rowSum: <mo>{"∑"}</mo>,
};

export const Formula = kept(({ of }: { of: Symbol }) => <math>{symbols[of]}</math>);
