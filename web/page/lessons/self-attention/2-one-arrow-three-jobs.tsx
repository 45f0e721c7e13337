// First walk, step 2: one word's arrow sent three ways by three matrices, each a movement of the plane. Arrows of another
// width than 2 are rows of numbers instead.
import { WordArrows } from "../../board/arrows.js";
import { Choice, MaskChoice } from "../../board/controls.js";
import { LiveTable } from "../../board/live_table.js";
import { live, printed } from "../../board/printed.js";
import { Selector } from "../../board/selector.js";
import type { Session } from "../../board/session.js";
import { FieldTable, numbered, scoreSize, StageTable, type Board } from "../../board/tables.js";
import { pinnedIn } from "../../board/pinned.js";
import { widthOf, withTip, withWidth } from "../../scene/edit.js";
import { isTied, placed, placings, shuffled, ties, withKeyWidth, withMatrix, withTie, type Placing, type Tie } from "../../scene/experiments.js";
import { defaultPlace, type Place } from "../../scene/place.js";
import type { Questions } from "../../scene/questions.js";
import { rowsOf } from "../../scene/read.js";
import { shapeOf, type WordsScene } from "../../scene/scene.js";
import { Figure } from "../../stage/figure.js";
import { inDegrees, inProse } from "../../stage/format.js";
import type { Inscription } from "../../stage/inscription.js";
import type { Matrix } from "../../stage/matrix.js";
import { Movement } from "../../stage/movement.js";
import { Plane, type PlaneArrow, type Tip } from "../../stage/plane.js";
import { step as words } from "../../words/en/self-attention/2.js";
import { GuessOf, StepCode } from "../parts.js";
import { Fold, type Step } from "../step.js";

const jobs = ["q", "k", "v"] as const;
type Job = (typeof jobs)[number];

export const step: Step = {
  title: words.title, description: words.description, at: ["project"],
  outset: {
    start: { ...defaultPlace, row: 3, settings: { matrix: "q", tie: "free", places: "none" } },
    only: "words",
    knobs: { matrix: { choices: jobs }, tie: { choices: ties }, places: { choices: placings } },
    ask,
  },
  prose(shown) {
    const { words: names } = shown.scene as WordsScene, size = (name: string) => live(shown, name, String);
    return {
      what: words.what,
      whys: words.whys({
        word: names[shown.answers.cells["word"]!.index[0]!]!, model: size("columns.x"), key: size("shape.keyWidth"), value: size("shape.valueWidth"),
        wq: size("size.wq"), wk: size("size.wk"), wv: size("size.wv"),
      }),
    };
  },
  Picture,
  Check: () => <GuessOf id="self-attention/2" check={words.check} />,
  Numbers,
};

function ask({ scene, row, settings }: Place): Questions {
  return { cells: { word: { stage: "x", index: [row, 0] } }, others: { placed: placed(scene as WordsScene, settings["places"] as Placing) } };
}

function Picture({ board }: { board: Board }) {
  const { session } = board, scene = session.shown.scene as WordsScene, { keyWidth, valueWidth } = shapeOf(scene);
  const flat = widthOf(scene) === 2 && keyWidth === 2 && valueWidth === 2;
  const job = session.place.settings["matrix"] as Job;
  return (
    <>
      <Selector board={board} offers={false} />
      {flat ? (
        <>
          <div class="three-jobs">
            <Jobs session={session} scene={scene} />
            <div>
              <Choice legend={words.matrix.legend} name="matrix" value={job} options={jobs.map((name) => [name, words.matrix[name]])} onChoose={(name) => session.set("matrix", name)} />
              <Moved session={session} scene={scene} job={job} />
            </div>
          </div>
          <p class="cap">{words.caption}</p>
        </>
      ) : <Wide board={board} scene={scene} />}
      <Settings session={session} />
    </>
  );
}

function moveTip(session: Session, scene: WordsScene, row: number): (tip: Tip) => void {
  return (tip) => session.changeScene(withTip(scene, row, 0, tip), `tip ${row}`);
}

