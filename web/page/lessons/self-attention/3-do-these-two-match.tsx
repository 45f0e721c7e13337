// First walk, step 3: one query against one key, on the plane that both span. The words' arrows are left behind here:
// turning a key makes it a given one.
import { live } from "../../board/printed.js";
import { FieldTable, scoreSize, StageTable, type Board } from "../../board/tables.js";
import { cosines, longKey } from "../../scene/experiments.js";
import { defaultPlace } from "../../scene/place.js";
import { inDegrees } from "../../stage/format.js";
import { step as words } from "../../words/en/self-attention/3.js";
import { MatchBoard, matchOf, matchQuestions, ScoreArithmetic } from "../match.js";
import { GuessOf, StepCode } from "../parts.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["score"],
  outset: {
    start: { ...defaultPlace, row: 3, column: 1 },
    ask(place) {
      const { pairs, cells } = matchQuestions(place), long = (row: number) => ({ q: { other: "longKey", stage: "q", row: 0 }, k: { other: "longKey", stage: "k", row } } as const);
      return { cells, pairs: { ...pairs, aligned: long(0), longer: long(1) }, others: { cosines, longKey } };
    },
  },
  prose: (shown) => {
    const { asks, offers } = matchOf(shown), pair = (field: string, write?: (value: number) => string) => live(shown, `pair.match.${field}`, write);
    return {
      what: words.what,
      whys: words.whys({
        asks, offers, score: live(shown, "cell.score.value"), cosine: pair("cosine"), normQ: pair("normQ"), normK: pair("normK"), angle: pair("angle", inDegrees),
        width: live(shown, "shape.keyWidth", String), bestCosine: live(shown, "other.cosines.weights.0.0"),
        aligned: live(shown, "pair.aligned.angle", inDegrees), alignedScore: live(shown, "other.longKey.scores.0.0"),
        longer: live(shown, "pair.longer.angle", inDegrees), longerScore: live(shown, "other.longKey.scores.0.1"),
      }),
    };
  },
  Picture: ({ board }) => (
    <>
      <MatchBoard board={board} caption={words.caption} />
      <p class="aside"><button type="button" class="plain" onClick={() => board.session.change({ scene: longKey, row: 0, column: 0, opened: [] })}>{words.longKey}</button></p>
    </>
  ),
  Check: () => <GuessOf id="self-attention/3" check={words.check} />,
  Numbers,
};

function Numbers({ board }: { board: Board }) {
  const { session } = board, given = session.place.scene.kind === "given";
  return (
    <>
      <ScoreArithmetic board={board} />
      <div class="boards">
        {(["q", "k"] as const).map((table) => given ? <FieldTable key={table} board={board} table={table} /> : <StageTable key={table} board={board} table={table} role={table} />)}
        <StageTable board={board} table="scores" largest={scoreSize(session)} />
      </div>
      <StepCode board={board} upTo="score" />
    </>
  );
}
