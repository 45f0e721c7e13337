// Predict, then see: a question, a few choices, and what each of them comes to. The choice is kept on the device.
import type { TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { useDevice } from "./device.js";
import { Sentence, type Prose } from "./prose.js";

interface GuessProps {
  /** Of its own in the whole site: the guess is kept under it. */
  id: string;
  question: Prose;
  /** What is said of a choice is about the idea, never about the reader. */
  choices: readonly { label: string | Prose; reveal: string | Prose }[];
  words: { first: string; keys: string; again: string };
}

export function Guess({ id, question, choices, words }: GuessProps) {
  const [guess, setGuess] = useDevice<number | undefined>(`heed.guess.${id}`, undefined,
    (kept) => (typeof kept === "number" && kept in choices ? kept : undefined));
  const [aimed, setAimed] = useState<number>();
  const box = useRef<HTMLFieldSetElement>(null);
  // The arrow keys of a radio group choose whatever they pass: a click of theirs only aims. Space, Enter and any other click reveal.
  const passing = useRef(false);
  const reveal = (choice: number) => {
    setAimed(undefined);
    setGuess(choice);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>, choice: number) => {
    passing.current = event.key.startsWith("Arrow");
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    reveal(choice);
  };
  const onClick = (choice: number) => (passing.current ? setAimed(choice) : reveal(choice));
  const takeBack = () => {
    setAimed(undefined);
    setGuess(undefined);
    box.current?.querySelector("input")?.focus();
  };
  return (
    <fieldset class="guess" ref={box} aria-describedby={`${id}-keys`} onKeyUp={() => (passing.current = false)}>
      <legend><span class="cap">{words.first}</span><Sentence of={question} /></legend>
      <p class="vh" id={`${id}-keys`}>{words.keys}</p>
      <div class="choices">
        {choices.map(({ label }, choice) => (
          <label key={choice}>
            <input type="radio" name={id} value={String(choice)} checked={choice === (aimed ?? guess)} onClick={() => onClick(choice)} onKeyDown={(event) => onKeyDown(event, choice)} />
            <Said of={label} />
          </label>
        ))}
      </div>
      <div role="status">{guess !== undefined && <p class="reveal"><Said of={choices[guess]!.reveal} /></p>}</div>
      {guess !== undefined && <button type="button" class="plain" onClick={takeBack}>{words.again}</button>}
    </fieldset>
  );
}

const Said = ({ of }: { of: string | Prose }) => <Sentence of={typeof of === "string" ? [of] : of} />;
