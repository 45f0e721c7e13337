// First walk, step 8: the edges of attention. Each case is the reader's own scene, changed, and shown on the same board.
import { useLayoutEffect, useRef } from "preact/hooks";
import { MaskChoice } from "../../board/controls.js";
import { Later } from "../../board/later.js";
import { live, printed, valueOf } from "../../board/printed.js";
import { Selector } from "../../board/selector.js";
import { MaskTable, StageTable, type Board } from "../../board/tables.js";
import { caseNames, caseOf, edgesOf, plain, type CaseName } from "../../scene/cases.js";
import { withMaskInverted } from "../../scene/edit.js";
import { defaultPlace, type Place } from "../../scene/place.js";
import type { Questions } from "../../scene/questions.js";
import { looksNowhere } from "../../scene/read.js";
import { same } from "../../scene/same.js";
import { namesOf, shapeOf } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { Bars } from "../../stage/bars.js";
import { Figure } from "../../stage/figure.js";
import { cellText } from "../../stage/format.js";
import { Sentence } from "../../stage/prose.js";
import { step as words } from "../../words/en/self-attention/8.js";
import { askedCell, askedOf } from "../asked.js";
import { BrokenNumber, brokenQuestions, CacheRows, cacheQuestions, hideKnob, HidingWays, hidingQuestions } from "../hiding.js";
import { GuessOf, StepCode } from "../parts.js";
import { RowBars } from "../row_bars.js";
import { Fold, type Step } from "../step.js";

/** The cases of the source's own table; the others stand below. */
const five = ["even", "one-hot", "alone", "opposite", "masked"] as const satisfies readonly CaseName[];
const more = caseNames.filter((name) => !(five as readonly string[]).includes(name));
const trio = ["even", "one-hot", "masked"] as const;

export const step: Step = {
  title: words.title, description: words.description, at: ["mask"],
  outset: {
    start: { ...defaultPlace, column: 1, settings: { case: "own", hide: "one" } },
    knobs: { case: { choices: ["own", ...caseNames] }, hide: hideKnob },
    ask,
  },
  prose: (shown) => ({ what: words.what, whys: words.whys(askedOf(shown)) }),
  Picture,
  Check: () => <GuessOf id="self-attention/8" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <Fold title={words.hide.title} hint={words.hide.hint} open><HidingWays board={board} /></Fold>
      <Fold title={words.nan.title} hint={words.nan.hint} open={isPinned(board, "broken")}><BrokenNumber board={board} /></Fold>
      <Fold title={words.cache.title} hint={words.cache.hint} open={isPinned(board, "shorter", "longer")}><CacheRows board={board} /></Fold>
      <StepCode board={board} upTo="blend" />
    </>
  ),
};

/** Whether the number that a link opens stands in one of these tables. */
const isPinned = ({ session }: Board, ...tables: string[]) => tables.includes(session.place.opened[0]?.table ?? "") || undefined;

function ask(place: Place): Questions {
  const { scene, row, column } = place, asked = [hidingQuestions(place), brokenQuestions(place), cacheQuestions(place)];
  const { normalised = {}, sums = {} } = asked[0]!;
  return {
    cells: askedCell(place), normalised, sums: { ...sums, own: { stage: "weights", row } },
    others: Object.assign({}, edgesOf(scene, row, column), ...asked.map(({ others }) => others)),
  };
}

