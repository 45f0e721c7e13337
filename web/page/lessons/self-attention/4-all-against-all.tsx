// First walk, step 4: the grid of all scores between its two tables, and what it costs.
import { AllPairs } from "../../board/all_pairs.js";
import { Choice } from "../../board/controls.js";
import { Later } from "../../board/later.js";
import { LiveTable } from "../../board/live_table.js";
import { Openable } from "../../board/openable.js";
import { live, printed, valueOf } from "../../board/printed.js";
import type { Session } from "../../board/session.js";
import type { Board } from "../../board/tables.js";
import { crossed, outsiders, sides, withWordCount } from "../../scene/experiments.js";
import { defaultPlace, type Place } from "../../scene/place.js";
import { defaultScene } from "../../scene/presets.js";
import type { Questions } from "../../scene/questions.js";
import { mostWords, namesOf, shapeOf, type Scene } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { inDegrees } from "../../stage/format.js";
import { Formula } from "../../stage/formula.js";
import { PairInset } from "../../stage/pair_sketch.js";
import { LiveNumber } from "../../stage/live_number.js";
import { Sentence } from "../../stage/prose.js";
import { Squares } from "../../stage/squares.js";
import { step as words } from "../../words/en/self-attention/4.js";
import { nobody } from "../asked.js";
import { matchOf, matchQuestions, ScoreArithmetic, ScoreSum } from "../match.js";
import { Counter, GuessOf, StepCode } from "../parts.js";
import { Fold, type Step } from "../step.js";

const pairName = (row: number, column: number) => `${row}-${column}`;

export const step: Step = {
  title: words.title, description: words.description, at: ["score"],
  outset: {
    start: { ...defaultPlace, row: 3, column: 1, settings: { arrows: "rows" } },
    knobs: { arrows: { choices: ["rows", "columns"] } },
    ask: (place) => ask(place, everyPair(place.scene)), first: (place) => ask(place, []),
  },
  prose: (shown) => {
    const { asks, offers } = matchOf(shown), shape = (name: string) => live(shown, `shape.${name}`, String);
    const side = (stage: "q" | "k") => [live(shown, `other.sides.${stage}.0.0`, String), live(shown, `other.sides.${stage}.0.1`, String)] as const;
    return {
      what: words.what[shown.settings["arrows"] === "columns" ? "columns" : "rows"],
      whys: words.whys({
        asks, offers, queries: shape("queries"), keys: shape("keys"), width: shape("keyWidth"), scores: live(shown, "size.scores", String),
        score: live(shown, "cell.score.value"), nobody: nobody(shown), right: side("q"), left: side("k"),
      }),
    };
  },
  Picture,
  Check: () => <GuessOf id="self-attention/4" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <Growth shown={board.session.shown} />
      <ScoreArithmetic board={board} />
      <Sums board={board} />
      <StepCode board={board} upTo="score" />
    </>
  ),
};

interface PairAt { row: number; column: number }

function everyPair(scene: Scene): PairAt[] {
  const { queries, keys } = shapeOf(scene);
  return Array.from({ length: queries }, (_, row) => Array.from({ length: keys }, (_, column) => ({ row, column }))).flat();
}

/** After the first draw `all` is every pair, so that a cell's arrows and products are there as soon as it is looked at. */
function ask(place: Place, all: readonly PairAt[]): Questions {
  const { scene } = place, { queries, keys } = shapeOf(scene), match = matchQuestions(place);
  return {
    pairs: { ...match.pairs, ...Object.fromEntries(all.map(({ row, column }) => [pairName(row, column), { q: { stage: "q", row }, k: { stage: "k", row: column } }] as const)) },
    cells: { ...match.cells, ...Object.fromEntries(all.map(({ row, column }) => [pairName(row, column), { stage: "scores", index: [row, column] }] as const)) },
    sums: Object.fromEntries([
      ...Array.from({ length: queries }, (_, row) => [`row${row}`, { stage: "weights", row }] as const),
      ...Array.from({ length: keys }, (_, column) => [`column${column}`, { stage: "weights", column }] as const),
    ]),
    others: { sides, ...(scene.kind === "words" ? { outsiders: outsiders(scene) } : {}) },
  };
}

function Picture({ board }: { board: Board }) {
  const { session, linked } = board, { settings, row, column } = session.place, columns = settings["arrows"] === "columns";
  const met = { ...board, linked: { asks: linked.asks ?? row, offers: linked.offers ?? column } };
  return (
    <>
      <div class="meeting">
        <Later of="div" class="boards">{() => <AllPairs board={met} columns={columns} corner={<Corner shown={session.shown} columns={columns} />} />}</Later>
        <Met board={met} />
      </div>
      <div class="controls">
        <Size session={session} />
        <Choice legend={words.notation.legend} name="arrows" value={columns ? "columns" : "rows"} options={[["rows", words.notation.rows], ["columns", words.notation.columns]]}
          onChoose={(arrows) => session.set("arrows", arrows)} />
        <Cross session={session} />
      </div>
    </>
  );
}