/** The word's arrow and the three that are made of it, from one point. */
function Jobs({ session, scene }: { session: Session; scene: WordsScene }) {
  const { shown } = session, row = shown.answers.cells["word"]!.index[0]!, word = scene.words[row]!;
  const tipOf = (stage: "x" | Job): Tip => { const [across = 0, up = 0] = rowsOf(shown, stage)[row]!; return [across, up]; };
  const x = tipOf("x");
  const arrows: PlaneArrow[] = [
    ...[...jobs].reverse().map((job): PlaneArrow => ({ key: job, tip: tipOf(job), role: job, label: words.matrix[job] })).filter(({ tip }) => tip.every(Number.isFinite)),
    { key: "x", tip: x, role: "x", label: word, handle: { name: words.tip(word), valueText: words.at(inProse(x[0]), inProse(x[1])), index: row } },
  ];
  return (
    <figure class="arrows">
      <Figure narrow={288} wide={400} draw={(width) => (
        <Plane arrows={arrows} side={Math.min(width, 400)} label={words.plane(word)} onGrip={(_, held) => !held && session.settle()}
          onMove={(_, tip) => moveTip(session, session.place.scene as WordsScene, row)(tip)} />
      )} />
    </figure>
  );
}

/** The chosen matrix as a movement of the plane. */
function Moved({ session, scene, job }: { session: Session; scene: WordsScene; job: Job }) {
  const { shown } = session, row = shown.answers.cells["word"]!.index[0]!, word = scene.words[row]!, name = `w${job}` as const;
  const tipOf = (rows: readonly (readonly number[])[], at: number): Tip => [rows[at]![0]!, rows[at]![1]!];
  const matrix: Matrix = [tipOf(scene[name], 0), tipOf(scene[name], 1)], x = tipOf(scene.x, row), image = tipOf(rowsOf(shown, job), row);
  const coordinates = (table: string): Inscription => ["(", printed(shown, `${table}.${row}.0`), ", ", printed(shown, `${table}.${row}.1`), ")"];
  const tip = ([across, up]: Tip) => words.at(inProse(across), inProse(up));
  const put = (moved: Matrix) => {
    const { scene: latest, settings } = session.place, tie = settings["tie"] as Tie, next = withMatrix(latest as WordsScene, name, moved);
    session.changeScene(isTied(latest as WordsScene, tie) ? withTie(next, tie, name) : next, `matrix ${job}`);
  };
  const direction = Math.atan2(matrix[0][1], matrix[0][0]), length = Math.hypot(...matrix[0]);
  return (
    <Figure narrow={288} wide={400} draw={(width) => (
      <Movement width={Math.min(width, 400)} label={words.movement(word, words.matrix[job])} role={job} matrix={matrix}
        rows={[
          { name: words.rows[0], handle: { name: words.rows[0], now: matrix[0][0], valueText: tip(matrix[0]) } },
          { name: words.rows[1], handle: { name: words.rows[1], now: matrix[1][0], valueText: tip(matrix[1]) } },
        ]}
        x={{ tip: x, name: word, handle: { name: words.tip(word), now: x[0], valueText: tip(x) } }}
        image={{ tip: image, name: words.matrix[job], text: coordinates(job) }}
        turn={{ name: words.turn, now: direction, valueText: inDegrees(direction) }} stretch={{ name: words.stretch, now: length, valueText: inProse(length) }}
        onMatrix={put} onX={moveTip(session, session.place.scene as WordsScene, row)} onGrip={(held) => !held && session.settle()} />
    )} />
  );
}

