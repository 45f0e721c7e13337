// Second walk, step 3: the grid of all scores, n queries by m keys.
import { live } from "../../board/printed.js";
import { FieldTable, scoreSize, StageTable, type Board } from "../../board/tables.js";
import { withCount } from "../../scene/edit.js";
import { defaultPlace } from "../../scene/place.js";
import { shelves } from "../../scene/presets.js";
import type { GivenScene } from "../../scene/scene.js";
import { step as words } from "../../words/en/scaled-dot-product/3.js";
import { Counter, GuessOf, ShapeRule, StepCode } from "../parts.js";
import type { Step } from "../step.js";

const most = 6;

export const step: Step = {
  title: words.title, description: words.description, at: ["score"],
  outset: { start: { ...defaultPlace, scene: shelves, row: 0 }, only: "given" },
  prose: (shown) => ({
    what: words.what,
    whys: words.whys({ queries: live(shown, "shape.queries", String), keys: live(shown, "shape.keys", String), width: live(shown, "shape.keyWidth", String) }),
  }),
  Picture,
  Check: () => <GuessOf id="scaled-dot-product/3" check={words.check} />,
  Numbers: ({ board }) => <StepCode board={board} upTo="score" />,
};

function Picture({ board }: { board: Board }) {
  const { session } = board, scene = session.place.scene as GivenScene;
  return (
    <>
      <div class="controls">
        <Counter label={words.queries} count={scene.q.length} from={1} to={most} onCount={(count) => session.changeScene(withCount(scene, "queries", count))} />
        <Counter label={words.keys} count={scene.k.length} from={1} to={most} onCount={(count) => session.changeScene(withCount(scene, "keys", count))} />
      </div>
      <ShapeRule shown={session.shown} />
      <div class="boards">
        <FieldTable board={board} table="q" />
        <FieldTable board={board} table="k" />
        <StageTable board={board} table="scores" largest={scoreSize(session)} />
      </div>
      <p class="cap">{words.caption}</p>
    </>
  );
}
