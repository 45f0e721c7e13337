// First walk, summary: the whole pipeline on one board, from arrows in to arrows out; the retelling and the cards.
import { WordArrows } from "../../board/arrows.js";
import { MaskChoice } from "../../board/controls.js";
import { live } from "../../board/printed.js";
import { Selector } from "../../board/selector.js";
import { FieldTable, MaskTable, scoreSize, StageTable, type Board } from "../../board/tables.js";
import { defaultPlace } from "../../scene/place.js";
import { rowsOf } from "../../scene/read.js";
import { namesOf } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { Formula } from "../../stage/formula.js";
import { inProse } from "../../stage/format.js";
import { Plane } from "../../stage/plane.js";
import { Recall } from "../../stage/recall.js";
import { Sentence } from "../../stage/prose.js";
import { step as words } from "../../words/en/self-attention/summary.js";
import { recall } from "../../words/en/walk_parts.js";
import { askedCell, askedOf, nobody } from "../asked.js";
import { StepCode } from "../parts.js";
import type { Stop } from "../pipeline.js";
import { Part, reached, Scrub } from "../scrub.js";
import type { Step } from "../step.js";

const stops = ["arrows", "project", "score", "scale", "mask", "softmax", "blend"] as const satisfies readonly Stop[];

export const step: Step = {
  title: words.title, description: words.description, at: ["blend"],
  outset: {
    start: { ...defaultPlace, column: 4, settings: { upTo: "blend" } }, knobs: { upTo: { choices: stops } },
    ask: (place) => ({ cells: askedCell(place) }),
  },
  prose: () => ({ what: words.what, whys: words.whys }),
  Picture,
  Check: () => <Recall id="self-attention" cards={words.cards} ideas={words.ideas} words={recall} />,
  Numbers: ({ board }) => <StepCode board={board} upTo="blend" />,
};

function Picture({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { scene } = session.place, largest = scoreSize(session);
  const at = reached(session, stops), late = (stop: (typeof stops)[number]) => at < stops.indexOf(stop);
  return (
    <>
      <p class="whole-formula"><Formula of="attention" /></p>
      <Selector board={board} />
      <Scrub session={session} stops={stops} />
      <p class="stop-said" role="status"><Sentence of={saidOf(shown)[stops[at]!]} /></p>
      <div class="boards whole-board">
        {scene.kind === "words" && <WordArrows board={board} scene={scene} first={0} />}
        <FieldTable board={board} table="x" />
        {(["q", "k", "v"] as const).map((role) => scene.kind === "given"
          ? <FieldTable key={role} board={board} table={role} />
          : <Part key={role} late={late("project")}><StageTable board={board} table={role} role={role} /></Part>)}
        <Part late={late("score")}><StageTable board={board} table="scores" largest={largest} /></Part>
        <Part late={late("scale")}><StageTable board={board} table="scaled" largest={largest} /></Part>
        <Part late={late("mask")}><MaskTable board={board} under={<MaskChoice session={session} />} /></Part>
        <Part late={late("softmax")}><StageTable board={board} table="weights" largest={1} /></Part>
        <Part late={late("blend")}><StageTable board={board} table="output" role="v" /></Part>
        <Part late={late("blend")}><ArrowsOut shown={shown} /></Part>
      </div>
    </>
  );
}

/** One sentence for each stop, about who asks and who offers. */
function saidOf(shown: Shown) {
  const { row, column, asks, offers, most } = askedOf(shown), cell = (stage: string) => live(shown, `${stage}.${row}.${column}`);
  return words.stops({
    asks, offers, score: cell("scores"), scaled: cell("scaled"), weight: cell("weights"), width: live(shown, "shape.keyWidth", String), most, nobody: nobody(shown),
  });
}

/** Every output as an arrow; of wider ones the first two numbers. */
function ArrowsOut({ shown }: { shown: Shown }) {
  const names = namesOf(shown.scene).queries, { row } = askedOf(shown);
  const arrows = rowsOf(shown, "output").map(([across = 0, up = 0], at) => ({ key: String(at), tip: [across, up] as const, role: "z" as const, label: names[at]!, quiet: at !== row }));
  return (
    <figure class="arrows">
      <figcaption class="cap">{words.arrowsOut}</figcaption>
      <div class="fig"><Plane arrows={arrows.filter(({ tip }) => tip.every(Number.isFinite))} side={288} label={words.outLabel(arrows.map(({ label, tip }) => words.outAt(label, inProse(tip[0]), inProse(tip[1]))))} /></div>
    </figure>
  );
}
