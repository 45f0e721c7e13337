// First walk, step 7: the asking word's weights spent on the values. Values and scores can be moved; what makes them is
// left to the steps before.
import { LiveTable } from "../../board/live_table.js";
import { live } from "../../board/printed.js";
import { Selector } from "../../board/selector.js";
import { FieldTable, StageTable, type Board } from "../../board/tables.js";
import { withPush } from "../../scene/edit.js";
import { defaultPlace } from "../../scene/place.js";
import { plain } from "../../scene/cases.js";
import { looksNowhere } from "../../scene/read.js";
import { namesOf, shapeOf } from "../../scene/scene.js";
import { asTyped } from "../../stage/format.js";
import { step as words } from "../../words/en/self-attention/7.js";
import { askedCell, askedOf } from "../asked.js";
import { BlendPlane } from "../blend_plane.js";
import { GuessOf, StepCode } from "../parts.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["blend"],
  outset: {
    start: { ...defaultPlace, column: 4 },
    ask(place) {
      const outputs = Array.from({ length: shapeOf(place.scene).valueWidth }, (_, column) => [`output${column}`, { stage: "output" as const, index: [place.row, column] }]);
      return { cells: { ...askedCell(place), ...Object.fromEntries(outputs) } };
    },
  },
  prose(shown) {
    const { row, column, asks, offers, most } = askedOf(shown);
    return {
      what: words.what,
      whys: words.whys({ asks, offers, weight: live(shown, `weights.${row}.${column}`), most, nobody: looksNowhere(shown, row) }),
    };
  },
  Picture,
  Check: () => <GuessOf id="self-attention/7" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <Pieces board={board} />
      <div class="boards">
        <StageTable board={board} table="weights" largest={1} />
        {board.session.place.scene.kind === "given" ? <FieldTable board={board} table="v" /> : <StageTable board={board} table="v" role="v" />}
        <StageTable board={board} table="output" role="v" />
      </div>
      <StepCode board={board} upTo="blend" />
    </>
  ),
};

const farthestPush = 8;

function Picture({ board }: { board: Board }) {
  const { session } = board, { scene, row, column } = session.place, { keys } = namesOf(scene);
  const push = scene.bias?.[row]?.[column] ?? 0;
  return (
    <>
      <Selector board={board} />
      <BlendPlane board={board} />
      <p class="cap">{words.caption}</p>
      <div class="controls">
        <label class="range"><span class="cap">{words.push(keys[column]!)} <output class="num">{asTyped(push)}</output></span>
          <input type="range" name="push" min={-farthestPush} max={farthestPush} step={0.1} value={push} aria-valuetext={asTyped(push)}
            onInput={(event) => session.changeScene(withPush(scene, row, column, Number(event.currentTarget.value)), "push")} onChange={() => session.settle()} /></label>
        <button type="button" class="plain" onClick={() => session.changeScene({ ...plain(scene), divisor: "zero" })}>{words.actions.tie}</button>
        <button type="button" class="plain" onClick={() => session.changeScene(plain(scene))}>{words.actions.reset}</button>
      </div>
    </>
  );
}

/** Weight × value = piece, word by word, and the pieces together. */
function Pieces({ board }: { board: Board }) {
  const { shown } = board.session, { keys } = namesOf(shown.scene), { valueWidth } = shapeOf(shown.scene), { row } = askedOf(shown);
  const inPiece = (column: number) => column > valueWidth;
  const of = (at: number, column: number) => {
    if (at === keys.length) return inPiece(column) ? `output.${row}.${column - valueWidth - 1}` : undefined;
    if (column === 0) return `weights.${row}.${at}`;
    return inPiece(column) ? `cell.output${column - valueWidth - 1}.product.${at}` : `v.${at}.${column - 1}`;
  };
  const columns = [words.weight, ...Array.from({ length: valueWidth }, (_, at) => words.valueAt(at + 1)), ...Array.from({ length: valueWidth }, (_, at) => words.pieceAt(at + 1))];
  return (
    <figure class="pieces">
      <figcaption>{words.pieces}</figcaption>
      <LiveTable board={board} name="pieces" caption={words.pieces} rowNames={[...keys, words.together]} columnNames={columns} of={of} bare={() => true} precision={3} />
    </figure>
  );
}
