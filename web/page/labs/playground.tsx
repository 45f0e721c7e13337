// The playground: a sentence, its arrows, and every number of attention on one board. Puts the parts together.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "../page.js";
import { allowed, namesOf, shapeOf } from "../scene/scene.js";
import { defaultScene } from "../scene/presets.js";
import { isBroken, rowsOf } from "../scene/read.js";
import type { Shown } from "../scene/shown.js";
import { Bars } from "../stage/bars.js";
import { Figure } from "../stage/figure.js";
import { cellText, inProse, sharedPrecision } from "../stage/format.js";
import { Lines } from "../stage/lines.js";
import { Sentence } from "../stage/prose.js";
import { frame } from "../words/en/frame.js";
import { playground as words } from "../words/en/playground.js";
import { ThreeJobs, WordArrows } from "./playground/arrows.js";
import { reading, rowReading, type Look } from "./playground/cells.js";
import { useSession, type Session } from "./playground/session.js";
import { FieldTable, linkedWords, MaskTable, mostInLine, scoreSize, StageTable, type Board } from "./playground/tables.js";
import { Choice, Top } from "./playground/top.js";
import { lookAt } from "./playground/unfolded.js";

export const page: Page = { address: "/playground/", title: words.title, description: words.description, scene: defaultScene, View };

