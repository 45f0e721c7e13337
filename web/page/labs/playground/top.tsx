// What a reader sets: the sentence or the worked example, the width, the temperature, the link.
import { useRef } from "preact/hooks";
import { Choice, CopyLink, SentenceField } from "../../board/controls.js";
import type { Session } from "../../board/session.js";
import { widthOf, withWidth } from "../../scene/edit.js";
import { defaultScene, workedExample } from "../../scene/presets.js";
import type { Origin, WordsScene } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { inDouble } from "../../stage/format.js";
import { board as common } from "../../words/en/board.js";
import { playground as words } from "../../words/en/playground.js";

export function Top({ session }: { session: Session }) {
  const { scene } = session.place;
  const lastWords = useRef<WordsScene>(defaultScene);
  if (scene.kind === "words") lastWords.current = scene;
  return (
    <div class="top">
      {scene.kind === "words" ? <SentenceField session={session} scene={scene} /> : <Paper shown={session.shown} origin={scene.given} />}
      <div class="settings">
        <Choice legend={words.scenes.legend} quiet name="scene" options={[["words", words.scenes.words], ["given", words.scenes.given]]} value={scene.kind}
          onChoose={(kind) => session.change({ scene: kind === "given" ? workedExample : lastWords.current, row: 0, opened: kind === "given" ? [{ stage: "output", index: [0, 0] }] : [] })} />
        {scene.kind === "words" && (
          <Choice legend={words.width.legend} name="width" options={[["2", "2"], ["4", "4"]]} value={String(widthOf(scene))}
            onChoose={(width) => session.change({ scene: withWidth(scene, width === "2" ? 2 : 4), opened: [] })} />
        )}
        <CopyLink session={session} />
        <button type="button" class="plain" onClick={session.startOver}>{common.startOver}</button>
      </div>
    </div>
  );
}

/** The worked example on paper and unrounded, one above the other; both from the core. */
function Paper({ shown: { rounded = [], trace }, origin }: { shown: Shown; origin: Origin }) {
  const list = (numbers: Iterable<number>) => `(${[...numbers].map(inDouble).join(", ")})`;
  const paperWeights = rounded[0]?.operands.map(([weight]) => weight!.value) ?? [];
  return (
    <div class="worked">
      <p class="lead">{words.paper.lead}</p>
      <table>
        <thead><tr><td /><th scope="col">{words.paper.weights}</th><th scope="col">{words.paper.output}</th></tr></thead>
        <tbody>
          <tr data-worked="paper"><th scope="row">{words.paper.onPaper}</th><td>{list(paperWeights)}</td><td>{list(rounded.map(({ value }) => value))}</td></tr>
          <tr data-worked="exact"><th scope="row">{words.paper.unrounded}</th><td>{list(trace.weights.data)}</td><td>{list(trace.output.data)}</td></tr>
        </tbody>
      </table>
      <p class="cap">{common.given[origin]}</p>
    </div>
  );
}
