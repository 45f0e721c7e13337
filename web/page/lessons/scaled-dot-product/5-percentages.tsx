// Second walk, step 5: one row of scores becomes shares of 100 %.
import { live } from "../../board/printed.js";
import { StageTable, type Board } from "../../board/tables.js";
import { defaultPlace } from "../../scene/place.js";
import { shelves } from "../../scene/presets.js";
import { looksNowhere, rowsOf } from "../../scene/read.js";
import { allowed, namesOf, type GivenScene, type Scene } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { withPainted } from "../../scene/edit.js";
import { step as words } from "../../words/en/scaled-dot-product/5.js";
import { nobody } from "../asked.js";
import { GuessOf, Quotient, StepCode } from "../parts.js";
import { Pushes, RowBars } from "../row_bars.js";
import type { Step } from "../step.js";

const start: GivenScene = { ...shelves, q: shelves.q.slice(0, 1), queryNames: ["query"] };

const row = 0;

/** The key with the largest score; the first where scores are no numbers. */
function bestOf(shown: Shown): number {
  const scores = rowsOf(shown, "masked")[row]!;
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

export const step: Step = {
  title: words.title, description: words.description, at: ["softmax", "mask"],
  outset: { start: { ...defaultPlace, scene: start, row: 0 }, only: "given" },
  prose: (shown) => {
    const { keys } = namesOf(shown.scene), best = bestOf(shown), scores = rowsOf(shown, "masked")[row]!;
    const lowest = Math.max(0, scores.indexOf(Math.min(...scores.filter(Number.isFinite))));
    const at = (stage: string, key: number) => live(shown, `${stage}.${row}.${key}`);
    return {
      what: [...words.what, ...nobody(shown, row)],
      whys: words.whys({
        best: keys[best]!, exponential: at("exponentials", best), sum: live(shown, `rowSum.${row}`), weight: at("weights", best),
        nobody: looksNowhere(shown, row), lowest: keys[lowest]!, lowestScore: at("masked", lowest), lowestWeight: at("weights", lowest),
      }),
    };
  },
  Picture,
  Check: () => <GuessOf id="scaled-dot-product/5" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <Quotient board={board} row={row} column={bestOf(board.session.shown)} />
      <div class="boards">
        {(["masked", "rowMax", "exponentials", "rowSum", "weights"] as const).map((table) => <StageTable key={table} board={board} table={table} />)}
      </div>
      <StepCode board={board} upTo="softmax" />
    </>
  ),
};

function Picture({ board }: { board: Board }) {
  const { session } = board, { scene, row } = session.place, { keys } = namesOf(scene), may = allowed(scene)[row]!;
  return (
    <>
      <RowBars board={board} />
      <p class="cap">{looksNowhere(session.shown, row) ? words.captionOfNobody : words.caption}</p>
      <Pushes board={board} />
      <div class="controls">
        <fieldset class="checks"><legend class="cap">{words.hidden}</legend>
          {keys.map((name, key) => (
            <label key={key}><input type="checkbox" name={`hide ${key}`} checked={!may[key]} onChange={() => session.changeScene(withPainted(scene, row, key))} />{name}</label>
          ))}</fieldset>
        <button type="button" class="plain" onClick={() => session.changeScene(lowered(session.shown, scene, row))}>{words.shift}</button>
      </div>
    </>
  );
}

/** Five less for every score of the row. */
function lowered(shown: Shown, scene: Scene, row: number): Scene {
  const bias = rowsOf(shown, "scaled").map((scores, i) => scores.map((_, j) => (scene.bias?.[i]?.[j] ?? 0) - (i === row ? 5 : 0)));
  return { ...scene, bias };
}