function View({ first }: { first: Shown }) {
  const session = useSession(first);
  const [look, setLook] = useState<Look>();
  const whole = useRef<HTMLFieldSetElement>(null);
  const board: Board = {
    session, linked: linkedWords(session, look),
    onLook: (next) => setLook((old) => (old?.table === next?.table && old?.row === next?.row && old?.column === next?.column ? old : next)),
    focus: ({ table, row, column }) => {
      const index = table === "rowMax" || table === "rowSum" ? row : `${row},${column}`;
      whole.current?.querySelector<HTMLElement>(`td > [data-stage="${table}"][data-index="${index}"]`)?.focus();
    },
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const root = session.place.opened[0];
      if (event.key !== "Escape" || !root) return;
      session.open([]);
      board.focus(lookAt(root.stage, root.index));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return (
    <div class="playground">
      <h1 class="vh">{words.heading}</h1>
      {session.place.scene.kind === "words" && <p class="lead intro">{words.lead}</p>}
      {session.blocked && <p class="notice" role="alert">{frame.blocked}</p>}
      <fieldset class="whole" disabled={session.blocked} ref={whole}>
        <Top session={session} />
        <Flow board={board} />
      </fieldset>
      <p class="cap keys">{words.keys}</p>
      <div class="told">
        <p class={session.notice ? "notice" : ""} role="status">{session.notice}</p>
        {isBroken(session.shown) && <Broken session={session} />}
        <Reading board={board} look={look} />
      </div>
      <Spoken session={session} />
    </div>
  );
}

function Broken({ session }: { session: Session }) {
  return (
    <p class="notice" role="alert">{words.notices.broken}{" "}
      <button type="button" class="plain" onClick={session.goBack}>{words.notices.goBack}</button></p>
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
      <div class="lanes">
        <FieldTable board={board} table="x" />
        {(["q", "k", "v"] as const).map((role) => [
          <FieldTable key={`w${role}`} board={board} table={`w${role}`} hideRowNames />,
          given ? <FieldTable key={role} board={board} table={role} /> : <StageTable key={role} board={board} table={role} role={role} hideRowNames />,
        ])}
      </div>
      <div class="grids">
        <StageTable board={board} table="scores" largest={largest} />
        <StageTable board={board} table="scaled" largest={largest} symbol={scene.temperature === 1 ? "scaled" : "scaled-by-temperature"} under={<Temperature session={session} />} />
        <MaskTable board={board} under={<MaskChoice session={session} />} />
        <StageTable board={board} table="weights" largest={1} />
        <StageTable board={board} table="output" role="v" />
        <Row board={board} />
      </div>
      <details class="fold between" open={isBetween(session.place.opened[0]?.stage) || undefined}>
        <summary>{words.unfold.title} <span class="hint">{words.unfold.hint}</span></summary>
        <div class="grids">
          <StageTable board={board} table="masked" largest={largest} />
          <StageTable board={board} table="rowMax" largest={largest} />
          <StageTable board={board} table="exponentials" largest={1} />
          <StageTable board={board} table="rowSum" />
        </div>
      </details>
      <Lines of={JSON.stringify([shapeOf(scene), shapeOf(shown.scene), scene.kind, shown.opened.length])} />
    </section>
  );
}

/** Whether a cell lies in the tables that are folded away. */
function isBetween(stage: string | undefined): boolean {
  return stage === "masked" || stage === "rowMax" || stage === "exponentials" || stage === "rowSum";
}

function Temperature({ session }: { session: Session }) {
  const { scene } = session.place;
  return (
    <label class="temperature"><span class="cap">{words.temperature.label}</span>
      <input type="range" name="temperature" min={-2} max={2} step={0.05} value={Math.log2(scene.temperature)} aria-valuetext={inProse(scene.temperature)}
        onInput={(event) => session.changeScene({ ...scene, temperature: Math.round(2 ** Number(event.currentTarget.value) * 100) / 100 }, "temperature")} />
      <output class="num">{cellText(scene.temperature, 2)}</output></label>
  );
}

function MaskChoice({ session }: { session: Session }) {
  const { scene } = session.place, value = typeof scene.mask === "string" ? scene.mask : "painted";
  return (
    <Choice legend={words.mask.legend} name="mask" value={value}
      options={[["none", words.mask.none], ["causal", words.mask.causal], ["painted", words.mask.painted]]}
      onChoose={(mask) => session.changeScene({ ...scene, mask: mask === "painted" ? allowed(scene) : mask })} />
  );
}

/** The row of the asking word as bars, and who asks. */
function Row({ board }: { board: Board }) {
  const { session, linked } = board, { shown, place } = session;
  const { queries, keys } = namesOf(shown.scene), rows = rowsOf(shown, "weights");
  const row = Math.min(linked.asks ?? place.row, rows.length - 1), weights = rows[row] ?? [], precision = sharedPrecision(rows.flat());
  return (
    <div class="table at-row">
      {queries.length > 1 && <Choice legend={words.row.legend} name="row" value={String(place.row)} options={queries.map((word, at) => [String(at), word])}
        onChoose={(at) => session.change({ row: Number(at) }, "row")} />}
      <Figure narrow={288} wide={288} draw={(width) => (
        <Bars values={weights} names={keys} texts={weights.map((weight) => (weight === 0 ? "0" : cellText(weight, precision)))} width={width}
          label={words.bars(queries[row] ?? "")} marked={linked.offers} />
      )} />
    </div>
  );
}

/** The cell that is looked at, as a sentence. Like the notices it is always in sight, and moves nothing else. */
function Reading({ board, look }: { board: Board; look: Look | undefined }) {
  const { session } = board, last = session.shown.opened.at(-1);
  const seen = look ?? (last ? lookAt(last.stage, last.index) : undefined);
  return <p><Sentence of={(seen && reading(session.shown, seen)) ?? rowReading(session.shown, session.place.row)} /></p>;
}

/** What has changed, for a screen reader: the row of the asking word, once the reader has paused. */
function Spoken({ session: { shown, place } }: { session: Session }) {
  const now = spokenRow(shown, place.row);
  const last = useRef(now);   // what a reader has heard, or could read when the page came
  const [text, setText] = useState("");
  useEffect(() => {
    if (now === last.current) return;
    const timer = setTimeout(() => {
      last.current = now;
      setText(now);
    }, 600);
    return () => clearTimeout(timer);
  }, [now]);
  return <p class="vh" aria-live="polite">{text}</p>;
}

function spokenRow(shown: Shown, row: number): string {
  const { queries, keys } = namesOf(shown.scene), weights = rowsOf(shown, "weights")[row] ?? [], asks = queries[row] ?? "";
  const shares = weights.flatMap((weight, at) => (weight === 0 ? [] : [words.share(keys[at]!, inProse(weight))]));
  return shares.length ? words.spoken(asks, shares) : words.spokenNobody(asks);
}
