// What steps of both walks put together from the stage: a guess, the code of a step.
import { useState } from "preact/hooks";
import { Sentence, type Prose } from "../stage/prose.js";
import type { Board } from "../board/tables.js";
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
