// What step 8 of the first walk shows besides its cases: ways to hide a word, a number that is none behind the mask, and
// what a cache may keep. Each has its questions and its table.
import { Choice } from "../board/controls.js";
import { LiveTable } from "../board/live_table.js";
import type { Board } from "../board/tables.js";
import { plain, withHidden } from "../scene/cases.js";
import { withPush, withWords } from "../scene/edit.js";
import type { Place } from "../scene/place.js";
import type { Questions, Vector } from "../scene/questions.js";
import { rowsOf } from "../scene/read.js";
import { mostWords, namesOf, shapeOf, type Scene } from "../scene/scene.js";
import { Sentence } from "../stage/prose.js";
import { step as words } from "../words/en/self-attention/8.js";
import { askedOf } from "./asked.js";

const ways = ["open", "before", "after", "again", "zero", "large"] as const;
const hideChoices = ["one", "all"] as const;
export const hideKnob = { choices: hideChoices };

const largeNegative = -10_000;
const counted = (count: number) => Array.from({ length: count }, (_, at) => at);

/** One row with a key hidden, or all, in each way; what the reader has set otherwise is left out. */
export function hidingQuestions({ scene, row, column, settings }: Place): Questions {
  const open = plain(scene), at = settings["hide"] === "all" ? counted(shapeOf(scene).keys) : [column];
  const weights = (other: string): Vector => ({ other, stage: "weights", row });
  const after: Vector = { from: weights("open"), put: 0, at };
  return {
    others: { open, before: withHidden(open, row, at), zero: { of: open, row, levelled: at }, large: at.reduce((pushed, key) => withPush(pushed, row, key, largeNegative), open) },
    normalised: { again: { row: after, rule: "plain" } },
    sums: { open: weights("open"), before: weights("before"), after, again: { normalised: "again" }, zero: weights("zero"), large: weights("large") },
  };
}

export function HidingWays({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { row, column, asks, offers } = askedOf(shown), { keys } = namesOf(shown.scene);
  const share = (way: (typeof ways)[number], key: number) => {
    const hidden = shown.settings["hide"] === "all" || key === column;
    if (way === "again") return `normalised.again.weights.${key}`;
    // By "plain" the numerators are the row itself; what is not 0 in it is the weight of the open row.
    if (way === "after") return hidden ? `normalised.again.numerators.${key}` : `other.open.weights.${row}.${key}`;
    return `other.${way}.weights.${row}.${key}`;
  };
  return (
    <>
      <p><Sentence of={words.hide.lead(asks, offers)} /></p>
      <Choice legend={words.hide.legend} name="hide" value={String(session.place.settings["hide"])} options={hideChoices.map((choice) => [choice, words.hide[choice]])}
        onChoose={(choice) => session.set("hide", choice)} />
      <LiveTable board={board} name="hiding" caption={words.hide.caption} rowNames={ways.map((way) => words.hide.ways[way])} columnNames={[...keys, words.hide.sum]}
        of={(way, key) => (key === keys.length ? `sum.${ways[way]!}.total` : share(ways[way]!, key))} columns="summed" bare={(_, key) => key === keys.length} largest={1} precision={3} />
    </>
  );
}

/** The first number of a key's value is NaN, once in sight of the query and once hidden from it. */
export function brokenQuestions({ scene, row, column }: Place): Questions {
  const open = plain(scene), broken = (of: Scene) => ({ of, table: "v", row: column, column: 0, put: NaN } as const);
  return { others: { seen: broken(open), hidden: broken(withHidden(open, row, [column])) } };
}

export function BrokenNumber({ board }: { board: Board }) {
  const { shown } = board.session, { row, asks, offers } = askedOf(shown), kinds = ["seen", "hidden"] as const;
  return (
    <>
      <p><Sentence of={words.nan.lead(asks, offers)} /></p>
      <LiveTable board={board} name="broken" caption={words.nan.caption} rowNames={kinds.map((kind) => words.nan[kind])} columnNames={counted(shapeOf(shown.scene).valueWidth).map((at) => words.nan.number(at + 1))}
        of={(kind, column) => `other.${kinds[kind]!}.output.${row}.${column}`} role="v" precision={3} />
    </>
  );
}

/** The sentence without its last word. */
export function cacheQuestions({ scene }: Place): Questions {
  return scene.kind === "words" && scene.words.length > 1 ? { others: { shorter: withWords(scene, scene.words.slice(0, -1)) } } : {};
}

export function CacheRows({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { scene } = session.place, shorter = shown.answers.others["shorter"];
  if (scene.kind !== "words" || shown.scene.kind !== "words") return <p>{words.cache.wordsOnly}</p>;
  const add = () => session.changeScene(withWords(scene, [...scene.words, words.cache.more[scene.words.length % words.cache.more.length]!]));
  const causal = scene.mask === "causal";
  return (
    <>
      <p>{words.cache.lead}</p>
      <p class="controls">
        <button type="button" class="plain" disabled={scene.words.length >= mostWords} onClick={add}>{words.cache.add}</button>
        <button type="button" class="plain" disabled={scene.words.length < 2} onClick={() => session.changeScene(withWords(scene, scene.words.slice(0, -1)))}>{words.cache.take}</button>
        <button type="button" class="plain" aria-pressed={causal} onClick={() => session.changeScene({ ...scene, mask: causal ? "none" : "causal" })}>{causal ? words.cache.seeAll : words.cache.pastOnly}</button>
      </p>
      {shorter && <BeforeAndNow board={board} names={shown.scene.words} />}
    </>
  );
}

function BeforeAndNow({ board, names }: { board: Board; names: readonly string[] }) {
  const { shown } = board.session;
  const columns = counted(shapeOf(shown.scene).valueWidth), old = names.slice(0, -1), before = rowsOf({ trace: shown.answers.others["shorter"]! }, "output"), now = rowsOf(shown, "output");
  const same = before.every((row, at) => row.every((number, column) => Object.is(number, now[at]![column])));
  const headings = columns.map((at) => words.nan.number(at + 1));
  return (
    <>
      <div class="boards">
        <figure>
          <figcaption class="cap">{words.cache.caption.before}</figcaption>
          <LiveTable board={board} name="shorter" caption={words.cache.caption.before} rowNames={old} columnNames={headings} of={(row, column) => `other.shorter.output.${row}.${column}`} role="v" precision={3} />
        </figure>
        <figure>
          <figcaption class="cap">{words.cache.caption.now}</figcaption>
          <LiveTable board={board} name="longer" caption={words.cache.caption.now} rowNames={names} columnNames={headings} of={(row, column) => `output.${row}.${column}`} role="v" precision={3} />
        </figure>
      </div>
      <p class="cap" role="status">{same ? words.cache.same : words.cache.differ}</p>
    </>
  );
}
