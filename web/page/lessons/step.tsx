// The one shape of every step of a walk: what, why, picture, numbers, code, check. A step's own file fills it in.
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useBoard } from "../board/board.js";
import { CopyLink } from "../board/controls.js";
import { Later } from "../board/later.js";
import { Openable, openings } from "../board/openable.js";
import type { Board } from "../board/tables.js";
import { Told } from "../board/told.js";
import type { StepPlace } from "../page.js";
import type { Outset } from "../scene/outset.js";
import type { Shown } from "../scene/shown.js";
import { canBeLate, type Watched } from "../stage/late.js";
import { Openings } from "../stage/openings.js";
import { Sentence, type Prose } from "../stage/prose.js";
import { Glossary } from "../stage/terms.js";
import { frame } from "../words/en/frame.js";
import { board as common } from "../words/en/board.js";
import { lesson as words } from "../words/en/lesson.js";
import { Pipeline, type Stop } from "./pipeline.js";

export { Fold } from "../board/fold.js";

/** A reader's question with its answer; `anchor` is its id in the page. */
export interface Why { anchor: string; question: string; answer: readonly Prose[] }

/** What a step says. Numbers in it are those of the Shown that it was made from. */
export interface StepProse { what: Prose; whys: readonly Why[] }

/** A step of a walk; the walk itself knows its number and its neighbours. */
export interface Step {
  title: string;
  description: string;
  /** Stops of the pipeline that this step is about; the first is where the reader is. */
  at: readonly [Stop, ...Stop[]];
  outset: Outset;
  prose(shown: Shown): StepProse;
  /** The picture, and what changes it. */
  Picture(props: { board: Board }): VNode;
  /** Guess, then see. */
  Check(props: { board: Board }): VNode;
  /** The same as arithmetic: formulas over their present numbers, tables whose cells open. */
  Numbers(props: { board: Board }): VNode;
}

/** A step's place in its walk. */
export interface Turn {
  /** "Step 3 of 8", or nothing for a summary. */
  count: string;
  back?: { href: string; title: string } | undefined;
  next?: { href: string; title: string } | undefined;
  /** Where each stop of the pipeline is explained. */
  stops: Partial<Record<Stop, string>>;
}

/** A step as a page, with the ways from its terms to the glossary. */
export function StepPage({ step, place: { turn, glossary: { href, ids } }, first }: { step: Step; place: StepPlace; first: Shown }) {
  return (
    <Glossary.Provider value={{ href, idOf: (text) => ids[text.toLowerCase()] }}>
      <Openings.Provider value={openings}><StepView step={step} turn={turn} first={first} /></Openings.Provider>
    </Glossary.Provider>
  );
}

function StepView({ step, turn, first }: { step: Step; turn: Turn; first: Shown }) {
  const board = useBoard(step.outset, first), { session } = board, { shown, hash } = session;
  useClicker(turn, hash);
  return (
    <div class="lesson">
      <Later of="div">{() => <Pipeline shown={shown} here={step.at[0]} stops={turn.stops} hash={hash} />}</Later>
      <article class="step">
        <header class="head">
          <p class="cap count">{turn.count}</p>
          <h1>{step.title}</h1>
        </header>
        <section class="stage" id="picture" aria-label={words.picture}>
          {session.blocked && <p class="notice" role="alert">{frame.blocked}</p>}
          <fieldset class="whole" disabled={session.blocked}>
            <Openable board={board} name="picture"><step.Picture board={board} /></Openable>
            <p class="aside"><CopyLink session={session} /> <button type="button" class="plain" onClick={session.startOver}>{common.startOver}</button></p>
          </fieldset>
        </section>
        <Later of="section" class="words" label={words.words}>{() => <Words step={step} board={board} />}</Later>
        <Later of="section" class="more" id="numbers" label={words.numbers}>
          {() => <fieldset class="whole" disabled={session.blocked}><Openable board={board} name="numbers"><step.Numbers board={board} /></Openable></fieldset>}
        </Later>
      </article>
      <Told board={board} idle={false} />
      <nav class="turn" aria-label={words.turn}>
        {turn.back && <a rel="prev" href={turn.back.href + hash}><span class="cap">{words.back}</span>{turn.back.title}</a>}
        {turn.next && <a rel="next" href={turn.next.href + hash}><span class="cap">{words.next}</span>{turn.next.title}{"\u00a0→"}</a>}
      </nav>
    </div>
  );
}

function Words({ step, board }: { step: Step; board: Board }) {
  const { what, whys } = step.prose(board.session.shown);
  return (
    <>
      <p class="what" id="what"><Sentence of={what} /></p>
      {whys.map((why, at) => <Answered key={why.anchor} board={board} why={why} open={at === 0} />)}
      <div class="check" id="check"><step.Check board={board} /></div>
    </>
  );
}

/** The first question is answered at once; the others unfold, and are out of sight until then. */
const Answered = canBeLate(({ board, why: { anchor, question, answer }, open, watch }: { board: Board; why: Why; open: boolean } & Watched) => {
  const box = useRef<HTMLDetailsElement>(null), here = board.session.shown.opened[0]?.table === anchor;
  useEffect(() => { if (here) box.current!.open = true; }, [here]);
  return (
    <details ref={box} class="fold why" id={anchor} open={open || undefined}>
      <summary><h2>{question}</h2></summary>
      <Openable board={board} name={anchor}><div ref={watch}>{answer.map((paragraph, at) => <p key={at}><Sentence of={paragraph} /></p>)}</div></Openable>
    </details>
  );
});

/** Page Down and Page Up, a presenter's clicker, turn to the next and the last step. */
function useClicker({ back, next }: Turn, hash: string) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = event.key === "PageDown" ? next : event.key === "PageUp" ? back : undefined;
      if (!to || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      location.href = to.href + hash;
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [back, next, hash]);
}
