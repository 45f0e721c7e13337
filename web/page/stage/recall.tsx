// What stays after a walk: cards to recall, and a retelling that readers check themselves. Their own marks are kept on the
// device; cards and list unfold without a script too.
import { useState } from "preact/hooks";
import { useDevice } from "./device.js";
import { kept } from "./kept.js";
import { Sentence, type Prose } from "./prose.js";

export interface Card { id: string; question: Prose; answer: readonly Prose[] }
export interface Idea { id: string; text: Prose }

interface RecallProps {
  /** Of its own for each walk: the marks are kept under it. */
  id: string;
  cards: readonly Card[];
  /** What a whole retelling touches, in its order. */
  ideas: readonly Idea[];
  words: {
    cards: string; cardsHint: string; had: string; notYet: string; grade: string;
    retell: string; retellHint: string; list: string;
    count(had: number, all: number): string; told(told: number, all: number): string; startOver: string;
  };
}

type Grade = "had" | "not yet";
interface Marks { grades: Record<string, Grade>; told: string[] }
const none: Marks = { grades: {}, told: [] };

export const Recall = kept((props: RecallProps) => <Marked {...props} />);

function Marked({ id, cards, ideas, words }: RecallProps) {
  const [marks, setMarks] = useDevice<Marks | undefined>(`heed.recall.${id}`, undefined, read);
  const [round, setRound] = useState(0);   // a new one closes what is open
  const { grades, told } = marks ?? none;
  const had = cards.filter((card) => grades[card.id] === "had").length;
  const tick = (idea: string, on: boolean) => setMarks({ grades, told: on ? [...told, idea] : told.filter((other) => other !== idea) });
  return (
    <div class="recall">
      <section aria-labelledby={`${id}-cards`}>
        <h2 id={`${id}-cards`}>{words.cards}</h2>
        <p>{words.cardsHint}</p>
        <div key={round}>
          {cards.map((card) => (
            <Face key={card.id} name={`${id}-${card.id}`} card={card} grade={grades[card.id]} words={words}
              onGrade={(grade) => setMarks({ grades: { ...grades, [card.id]: grade }, told })} />
          ))}
        </div>
        <p class="cap" role="status">{words.count(had, cards.length)}</p>
      </section>
      <section aria-labelledby={`${id}-retell`}>
        <h2 id={`${id}-retell`}>{words.retell}</h2>
        <p>{words.retellHint}</p>
        <details class="fold" key={round}>
          <summary><span>{words.list}</span></summary>
          <ul class="ideas">
            {ideas.map((idea) => (
              <li key={idea.id}><label>
                <input type="checkbox" checked={told.includes(idea.id)} onChange={(event) => tick(idea.id, event.currentTarget.checked)} />
                <span><Sentence of={idea.text} /></span>
              </label></li>
            ))}
          </ul>
          <p class="cap" role="status">{words.told(ideas.filter((idea) => told.includes(idea.id)).length, ideas.length)}</p>
        </details>
      </section>
      <button type="button" class="plain" disabled={!marks} onClick={() => { setMarks(undefined); setRound(round + 1); }}>{words.startOver}</button>
    </div>
  );
}

interface FaceProps { name: string; card: Card; grade: Grade | undefined; words: RecallProps["words"]; onGrade(grade: Grade): void }

function Face({ name, card, grade, words, onGrade }: FaceProps) {
  const choices = { had: words.had, "not yet": words.notYet } as const;
  return (
    <details class="fold card" data-grade={grade}>
      <summary><span><Sentence of={card.question} /></span>{grade && <span class="hint">{choices[grade]}</span>}</summary>
      <div class="in">
        {card.answer.map((paragraph, at) => <p key={at}><Sentence of={paragraph} /></p>)}
        <fieldset class="seg">
          <legend class="vh">{words.grade}</legend>
          {(Object.keys(choices) as Grade[]).map((choice) => (
            <label key={choice}><input type="radio" name={name} checked={grade === choice} onChange={() => onGrade(choice)} />{choices[choice]}</label>
          ))}
        </fieldset>
      </div>
    </details>
  );
}

/** Marks as they were kept; whatever else is found there counts as none. */
function read(kept: unknown): Marks | undefined {
  if (typeof kept !== "object" || kept === null || !("grades" in kept) || !("told" in kept)) return undefined;
  const { grades, told } = kept;
  if (typeof grades !== "object" || grades === null || !Array.isArray(told)) return undefined;
  return {
    grades: Object.fromEntries(Object.entries(grades).filter((pair): pair is [string, Grade] => pair[1] === "had" || pair[1] === "not yet")),
    told: told.filter((idea) => typeof idea === "string"),
  };
}
