// The pipeline end to end, under the reader's hand: play, step, back, scrub. How far it is shown travels in the address as
// the control `upTo`; a step with it names it among its knobs.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Later } from "../board/later.js";
import type { Session } from "../board/session.js";
import { FieldTable, scoreSize, StageTable, type Board } from "../board/tables.js";
import { lesson as words } from "../words/en/lesson.js";
import type { Stop } from "./pipeline.js";

const pause = 1600;   // ms at each stop while it plays

/** How far the reader has gone: an index into `stops`. */
export function reached(session: Session, stops: readonly Stop[]): number {
  return Math.max(0, stops.indexOf(session.place.settings["upTo"] as Stop));
}

export function Scrub({ session, stops }: { session: Session; stops: readonly Stop[] }) {
  const [playing, setPlaying] = useState(false);
  const at = reached(session, stops), last = stops.length - 1;
  const go = (to: number) => session.set("upTo", stops[Math.max(0, Math.min(last, to))]!, "scrub");
  const take = (to: number) => {
    setPlaying(false);
    go(to);
  };
  useEffect(() => {
    if (!playing) return;
    if (at === last) return setPlaying(false);
    const timer = setTimeout(() => go(at + 1), pause);
    return () => clearTimeout(timer);
  }, [playing, at]);
  const play = () => {
    if (at === last) session.set("upTo", stops[0]!);   // no gesture: those may wait for their numbers, and this would still be the end
    setPlaying(!playing);
  };
  return (
    <div class="scrub" role="group" aria-label={words.scrub.label}>
      <button type="button" class="plain" onClick={play}>{playing ? words.scrub.pause : words.scrub.play}</button>
      <button type="button" class="plain" disabled={at === 0} onClick={() => take(at - 1)}>{words.scrub.back}</button>
      <button type="button" class="plain" disabled={at === last} onClick={() => take(at + 1)}>{words.scrub.forward}</button>
      <input type="range" name="upTo" min={0} max={last} step={1} value={at} aria-label={words.scrub.label} aria-valuetext={words.scrub.at(words.stops[stops[at]!])}
        onInput={(event) => take(Number(event.currentTarget.value))} />
      <ol class="ticks">{stops.map((stop, to) => <li key={stop} aria-current={to === at ? "step" : undefined}>{words.stops[stop]}</li>)}</ol>
    </div>
  );
}

/** A part of the pipeline: in full once the reader has come there, faint before. What is faint can still be read and used. */
export function Part({ late, children }: { late: boolean; children: ComponentChildren }) {
  return <Later of="div" class={`part ${late ? "late" : ""}`}>{() => children}</Later>;
}

export const givenStops = ["arrows", "score", "scale", "softmax", "blend"] as const satisfies readonly Stop[];

interface GivenPipelineProps {
  board: Board;
  /** Pictures of what softmax and blend make, below their tables. */
  shares?: ComponentChildren;
  blend?: ComponentChildren;
}

/** Queries, keys and values, and all that comes of them, as far as the reader has gone. */
export function GivenPipeline({ board, shares, blend }: GivenPipelineProps) {
  const { session } = board, at = reached(session, givenStops), largest = scoreSize(session);
  const late = (stop: (typeof givenStops)[number]) => at < givenStops.indexOf(stop);
  return (
    <>
      <Scrub session={session} stops={givenStops} />
      <div class="boards">
        <FieldTable board={board} table="q" />
        <FieldTable board={board} table="k" />
        <FieldTable board={board} table="v" />
        <Part late={late("score")}><StageTable board={board} table="scores" largest={largest} /></Part>
        <Part late={late("scale")}><StageTable board={board} table="scaled" largest={largest} /></Part>
        <Part late={late("softmax")}><StageTable board={board} table="weights" largest={1} /></Part>
        <Part late={late("blend")}><StageTable board={board} table="output" role="v" /></Part>
      </div>
      {shares && <Part late={late("softmax")}>{shares}</Part>}
      {blend && <Part late={late("blend")}>{blend}</Part>}
    </>
  );
}
