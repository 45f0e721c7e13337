// First walk, step 6: one row of scores becomes weights. Below it the same row under other rules, and softmax along the
// wrong axis.
import { Choice, Temperature } from "../../board/controls.js";
import { LiveTable } from "../../board/live_table.js";
import { live } from "../../board/printed.js";
import { Selector } from "../../board/selector.js";
import { scoreSize, StageTable, type Board } from "../../board/tables.js";
import { plain } from "../../scene/cases.js";
import { withPainted, withPush } from "../../scene/edit.js";
import { defaultPlace, type Place } from "../../scene/place.js";
import type { Questions, Vector } from "../../scene/questions.js";
import { namesOf, shapeOf } from "../../scene/scene.js";
import { looksNowhere, rowsOf } from "../../scene/read.js";
import { Sentence } from "../../stage/prose.js";
import { step as words } from "../../words/en/self-attention/6.js";
import { askedCell, askedOf, nobody } from "../asked.js";
import { GuessOf, Quotient, StepCode } from "../parts.js";
import { Pushes, RowBars } from "../row_bars.js";
import { Fold, type Step } from "../step.js";

const rules = ["softmax", "naive", "plain", "hard"] as const;
const counted = (count: number) => Array.from({ length: count }, (_, at) => at);
const axes = ["rows", "columns"] as const;

export const step: Step = {
  title: words.title, description: words.description, at: ["softmax"],
  outset: { start: { ...defaultPlace, column: 1, settings: { axis: "rows" } }, knobs: { axis: { choices: axes } }, ask },
  prose(shown) {
    const { row, column, asks, offers } = askedOf(shown), cell = (stage: string) => live(shown, `${stage}.${row}.${column}`);
    return {
      what: [...words.what, ...nobody(shown, row)],
      whys: words.whys({ asks, offers, top: cell("exponentials"), weight: cell("weights"), sum: live(shown, `rowSum.${row}`), largest: live(shown, `rowMax.${row}`), nobody: looksNowhere(shown, row) }),
    };
  },
  Picture,
  Check: () => <GuessOf id="self-attention/6" check={words.check} />,
  Numbers,
};

function ask(place: Place): Questions {
  const { scene, settings, row } = place, { queries, keys } = shapeOf(scene), along = settings["axis"] === "columns";
  const own: Vector = { stage: "masked", row }, columns = counted(along ? keys : 0);
  // The sums of the table that is shown.
  const line = (at: number): Vector => (along ? { across: columns.map(columnName), place: at } : { stage: "weights", row: at });
  const pile = (at: number): Vector => (along ? { normalised: columnName(at) } : { stage: "weights", column: at });
  const sums = (name: string, count: number, of: (at: number) => Vector) => counted(count).map((at) => [`${name}${at}`, of(at)] as const);
  return {
    cells: askedCell(place),
    normalised: Object.fromEntries([
      ...rules.map((rule) => [rule, { row: own, rule }] as const), ...columns.map((column) => [columnName(column), { row: { stage: "masked", column }, rule: "softmax" }] as const),
    ]),
    sums: Object.fromEntries([...sums("row", queries, line), ...sums("column", keys, pile), ...rules.map((rule) => [rule, { normalised: rule }] as const)]),
  };
}

/** A column of scores, shared out as if it were a row. */
const columnName = (column: number) => `along${column}`;

const shift = 100, farDown = -20;

