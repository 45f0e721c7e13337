// The playground: a sentence, its arrows, and every number of attention on one board. Puts the parts together.
import "../styles/playground_board.css";
import { useBoard } from "../board/board.js";
import { ThreeJobs, WordArrows } from "../board/arrows.js";
import { Choice, MaskChoice, Temperature } from "../board/controls.js";
import { Fold } from "../board/fold.js";
import { Later } from "../board/later.js";
import { Openable, openings } from "../board/openable.js";
import { printed } from "../board/printed.js";
import { FieldTable, MaskTable, mostInLine, scoreSize, StageTable, type Board } from "../board/tables.js";
import { Told } from "../board/told.js";
import { pinnedIn } from "../board/pinned.js";
import type { Page } from "../page.js";
import type { Outset } from "../scene/outset.js";
import { defaultPlace } from "../scene/place.js";
import { rowsOf } from "../scene/read.js";
import { namesOf, shapeOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { Bars } from "../stage/bars.js";
import { Figure } from "../stage/figure.js";
import { cellText, sharedPrecision } from "../stage/format.js";
import { Lines } from "../stage/lines.js";
import { Openings } from "../stage/openings.js";
import { board as common } from "../words/en/board.js";
import { frame } from "../words/en/frame.js";
import { playground as words } from "../words/en/playground.js";
import { Top } from "./playground/top.js";

const outset: Outset = { start: defaultPlace, ask: () => ({ paper: "all" }) };

export const page: Page = { address: "/playground/", file: "labs/playground.tsx", title: words.title, description: words.description, bar: words.title, outset, View };

function View({ first }: { first: Shown }) {
  const board = useBoard(outset, first), { session } = board;
  return (
    <Openings.Provider value={openings}><div class="playground">
      <h1 class="vh">{words.heading}</h1>
      {session.place.scene.kind === "words" && <p class="lead intro">{words.lead}</p>}
      {session.blocked && <p class="notice" role="alert">{frame.blocked}</p>}
      <fieldset class="whole" disabled={session.blocked}>
        <Top session={session} />
        <Flow board={board} />
      </fieldset>
      <p class="cap keys">{words.keys}</p>
      <Told board={board} />
    </div></Openings.Provider>
  );
}

/** The pipeline. With few words it is one board with lines; with many, or on narrow screens, tables below each other. */
function Flow({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { scene } = session.place;
  const { queries, keys } = namesOf(shown.scene);
  const size = Math.max(queries.length, keys.length) <= mostInLine ? "few" : "many";
  const largest = scoreSize(session), given = scene.kind === "given";
  return (
    <section class={`flow ${size} ${scene.kind} ${scene.kind === "words" ? `wide-${scene.wq.length}` : ""}`} aria-label={words.flow}>
      {scene.kind === "words" && <div class="planes">
        <WordArrows board={board} scene={scene} first={0} />
        {scene.wq.length === 2 ? <ThreeJobs board={board} /> : <WordArrows board={board} scene={scene} first={2} />}
      </div>}
      <Later of="div" class="lanes">{() => <>
        <FieldTable board={board} table="x" />
        {(["q", "k", "v"] as const).map((role) => [
          <FieldTable key={`w${role}`} board={board} table={`w${role}`} hideRowNames />,
          given ? <FieldTable key={role} board={board} table={role} /> : <StageTable key={role} board={board} table={role} role={role} hideRowNames />,
        ])}
      </>}</Later>
      <Later of="div" class="grids">{() => <>
        <StageTable board={board} table="scores" largest={largest} />
        <StageTable board={board} table="scaled" largest={largest} symbol={scene.temperature === 1 ? "scaled" : "scaled-by-temperature"} under={<Temperature session={session} />} />
        <MaskTable board={board} under={<MaskChoice session={session} />} />
        <StageTable board={board} table="weights" largest={1} />
        <StageTable board={board} table="output" role="v" />
        <Row board={board} />
      </>}</Later>
      <Later of="div" class="between">{() => (
        <Fold title={words.unfold.title} hint={words.unfold.hint} open={isBetween(pinnedIn(session.place.opened))}>
          <div class="grids">
            {shown.scene.bias && <StageTable board={board} table="biased" largest={largest} />}
            <StageTable board={board} table="masked" largest={largest} />
            <StageTable board={board} table="rowMax" largest={largest} />
            <StageTable board={board} table="exponentials" largest={1} />
            <StageTable board={board} table="rowSum" />
          </div>
        </Fold>
      )}</Later>
      <Lines of={JSON.stringify([shapeOf(scene), shapeOf(shown.scene), scene.kind, shown.opened.length])} />
    </section>
  );
}

/** Whether a cell lies in the tables that are folded away. */
function isBetween(stage: string | undefined): boolean {
  return stage === "masked" || stage === "rowMax" || stage === "exponentials" || stage === "rowSum";
}

/** The row of the asking word as bars, and who asks. */
function Row({ board }: { board: Board }) {
  const { session, linked } = board, { shown, place } = session;
  const { queries, keys } = namesOf(shown.scene), rows = rowsOf(shown, "weights");
  const row = Math.min(linked.asks ?? place.row, rows.length - 1), weights = rows[row] ?? [], precision = sharedPrecision(rows.flat());
  return (
    <div class="table at-row">
      {queries.length > 1 && <Choice legend={common.row.legend} name="row" value={String(place.row)} options={queries.map((word, at) => [String(at), word])}
        onChoose={(at) => session.change({ row: Number(at) }, "row")} />}
      <Openable board={board} name="bars"><Figure narrow={288} wide={288} draw={(width) => (
        <Bars values={weights} names={keys} texts={keys.map((_, key) => printed(shown, `weights.${row}.${key}`, (weight) => (weight === 0 ? "0" : cellText(weight, precision))))} width={width}
          label={common.bars(queries[row] ?? "")} marked={linked.offers} />
      )} /></Openable>
    </div>
  );
}
