// First walk, step 5: the scores of one query at any width, before and after they are divided, and what softmax makes of
// them. The arrows are random; the reader's own row stands below, divided by the same choice.
import type { VNode } from "preact";
import { Choice } from "../../board/controls.js";
import { LiveTable } from "../../board/live_table.js";
import { Openable } from "../../board/openable.js";
import { live, printed, valueOf } from "../../board/printed.js";
import { scoreSize, StageTable, type Board } from "../../board/tables.js";
import { defaultPlace } from "../../scene/place.js";
import type { Vector } from "../../scene/questions.js";
import { shapeOf, type Divisor } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { Figure } from "../../stage/figure.js";
import { cellText } from "../../stage/format.js";
import { letter } from "../../stage/formula.js";
import { LiveNumber } from "../../stage/live_number.js";
import { Sentence } from "../../stage/prose.js";
import { SoftmaxBars, type BarNumber } from "../../stage/softmax_bars.js";
import { dot, times, Worked, type Part } from "../../stage/worked.js";
import { step as words } from "../../words/en/self-attention/5.js";
import { askedCell, askedOf } from "../asked.js";
import { GuessOf, StepCode, WidthRange } from "../parts.js";
import { Fold, type Step } from "../step.js";

const pairs = 2000, keys = 8;
const modelWidth = 512, heads = [1, 2, 4, 8] as const;

/** The draw to begin with: one whose row is much like the average of all rows. */
const typicalSeed = 138;

/** The sample's numbers under each choice of the divisor; a scale of 0 has none, and stands as the root. */
const drawnBy = { none: "raw", root: "byRoot", width: "byWidth", zero: "byRoot" } as const satisfies Record<Divisor, string>;

export const step: Step = {
  title: words.title, description: words.description, at: ["scale"],
  outset: {
    start: { ...defaultPlace, settings: { dk: 64, seed: typicalSeed } },
    knobs: { dk: { from: 1, to: 1024 }, seed: { from: 1, to: 1e6 } },
    ask(place) {
      const { scene, settings } = place;
      const dk = Number(settings["dk"]);
      const weights = (by: "raw" | "byRoot" | "byWidth"): Vector => ({ sample: "drawn", by, stage: "weights" });
      return {
        samples: { drawn: { dk, pairs, keys, seed: Number(settings["seed"]) } },
        cells: askedCell(place),
        roots: { dk, keyWidth: shapeOf(scene).keyWidth },
        jacobians: { before: weights("raw"), after: weights(drawnBy[scene.divisor]) },
      };
    },
  },
  prose(shown) {
    const of = (path: string) => live(shown, `sample.drawn.${path}`);
    return {
      what: words.what,
      whys: words.whys({
        dk: live(shown, "set.dk", String), root: live(shown, "root.dk"),
        rawSpread: of("raw.deviation"), rootSpread: of("byRoot.deviation"), widthSpread: of("byWidth.deviation"),
        rawLargest: of("raw.largestWeight"), rootLargest: of("byRoot.largestWeight"), widthLargest: of("byWidth.largestWeight"),
        rawSlope: of("raw.slope"), rootSlope: of("byRoot.slope"),
      }),
    };
  },
  Picture,
  Check: () => <GuessOf id="self-attention/5" check={words.check} />,
  Numbers,
};

