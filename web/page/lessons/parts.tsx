// What steps of both walks put together from the stage: a guess, the code of a step, the rule of shapes, a counter.
import { useState } from "preact/hooks";
import { printed } from "../board/printed.js";
import type { Board } from "../board/tables.js";
import type { Shown } from "../scene/shown.js";
import { Formula } from "../stage/formula.js";
import { Sentence, type Prose } from "../stage/prose.js";
import { lesson as words } from "../words/en/lesson.js";
import type { Stop } from "./pipeline.js";

/** A question with a few answers; each has something to say about the idea. */
export interface Check { question: Prose; choices: readonly { label: string; reveal: string }[] }

export function GuessOf({ id, check }: { id: string; check: Check }) {
  const [choice, setChoice] = useState<number>();
  return (
    <fieldset class="guess">
      <legend><Sentence of={check.question} /></legend>
      {check.choices.map(({ label }, at) => <label key={at}><input type="radio" name={id} checked={choice === at} onChange={() => setChoice(at)} />{label}</label>)}
      {choice !== undefined && <p>{check.choices[choice]!.reveal}</p>}
    </fieldset>
  );
}

/** The present numbers as programs, up to one stop of the pipeline. */
export function StepCode(_: { board: Board; upTo: Stop }) {
  return null;
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
