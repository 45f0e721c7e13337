// First walk, step 1: the words of a sentence as arrows, beside the table of their numbers.
import { WordArrows } from "../../board/arrows.js";
import { Choice, SentenceField } from "../../board/controls.js";
import { live } from "../../board/printed.js";
import { FieldTable, type Board } from "../../board/tables.js";
import { widthOf, withWidth } from "../../scene/edit.js";
import { withWordCount } from "../../scene/experiments.js";
import { defaultPlace, type Place } from "../../scene/place.js";
import type { Questions } from "../../scene/questions.js";
import { mostWords, type WordsScene } from "../../scene/scene.js";
import { inDegrees } from "../../stage/format.js";
import { step as words } from "../../words/en/self-attention/1.js";
import { Counter, GuessOf, StepCode } from "../parts.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["arrows"],
  outset: { start: { ...defaultPlace, row: 1, column: 4 }, only: "words", ask },
  prose(shown) {
    const of = (field: string, write?: (value: number) => string) => live(shown, `pair.two.${field}`, write);
    const word = (cell: "one" | "other") => (shown.scene as WordsScene).words[shown.answers.cells[cell]!.index[0]!]!;
    return {
      what: words.what,
      whys: words.whys({
        one: word("one"), other: word("other"), angle: of("angle", inDegrees), long: of("normQ"), otherLong: of("normK"),
        width: live(shown, "columns.x", String), words: live(shown, "shape.queries", String),
      }),
    };
  },
  Picture,
  Check: () => <GuessOf id="self-attention/1" check={words.check} />,
  Numbers: ({ board }) => <StepCode board={board} upTo="arrows" hint={words.code} />,
};

/** How the word that was moved last lies to another one. */
function ask({ scene, row, column }: Place): Questions {
  const other = row === column ? (row + 1) % (scene as WordsScene).words.length : column;
  return {
    pairs: { two: { q: { stage: "x", row }, k: { stage: "x", row: other } } },
    cells: { one: { stage: "x", index: [row, 0] }, other: { stage: "x", index: [other, 0] } },
  };
}

function Picture({ board }: { board: Board }) {
  const { session } = board, scene = session.place.scene as WordsScene, width = widthOf(scene);
  return (
    <>
      <SentenceField session={session} scene={scene} />
      <div class="words-and-rows">
        <div class="planes">
          <WordArrows board={board} scene={scene} first={0} most={width === 2 ? 440 : 320} />
          {width === 4 && <WordArrows board={board} scene={scene} first={2} most={320} />}
        </div>
        <FieldTable board={board} table="x" />
      </div>
      <p class="cap">{words.caption}</p>
      <div class="controls">
        <Counter label={words.words} count={scene.words.length} from={1} to={mostWords} onCount={(count) => session.changeScene(withWordCount(scene, count), "words")} />
        <Choice legend={words.width} name="width" options={[["2", "2"], ["4", "4"]]} value={String(width)}
          onChoose={(to) => session.change({ scene: withWidth(scene, to === "2" ? 2 : 4), opened: [] })} />
      </div>
    </>
  );
}