function Picture({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { settings, scene } = session.place, dk = Number(settings["dk"]);
  return (
    <>
      <div class="controls">
        <WidthRange session={session} />
        <Choice legend={words.heads.legend} name="heads" value={String(modelWidth / dk)} options={heads.map((count) => [String(count), words.heads.of(count)])}
          onChoose={(count) => session.set("dk", modelWidth / Number(count))} />
        <Choice legend={words.divisor.legend} name="divisor" value={scene.divisor} options={(["none", "root", "width"] as const).map((divisor) => [divisor, words.divisor[divisor]])}
          onChoose={(divisor) => session.changeScene({ ...scene, divisor: divisor as Divisor })} />
      </div>
      <Openable board={board} name="before"><Row shown={shown} when="before" /></Openable>
      <Openable board={board} name="after"><Row shown={shown} when="after" /></Openable>
      <p class="cap drawn"><Sentence of={words.drawn(live(shown, "count.drawn", String))} />{" "}
        <button type="button" class="plain" onClick={() => session.set("seed", Number(settings["seed"]) + 1)}>{words.drawAgain}</button></p>
    </>
  );
}

/** The first row: its scores, on one scale before and after, and what softmax makes of them. */
function Row({ shown, when }: { shown: Shown; when: "before" | "after" }) {
  const by = when === "before" ? "raw" : drawnBy[shown.scene.divisor];
  const numbers = (stage: "scaled" | "weights"): BarNumber[] => numbered.map((_, key) => {
    const of = `sample.drawn.row.${by}.${stage}.0.${key}`;
    return { value: valueOf(shown, of), text: printed(shown, of, short) };
  });
  const fact = (name: string, field: string) => <span class="glued">{name} <LiveNumber {...printed(shown, `sample.drawn.${by}.${field}`)} /></span>;
  const scores = numbers("scaled"), weights = numbers("weights");
  return (
    <figure class="cooling">
      <figcaption><span class="when">{when === "before" ? words.before : words.after[shown.scene.divisor]}</span> <span class="cap">{fact(words.spread, "deviation")}, {fact(words.largest, "largestWeight")}, {fact(words.slope, "slope")}</span></figcaption>
      <Figure narrow={288} wide={860} draw={(width) => (
        <SoftmaxBars width={width} plot={96} names={numbered} scores={scores} weights={weights} alike={numbered.map((_, key) => valueOf(shown, `sample.drawn.row.raw.scaled.0.${key}`))}
          titles={{ scores: words.scores, weights: words.weights }} label={words.figure(when === "before" ? words.before : words.after[shown.scene.divisor], weights.map(({ text }) => text.text))} />
      )} />
    </figure>
  );
}

/** Eight in a line: two decimals. */
const short = (value: number) => cellText(value, 2);

function Numbers({ board }: { board: Board }) {
  const { session } = board, { shown } = session, largest = scoreSize(session);
  return (
    <>
      <Openable board={board} name="arithmetic"><Arithmetic shown={shown} /></Openable>
      <Fold title={words.jacobian.title} hint={words.jacobian.hint} open><Slopes board={board} /></Fold>
      <Fold title={words.own.title} hint={words.own.hint} open>
        <p><Sentence of={words.own.lead(live(shown, "shape.keyWidth", String))} /></p>
        <div class="boards">
          <StageTable board={board} table="scores" largest={largest} />
          <StageTable board={board} table="scaled" largest={largest} />
          <StageTable board={board} table="weights" largest={1} />
        </div>
      </Fold>
      <StepCode board={board} upTo="scale" />
    </>
  );
}

/** How one of the reader's scores is divided, and where the root comes from. */
function Arithmetic({ shown }: { shown: Shown }) {
  const { row, column } = askedOf(shown), { divisor, temperature } = shown.scene;
  const dk = <msub>{letter("d")}{letter("k")}</msub>, root = <msqrt>{dk}</msqrt>, variance = (of: VNode) => <mrow><mtext>{words.formulas.sign}</mtext><mo>{"("}</mo>{of}<mo>{")"}</mo></mrow>;
  const under: Part[] = divisor === "root" ? ["÷", { term: root, number: printed(shown, "root.keyWidth") }] : divisor === "width" ? ["÷", { term: dk, number: printed(shown, "shape.keyWidth", String) }] : [];
  return (
    <div class="formulas">
      {temperature === 1 && divisor !== "zero" && (
        <Worked name={words.formulas.scaled} parts={[
          { term: <msup>{letter("s")}<mo>{"′"}</mo></msup>, number: printed(shown, `scaled.${row}.${column}`) }, "=", { term: letter("s"), number: printed(shown, `scores.${row}.${column}`) }, ...under,
        ]} />
      )}
      <Worked name={words.formulas.variance} parts={[
        { term: variance(dot) }, "=", { term: <mrow><mo>{"∑"}</mo>{variance(times(letter("q", "q"), letter("k", "k")))}</mrow> }, "=", { term: dk, number: printed(shown, "set.dk", String) },
      ]} />
      <Worked name={words.formulas.spread} parts={[{ term: <msqrt>{variance(dot)}</msqrt>, number: printed(shown, "sample.drawn.raw.deviation") }, "≈", { term: root, number: printed(shown, "root.dk") }]} />
    </div>
  );
}

/** The most that a weight can move for each unit of a score. */
const steepest = 0.25;

const numbered = Array.from({ length: keys }, (_, at) => words.key(at + 1));

/** Both Jacobians as tables. */
function Slopes({ board }: { board: Board }) {
  return (
    <>
      <p>{words.jacobian.lead}</p>
      <div class="boards slopes">
        {(["before", "after"] as const).map((when) => (
          <figure key={when}>
            <figcaption class="cap">{words.jacobian.caption[when]}</figcaption>
            <LiveTable board={board} name={`slopes-${when}`} caption={words.jacobian.caption[when]} rowNames={numbered} columnNames={numbered} columns="keys" largest={steepest} precision={2}
              of={(row, column) => `jacobian.${when}.${row}.${column}`} cellName={({ row, column }) => words.jacobian.cell(row + 1, column + 1)} />
          </figure>
        ))}
      </div>
      <p class="cap">{words.jacobian.press}</p>
    </>
  );
}
