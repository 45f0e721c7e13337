// Second walk, step 7: the worked example, end to end; every number of it can be changed.
import { Openable } from "../../board/openable.js";
import { live, printed } from "../../board/printed.js";
import { defaultPlace } from "../../scene/place.js";
import { workedExample } from "../../scene/presets.js";
import { namesOf, shapeOf } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { inDouble } from "../../stage/format.js";
import { LiveNumber } from "../../stage/live_number.js";
import { step as words } from "../../words/en/scaled-dot-product/7.js";
import { BlendPlane } from "../blend_plane.js";
import { GuessOf, StepCode } from "../parts.js";
import { RowBars } from "../row_bars.js";
import { givenStops, GivenPipeline } from "../scrub.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["blend"],
  outset: {
    start: { ...defaultPlace, scene: workedExample, row: 0, settings: { upTo: "blend" } }, only: "given", knobs: { upTo: { choices: givenStops } },
    ask: ({ scene }) => ({ paper: "first", roots: { keyWidth: shapeOf(scene).keyWidth } }),
  },
  prose: (shown) => {
    const { queries, keys } = namesOf(shown.scene), first = keys.slice(0, 2), of = (stage: string) => first.map((_, key) => live(shown, `${stage}.0.${key}`));
    const width = (name: string) => live(shown, `shape.${name}`, String);
    return {
      what: words.what,
      whys: words.whys({
        asks: queries[0]!, keys: first, scores: of("scores"), scaled: of("scaled"), weights: of("weights"), root: live(shown, "root.keyWidth"),
        keyWidth: width("keyWidth"), valueWidth: width("valueWidth"),
      }),
    };
  },
  Picture: ({ board }) => (
    <GivenPipeline board={board} shares={<RowBars board={board} />} blend={<BlendPlane board={board} still />} />
  ),
  Check: () => <GuessOf id="scaled-dot-product/7" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <Openable board={board} name="results"><TwoResults shown={board.session.shown} /></Openable>
      <StepCode board={board} upTo="blend" />
    </>
  ),
};

/** The output done on paper, with the weights rounded first, and unrounded. */
function TwoResults({ shown }: { shown: Shown }) {
  const columns = Array.from({ length: shapeOf(shown.scene).valueWidth }, (_, at) => at);
  const row = (name: string, of: (column: number) => string) => (
    <tr><th scope="row">{name}</th>{columns.map((column) => <td key={column}><LiveNumber {...printed(shown, of(column), inDouble)} /></td>)}</tr>
  );
  return (
    <table class="facts">
      <caption class="vh">{words.paper.caption}</caption>
      <tbody>
        {row(words.paper.rounded, (column) => `rounded.${column}.value`)}
        {row(words.paper.exact, (column) => `output.0.${column}`)}
      </tbody>
    </table>
  );
}