function Picture({ board }: { board: Board }) {
  const { session } = board, { place } = session, chosen = String(place.settings["case"]) as CaseName | "own";
  const { goTo, holds } = useCases(board), stage = useRef<HTMLElement>(null);
  const press = (name: CaseName | "own") => {
    goTo(name);
    stage.current?.scrollIntoView({ block: "nearest" });
  };
  const button = (name: CaseName | "own", text: string) => <button type="button" class="plain" aria-pressed={chosen === name} onClick={() => press(name)}>{text}</button>;
  return (
    <>
      <Selector board={board} />
      <Trio shown={session.shown} />
      <div class="museum">
        <Later of="div">{() => <>
          <ol class="edges" aria-label={words.table}>
            {five.map((name) => <li key={name}>{button(name, words.cases[name].name)}<p>{words.cases[name].what}</p><p class="cap">{words.cases[name].why}</p></li>)}
          </ol>
          <p class="cap">{words.more}</p>
          <p class="more-edges">{more.map((name) => button(name, words.cases[name].name))}{button("own", words.own)}</p>
        </>}</Later>
        <section class="exhibit" ref={stage} aria-label={words.board}>
          <p class="notice-line" role="status"><Sentence of={words.notice[holds !== "shut" && looksNowhere(session.shown, askedOf(session.shown).row) ? "nobody" : holds](rowOf(session.shown))} /></p>
          <RowBars board={board} />
          <Later of="div" class="boards">{() => <>
            <MaskTable board={board} under={(
              <>
                <MaskChoice session={session} />
                <button type="button" class="plain" onClick={() => session.changeScene(withMaskInverted(place.scene))}>{words.invert}</button>
              </>
            )} />
            <StageTable board={board} table="weights" largest={1} />
            <StageTable board={board} table="output" role="v" />
          </>}</Later>
        </section>
      </div>
    </>
  );
}

/**
 * `goTo` a case, or back to the scene as it was before the first; who asks and who offers stay where they can. `holds` is the
 * case that is still as it came: once the reader has changed something in it, what was said of it may not be true.
 */
function useCases({ session: { shown, place, change } }: Board): { goTo(name: CaseName | "own"): void; holds: CaseName | "own" } {
  const own = useRef<{ shown: Shown; place: Place }>(undefined), came = useRef<{ name: string; as: unknown }>(undefined);
  const name = shown.settings["case"] as CaseName | "own", { row, column } = askedOf(shown), as = { scene: shown.scene, row, column };
  if (came.current?.name !== name) came.current = { name, as };
  useLayoutEffect(() => {
    if (name === "own" && place.settings["case"] === "own") own.current = { shown, place };
  }, [shown, place]);
  return {
    holds: same(came.current.as, as) ? name : "own",
    goTo(name) {
      const base = own.current, { row, column } = base?.place ?? place;
      const scene = name === "own" ? base?.shown.scene ?? plain(shown.scene) : caseOf(name, base?.shown ?? shown, row, column);
      came.current = undefined;
      change({ scene, row, column, settings: { ...place.settings, case: name }, opened: [] });
    },
  };
}

/** What a case's sentence says of the row, with its live numbers. */
function rowOf(shown: Shown) {
  const { row, column, asks, offers, most } = askedOf(shown);
  return { asks, offers, most, weight: live(shown, `weights.${row}.${column}`), sum: live(shown, "sum.own.total", short) };
}

/** Three decimals, and a bare 0 for nothing at all. */
const short = (value: number) => (value === 0 ? "0" : cellText(value, 3));

/** The asking word's row at three edges, side by side. */
function Trio({ shown }: { shown: Shown }) {
  const { row } = askedOf(shown), { keys } = namesOf(shown.scene), { keys: count } = shapeOf(shown.scene);
  return (
    <Later of="div" class="trio" role="group" label={words.trio.label}>
      {() => trio.map((name) => {
        const of = Array.from({ length: count }, (_, key) => `other.${name}.weights.${row}.${key}`), texts = of.map((path) => printed(shown, path, short));
        return (
          <figure key={name}>
            <Figure narrow={200} wide={240} draw={(width) => (
              <Bars values={of.map((path) => valueOf(shown, path))} names={keys} texts={texts} width={width} label={words.trio.figure(words.trio[name].name, keys.map((key, at) => words.share(key, texts[at]!.text)))} />
            )} />
            <figcaption><span>{words.trio[name].name}</span> <span class="cap">{words.trio[name].caption}</span></figcaption>
          </figure>
        );
      })}
    </Later>
  );
}