/** Arrows of other widths: the words in as many planes as they need, beside the chosen word's row and the rows made of it. */
function Wide({ board, scene }: { board: Board; scene: WordsScene }) {
  const { shown, place } = board.session, row = shown.answers.cells["word"]!.index[0]!, stages = ["x", ...jobs] as const, typed = place.scene as WordsScene;
  return (
    <div class="three-jobs">
      <div class="planes">{typed.wq.map((_, first) => first % 2 === 0 && <WordArrows key={first} board={board} scene={typed} first={first} most={288} />)}</div>
      <div class="strips">
        {stages.map((stage) => (
          <figure key={stage}>
            <figcaption class={`cap ${stage}`}>{words.strips[stage]}</figcaption>
            <LiveTable board={board} name={`strip-${stage}-${row}`} caption={words.strips.caption(scene.words[row]!)} rowNames={[""]} columnNames={numbered(rowsOf(shown, stage)[row]!.length)}
              of={(_, column) => `${stage}.${row}.${column}`} role={stage} />
          </figure>
        ))}
      </div>
    </div>
  );
}

function Settings({ session }: { session: Session }) {
  const scene = session.place.scene as WordsScene, width = widthOf(scene), tie = session.place.settings["tie"] as Tie;
  return (
    <div class="controls">
      <Choice legend={words.tie.legend} name="tie" value={isTied(scene, tie) ? tie : "free"} options={ties.map((name) => [name, words.tie[name]])}
        onChoose={(name) => session.change({ scene: withTie(scene, name), settings: { ...session.place.settings, tie: name }, opened: [] })} />
      <Choice legend={words.width} name="width" options={[["2", "2"], ["4", "4"]]} value={String(width)}
        onChoose={(to) => session.change({ scene: withWidth(scene, to === "2" ? 2 : 4), opened: [] })} />
      <Choice legend={words.keyWidth} name="key-width" options={(width === 2 ? ["1", "2"] as const : ["1", "2", "4"] as const).map((to) => [to, to])} value={String(scene.wk[0]!.length)}
        onChoose={(to) => session.change({ scene: withKeyWidth(scene, Number(to)), opened: [] })} />
    </div>
  );
}

function Numbers({ board }: { board: Board }) {
  const { session } = board;
  return (
    <>
      <div class="products">
        <FieldTable board={board} table="x" />
        <div class="made">
          {jobs.map((job) => (
            <div key={job}>
              <FieldTable board={board} table={`w${job}`} hideRowNames />
              <StageTable board={board} table={job} role={job} />
            </div>
          ))}
        </div>
      </div>
      <Fold title={words.become.title} hint={words.become.hint} open={isAfter(pinnedIn(session.place.opened)) || undefined}>
        <div class="boards">
          <StageTable board={board} table="scores" largest={scoreSize(session)} />
          <StageTable board={board} table="weights" largest={1} />
          <StageTable board={board} table="output" role="v" />
        </div>
      </Fold>
      <Order board={board} />
      <StepCode board={board} upTo="project" />
    </>
  );
}

const isAfter = (stage: string | undefined) => stage === "scores" || stage === "weights" || stage === "output";

/** Values and outputs, to be shuffled, masked and given places. */
function Order({ board }: { board: Board }) {
  const { session } = board, { shown, place } = session, scene = place.scene as WordsScene, { words: names } = shown.scene as WordsScene;
  const table = (stage: "v" | "output", caption: string) => (
    <figure>
      <figcaption class="cap">{caption}</figcaption>
      <LiveTable board={board} name={`placed-${stage}`} caption={caption} rowNames={names} columnNames={numbered(shapeOf(shown.scene).valueWidth)} of={(row, column) => `other.placed.${stage}.${row}.${column}`} role="v" />
    </figure>
  );
  return (
    <Fold title={words.order.title} hint={words.order.hint} open={place.opened[0]?.table?.startsWith("placed") || undefined}>
      <div class="controls">
        <button type="button" class="plain" onClick={() => session.changeScene(shuffled(scene))}>{words.order.shuffle}</button>
        <MaskChoice session={session} />
        <Choice legend={words.order.places.legend} name="places" value={place.settings["places"] as Placing} options={placings.map((name) => [name, words.order.places[name]])}
          onChoose={(name) => session.set("places", name)} />
      </div>
      <div class="boards">{table("v", words.order.values)}{table("output", words.order.output)}</div>
    </Fold>
  );
}
