// Second walk, step 2: the query against one key, on the plane that both span.
import { live } from "../../board/printed.js";
import { FieldTable, scoreSize, StageTable } from "../../board/tables.js";
import { defaultPlace } from "../../scene/place.js";
import { shelf } from "../../scene/presets.js";
import { inDegrees } from "../../stage/format.js";
import { step as words } from "../../words/en/scaled-dot-product/2.js";
import { MatchBoard, matchQuestions, ScoreArithmetic } from "../match.js";
import { GuessOf, StepCode } from "../parts.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["score"],
  outset: { start: { ...defaultPlace, scene: shelf, row: 0 }, only: "given", ask: matchQuestions },
  prose: (shown) => {
    const pair = (field: string, write?: (value: number) => string) => live(shown, `pair.match.${field}`, write);
    return {
      what: words.what,
      whys: words.whys({
        cosine: pair("cosine"), normQ: pair("normQ"), normK: pair("normK"), angle: pair("angle", inDegrees), width: live(shown, "shape.keyWidth", String),
      }),
    };
  },
  Picture: ({ board }) => <MatchBoard board={board} caption={words.caption} />,
  Check: () => <GuessOf id="scaled-dot-product/2" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <ScoreArithmetic board={board} />
      <div class="boards">
        <FieldTable board={board} table="q" />
        <FieldTable board={board} table="k" />
        <StageTable board={board} table="scores" largest={scoreSize(board.session)} />
      </div>
      <StepCode board={board} upTo="score" />
    </>
  ),
};
