// What steps of both walks put together from the stage: a guess, the code of a step, the rule of shapes, a weight as a
// quotient, a counter.
import { useEffect, useState } from "preact/hooks";
import { Openable } from "../board/openable.js";
import { printed } from "../board/printed.js";
import type { Session } from "../board/session.js";
import type { Board } from "../board/tables.js";
import type { Step } from "../scene/code/flow.js";
import type { Language, snippet } from "../scene/code/snippet.js";
import { looksNowhere } from "../scene/read.js";
import type { Shown } from "../scene/shown.js";
import { Code } from "../stage/code.js";
import { Formula, letter } from "../stage/formula.js";
import { Guess } from "../stage/guess.js";
import { kept } from "../stage/kept.js";
import type { Prose } from "../stage/prose.js";
import { Worked } from "../stage/worked.js";
import { code } from "../words/en/code.js";
import { lesson as words } from "../words/en/lesson.js";
import { guess } from "../words/en/walk_parts.js";
import { Fold } from "./step.js";

/** A question with a few answers; each has something to say about the idea. */
export interface Check { question: Prose; choices: readonly { label: string | Prose; reveal: string | Prose }[] }

/** `id`: walk and number of the step. */
export const GuessOf = kept(({ id, check }: { id: string; check: Check }) => (
  <Guess id={id.replace("/", "-")} question={check.question} choices={check.choices} words={guess} />
));

/** Writes programs: there from the start in the build, in the browser once a reader needs another than the build's. */
let write: typeof snippet | undefined = import.meta.env.SSR ? (await import("../scene/code/snippet.js")).snippet : undefined;

/** The program that the build has written, of the numbers that the page begins with. */
const built = import.meta.env.SSR ? undefined : document.getElementById("code-text")?.textContent ?? undefined;

/** The present numbers as programs that check themselves, up to one stop of the pipeline. */
export function StepCode({ board: { session }, upTo, hint = code.hint }: { board: Board; upTo: Step; hint?: string }) {
  return <Fold title={code.title} hint={hint}><Programs session={session} upTo={upTo} /></Fold>;
}

function Programs({ session: { shown, untouched }, upTo }: { session: Session; upTo: Step }) {
  const [missing, miss] = useState(false), redraw = useState(0)[1];
  useEffect(() => {
    if (missing) void import("../scene/code/snippet.js").then(({ snippet }) => { write = snippet; redraw(1); });
  }, [missing]);
  const textOf = (language: Language) => {
    if (write) return write(language, shown, upTo);
    if (built !== undefined && untouched && language === "numpy") return built;
    if (!missing) miss(true);
    return "";
  };
  return <Code id="code" languages={code.languages} textOf={textOf} words={code} />;
}

/** (n × d_k)(d_k × m) = (n × m): which sizes meet, and what is left. */
export function ShapeRule({ shown }: { shown: Shown }) {
  const size = (name: "queries" | "keys" | "keyWidth", inner = false) => {
    const { text, data } = printed(shown, `shape.${name}`, String);
    return inner ? <s {...data}>{text}</s> : <b {...data}>{text}</b>;
  };
  return (
    <p class="shape-rule" role="group" aria-label={words.shapeRule}>
      <span><Formula of="q" /> {size("queries")} × {size("keyWidth", true)}</span>
      <span>{"·"}</span>
      <span><Formula of="k-transposed" /> {size("keyWidth", true)} × {size("keys")}</span>
      <span>{"="}</span>
      <span><Formula of="scores-letter" /> {size("queries")} × {size("keys")}</span>
    </p>
  );
}

/** α = e^(s − max) ÷ Σ, each over its present number. */
export function Quotient({ board, row, column }: { board: Board; row: number; column: number }) {
  const { shown } = board.session, power = <msup>{letter("e")}<mrow>{letter("s")}<mo>{"−"}</mo><mtext>{words.quotient.largest}</mtext></mrow></msup>;
  return (
    <Openable board={board} name="quotient"><div class="formulas">
      <Worked name={words.quotient.name} parts={[
        { term: letter("α"), number: printed(shown, `weights.${row}.${column}`) }, "=",
        { term: power, number: printed(shown, `exponentials.${row}.${column}`) }, "÷",
        { term: <mrow><mo>{"∑"}</mo>{power}</mrow>, number: printed(shown, `rowSum.${row}`) },
      ]}>{looksNowhere(shown, row) && <p class="cap">{words.quotient.nobody}</p>}</Worked>
    </div></Openable>
  );
}

/** A count that the reader may lower and raise. */
export function Counter({ label, count, from, to, onCount }: { label: string; count: number; from: number; to: number; onCount(count: number): void }) {
  return (
    <div class="counter" role="group" aria-label={label}>
      <span class="cap">{label}</span>
      <button type="button" disabled={count <= from} aria-label={words.fewer(label)} onClick={() => onCount(count - 1)}>{"−"}</button>
      <output class="num">{count}</output>
      <button type="button" disabled={count >= to} aria-label={words.more(label)} onClick={() => onCount(count + 1)}>{"+"}</button>
    </div>
  );
}

const widest = 10;   // 2^10 = 1,024

/** How many numbers an arrow has, a power of two: the page's control "dk". */
export function WidthRange({ session }: { session: Session }) {
  const dk = Number(session.place.settings["dk"]);
  return (
    <label class="range"><span class="cap">{words.width} <output class="num">{dk}</output></span>
      <input type="range" name="dk" min={0} max={widest} step={1} value={Math.log2(dk)} aria-valuetext={String(dk)}
        onInput={(event) => session.set("dk", 2 ** Number(event.currentTarget.value), "dk")} onChange={() => session.settle()} /></label>
  );
}
