// The asking row as bars: its scores, which can be pulled, and the shares that softmax makes of them. A pull adds to the
// scaled score of one key, the scene's bias, and says so.
import { useRef } from "preact/hooks";
import type { Board } from "../board/tables.js";
import { Openable } from "../board/openable.js";
import { printed } from "../board/printed.js";
import { withPush } from "../scene/edit.js";
import { rowsOf } from "../scene/read.js";
import { allowed, namesOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { Figure } from "../stage/figure.js";
import { inPercent, inProse } from "../stage/format.js";
import { Sentence, type Prose } from "../stage/prose.js";
import { SoftmaxBars, type BarNumber } from "../stage/softmax_bars.js";
import { lesson } from "../words/en/lesson.js";

/** `raw`: also the scores before scaling, to be compared. */
export function RowBars({ board, raw = false }: { board: Board; raw?: boolean }) {
  const { session } = board, { shown, place } = session, { queries, keys } = namesOf(shown.scene), words = lesson.row;
  const row = Math.min(place.row, queries.length - 1), stage = shown.scene.bias ? "biased" : "scaled", may = allowed(shown.scene)[row]!;
  const numbers = (stage: "scores" | "scaled" | "biased" | "weights"): BarNumber[] =>
    rowsOf(shown, stage)[row]!.map((value, key) => ({ value, text: printed(shown, `${stage}.${row}.${key}`) }));
  const shares = keys.map((_, key) => printed(shown, `weights.${row}.${key}`, inPercent));
  const scores = numbers(stage);
  return (
    <Openable board={board} name="bars"><figure>
      <Figure narrow={288} wide={860} draw={(width) => (
        <SoftmaxBars width={width} names={keys} scores={scores} weights={numbers("weights")} shares={shares} shut={may.map((open) => !open)} marked={place.column}
          {...(raw ? { raw: numbers("scores") } : {})} titles={{ raw: words.raw, scores: stage === "biased" ? words.pushed : words.scaled, weights: words.weights }}
          label={words.label(queries[row]!, keys.map((name, key) => words.share(name, shares[key]!.text)))}
          {...(raw ? {} : {
            handle: (key: number) => ({ name: words.handle(keys[key]!), now: scores[key]!.value, valueText: inProse(scores[key]!.value) }),
            onScore: (key: number, score: number) => session.change({ scene: pulled(shown, place.scene, row, key, score), row, column: key }, `pull ${key}`),
            onGrip: (held: boolean) => held || session.settle(),
          })} />
      )} />
    </figure></Openable>
  );
}

/** The push that brings a key's scaled score to `score`, to a hundredth. */
function pulled(shown: Shown, scene: Shown["scene"], row: number, key: number, score: number): Shown["scene"] {
  return withPush(scene, row, key, Math.round((score - rowsOf(shown, "scaled")[row]![key]!) * 100) / 100);
}

/** What has been added to the row's scores, in words, and a way to take it back. */
export function Pushes({ board: { session } }: { board: Board }) {
  const { scene, row } = session.place, words = lesson.row, { keys } = namesOf(scene);
  const pushes = (scene.bias?.[row] ?? []).flatMap((push, key) => (push === 0 ? [] : [words.push(keys[key]!, inProse(push))]));
  const said: Prose = pushes.length === 0 ? [words.noPush] : pushes.flatMap((push, at) => (at === 0 ? push : [", ", ...push]));
  const { bias: _, ...plain } = scene, line = useRef<HTMLParagraphElement>(null);
  const takeBack = () => {
    session.changeScene(plain);
    line.current?.focus();   // the button goes
  };
  return (
    <p ref={line} class="cap pushes" tabIndex={-1}><Sentence of={said} />{" "}
      {scene.bias && <button type="button" class="plain" onClick={takeBack}>{words.takeBack}</button>}</p>
  );
}
