// Second walk, step 6: the values of the worked example, blended.
import { live } from "../../board/printed.js";
import { FieldTable, StageTable } from "../../board/tables.js";
import { plain } from "../../scene/cases.js";
import { defaultPlace } from "../../scene/place.js";
import { workedExample } from "../../scene/presets.js";
import { looksNowhere, rowsOf } from "../../scene/read.js";
import { namesOf } from "../../scene/scene.js";
import { step as words } from "../../words/en/scaled-dot-product/6.js";
import { mostOf } from "../asked.js";
import { BlendPlane } from "../blend_plane.js";
import { GuessOf, StepCode } from "../parts.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["blend"],
  outset: { start: { ...defaultPlace, scene: workedExample, row: 0 }, only: "given" },
  prose: (shown) => {
    const { queries, keys } = namesOf(shown.scene), weights = rowsOf(shown, "weights")[0]!, least = weights.indexOf(Math.min(...weights.filter((weight) => weight > 0)));
    return {
      what: words.what,
      whys: words.whys({
        most: mostOf(shown, 0), least: least < 0 ? undefined : { name: keys[least]!, weight: live(shown, `weights.0.${least}`) },
        asks: queries[0]!, nobody: looksNowhere(shown, 0), two: keys.length === 2, valueWidth: live(shown, "shape.valueWidth", String),
      }),
    };
  },
  Picture: ({ board, board: { session } }) => (
    <>
      <BlendPlane board={board} />
      <p class="cap">{looksNowhere(session.shown, 0) ? words.captionOfNobody : words.caption}</p>
      <div class="controls">
        <button type="button" class="plain" onClick={() => session.changeScene({ ...plain(session.place.scene), divisor: "zero" })}>{words.tie}</button>
        <button type="button" class="plain" onClick={() => session.changeScene(plain(session.place.scene))}>{words.untie}</button>
      </div>
    </>
  ),
  Check: () => <GuessOf id="scaled-dot-product/6" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <div class="boards">
        <StageTable board={board} table="weights" largest={1} />
        <FieldTable board={board} table="v" />
        <StageTable board={board} table="output" role="v" />
      </div>
      <StepCode board={board} upTo="blend" />
    </>
  ),
};