/** The formula, and the sizes that meet: the inner one is used up. */
function Corner({ shown, columns }: { shown: Shown; columns: boolean }) {
  const size = (name: "queries" | "keys" | "keyWidth") => {
    const { text, data } = printed(shown, `shape.${name}`, String);
    return name === "keyWidth" ? <s {...data}>{text}</s> : <b {...data}>{text}</b>;
  };
  const [first, second] = columns ? ["keys", "queries"] as const : ["queries", "keys"] as const;
  return (
    <>
      <p><Formula of="scores-letter" /> <math><mo>{"="}</mo></math> <Formula of={columns ? "scores-of-columns" : "scores"} /></p>
      <p class="sizes" role="group" aria-label={words.rule}>
        <span class={columns ? "k" : "q"}>{size(first)} × {size("keyWidth")}</span> · <span class={columns ? "q" : "k"}>{size("keyWidth")} × {size(second)}</span> → {size(first)} × {size(second)}
      </p>
      <p class="axes"><span class={columns ? "q" : "k"}>{columns ? words.corner.asksColumns : words.corner.offers}</span> <span class={columns ? "k" : "q"}>{columns ? words.corner.offersColumns : words.corner.asks}</span></p>
    </>
  );
}

/** The pair whose cell is looked at: its sentence, its arrows, its products. */
function Met({ board }: { board: Board }) {
  const { session: { shown }, linked } = board;
  const { queries, keys } = namesOf(shown.scene), chosen = matchOf(shown);
  const looked = { row: Math.min(linked.asks ?? 0, queries.length - 1), column: Math.min(linked.offers ?? 0, keys.length - 1) };
  const other = pairName(looked.row, looked.column), isOther = other !== pairName(chosen.row, chosen.column) && other in shown.answers.pairs;
  const { row, column } = isOther ? looked : chosen, names = isOther ? { pair: other, cell: other } : { pair: "match", cell: "score" };
  const pair = (field: string) => valueOf(shown, `pair.${names.pair}.${field}`), apart = printed(shown, `pair.${names.pair}.angle`, inDegrees);
  return (
    <Openable board={board} name="met"><figure class="met">
      <p class="title"><Sentence of={words.pair(queries[row]!, keys[column]!, live(shown, `cell.${names.cell}.value`))} /></p>
      {Number.isFinite(pair("angle") + pair("normQ") + pair("normK")) && <p class="fig apart"><PairInset angle={pair("angle")} lengths={{ q: pair("normQ"), k: pair("normK") }} /> <span><LiveNumber {...apart} /> {words.apart}</span></p>}
      <ScoreSum shown={shown} cell={names.cell} />
    </figure></Openable>
  );
}

function Size({ session }: { session: Session }) {
  const { scene } = session.place;
  if (scene.kind !== "words") return null;
  return <Counter label={words.words} count={scene.words.length} from={1} to={mostWords} onCount={(count) => session.changeScene(withWordCount(scene, count), "words")} />;
}

/** Queries from one text, keys and values from another. */
function Cross({ session }: { session: Session }) {
  const { shown } = session, others = shown.answers.others["outsiders"];
  const show = (scene: Shown["scene"]) => session.change({ scene, row: 0, column: 0, opened: [] });
  if (shown.scene.kind !== "words" || !others) return <button type="button" class="plain" onClick={() => session.change({ scene: defaultScene, row: 3, column: 1, opened: [] })}>{words.cross.own}</button>;
  const outside = { scene: outsiders(shown.scene), trace: others };
  return (
    <>
      <button type="button" class="plain" onClick={() => show(crossed(outside, shown))}>{words.cross.ask}</button>
      <button type="button" class="plain" onClick={() => show(crossed(shown, outside))}>{words.cross.offer}</button>
    </>
  );
}

function Growth({ shown }: { shown: Shown }) {
  const { queries, keys } = shapeOf(shown.scene), scores = printed(shown, "size.scores", String);
  return (
    <div class="growth">
      <p><Sentence of={words.growth.title} /> <span class="cap">{words.growth.hint}</span></p>
      <div class="fig"><Squares rows={queries} columns={keys} names={[[scores, ` ${words.growth.now}`], words.growth.twice]} label={words.growth.label(scores.text)} /></div>
    </div>
  );
}

/** The weights that softmax will make, with what each row and each column adds up to. */
function Sums({ board }: { board: Board }) {
  const { shown } = board.session, { queries, keys } = namesOf(shown.scene), last = (row: number, column: number) => row === queries.length || column === keys.length;
  const of = (row: number, column: number) =>
    row === queries.length ? (column === keys.length ? undefined : `sum.column${column}.total`) : column === keys.length ? `sum.row${row}.total` : `weights.${row}.${column}`;
  return (
    <Fold title={words.sums.title} hint={words.sums.hint} open={shown.opened[0]?.table === "sums" || undefined}>
      <LiveTable board={board} name="sums" caption={words.sums.title} rowNames={[...queries, words.sums.sum]} columnNames={[...keys, words.sums.sum]} columns="summed"
        of={of} bare={last} largest={1} precision={3} />
    </Fold>
  );
}