function Picture({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { scene, row, column } = session.place, { keys } = namesOf(scene);
  const push = (by: (key: number) => number) => session.changeScene(keys.reduce((pushed, _, key) => withPush(pushed, row, key, by(key)), scene));
  const added = (key: number) => scene.bias?.[row]?.[key] ?? 0;
  const scaled = rowsOf(shown, "scaled")[row]?.[column] ?? 0;
  return (
    <>
      <Selector board={board} />
      <RowBars board={board} />
      <p class="cap"><Sentence of={words.caption(nobody(shown, row))} /></p>
      <Pushes board={board} />
      <div class="controls">
        <Temperature session={session} />
        <button type="button" class="plain" onClick={() => push((key) => added(key) + shift)}>{words.actions.shift}</button>
        <button type="button" class="plain" onClick={() => push((key) => (key === column ? farDown - scaled : added(key)))}>{words.actions.down(keys[column]!)}</button>
        <button type="button" class="plain" onClick={() => session.changeScene(withPainted(scene, row, column))}>{words.actions.hide(keys[column]!)}</button>
        <button type="button" class="plain" onClick={() => session.changeScene({ ...scene, divisor: "zero" })}>{words.actions.zero}</button>
        <button type="button" class="plain" onClick={() => session.changeScene(plain(scene))}>{words.actions.reset}</button>
      </div>
    </>
  );
}

function Numbers({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { row, column, asks } = askedOf(shown), largest = scoreSize(session), [opened] = session.place.opened;
  return (
    <>
      <Quotient board={board} row={row} column={column} />
      <Fold title={words.rules.title} hint={words.rules.hint} open>
        <p><Sentence of={words.rules.lead(asks, nobody(shown, row))} /></p>
        <Rules board={board} />
        <ul class="notes">{rules.map((rule) => <li key={rule}>{words.rules.names[rule]}{": "}{words.rules.notes[rule]}</li>)}</ul>
      </Fold>
      <Fold title={words.axes.title} hint={words.axes.hint} open={opened?.table?.startsWith("axes") || undefined}><Axes board={board} /></Fold>
      <Fold title={words.numbers.title} hint={words.numbers.hint} open={opened !== undefined && opened.table === undefined}>
        <div class="boards">
          <StageTable board={board} table="masked" largest={largest} />
          <StageTable board={board} table="rowMax" largest={largest} />
          <StageTable board={board} table="exponentials" largest={1} />
          <StageTable board={board} table="rowSum" />
          <StageTable board={board} table="weights" largest={1} />
        </div>
      </Fold>
      <StepCode board={board} upTo="softmax" />
    </>
  );
}

/** One row of scores, and its shares under each rule with their sum. */
function Rules({ board }: { board: Board }) {
  const { shown } = board.session, { row } = askedOf(shown), { keys } = namesOf(shown.scene);
  const of = (line: number, key: number) => {
    const rule = rules[line - 1];
    if (rule === undefined) return key === keys.length ? undefined : `masked.${row}.${key}`;
    return key === keys.length ? `sum.${rule}.total` : `normalised.${rule}.weights.${key}`;
  };
  return (
    <LiveTable board={board} name="rules" caption={words.rules.caption} rowNames={[words.rules.score, ...rules.map((rule) => words.rules.names[rule])]}
      columnNames={[...keys, words.rules.sum]} columns="summed" of={of} bare={(line, key) => line === 0 || key === keys.length} largest={1} precision={3} />
  );
}

/** All weights, softmax along the rows or along the columns, with the sums of both. */
function Axes({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { queries, keys } = namesOf(shown.scene), axis = shown.settings["axis"] === "columns" ? "columns" : "rows";
  const hidden = keys.find((_, column) => rowsOf(shown, "masked").every((row) => row[column] === -Infinity));
  const of = (row: number, column: number) => {
    if (row === queries.length) return column === keys.length ? undefined : `sum.column${column}.total`;
    if (column === keys.length) return `sum.row${row}.total`;
    return axis === "rows" ? `weights.${row}.${column}` : `normalised.${columnName(column)}.weights.${row}`;
  };
  return (
    <>
      <Choice legend={words.axes.legend} name="axis" value={String(session.place.settings["axis"])} options={axes.map((along) => [along, words.axes[along]])}
        onChoose={(along) => session.set("axis", along)} />
      <LiveTable board={board} name={`axes-${axis}`} caption={words.axes.caption[axis]} rowNames={[...queries, words.axes.columnSum]} columnNames={[...keys, words.axes.rowSum]}
        columns="summed" of={of} bare={(row, column) => row === queries.length || column === keys.length} largest={1} precision={3} />
      <p class="cap" role="status"><Sentence of={axis === "rows" ? words.axes.right(nobody(shown)) : words.axes.wrong(hidden === undefined ? [] : words.axes.hidden(hidden))} /></p>
    </>
  );
}
