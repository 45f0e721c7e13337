// The words' arrows, to be dragged, and what the chosen word's arrow becomes: its query, key and value.
import { useMemo } from "preact/hooks";
import { withTip } from "../scene/edit.js";
import { rowsOf } from "../scene/read.js";
import type { WordsScene } from "../scene/scene.js";
import { Figure } from "../stage/figure.js";
import { inProse } from "../stage/format.js";
import { Plane, type PlaneArrow, type Tip } from "../stage/plane.js";
import { board as words } from "../words/en/board.js";
import type { Board } from "./tables.js";

/** One plane for two numbers of every word's arrow; `first` is the column of the number that goes across. `most`: px it may grow to. */
export function WordArrows({ board, scene, first, most }: { board: Board; scene: WordsScene; first: number; most?: number }) {
  const { session, linked } = board;
  return useMemo(() => {
    const arrows: PlaneArrow[] = scene.words.map((word, index) => {
      const tip: Tip = [scene.x[index]![first]!, scene.x[index]![first + 1]!];
      return {
        key: String(index), tip, role: "x", label: word, chosen: index === linked.asks,
        handle: { name: words.arrows.tip(word), valueText: words.arrows.at(inProse(tip[0]), inProse(tip[1])), index },
      };
    });
    const plane = (side: number) => (
      <Plane arrows={arrows} side={side} label={words.arrows.label(scene.words)} onGrip={(_, held) => !held && session.settle()}
        onMove={(index, tip) => session.change({ scene: withTip(scene, index, first, tip), row: index }, `tip ${index} ${first}`)} />
    );
    return (
      <figure class={`arrows at-arrows-${first}`}>
        <figcaption class="cap">{scene.wq.length === 2 ? words.arrows.title : words.arrows.pair(first + 1)}</figcaption>
        {most ? <Figure narrow={288} wide={most} draw={(width) => plane(Math.min(width, most))} /> : <div class="fig">{plane(scene.wq.length === 2 ? 288 : 240)}</div>}
      </figure>
    );
  }, [scene, linked.asks]);
}

/** At width 2: the arrow of the asking word sent by three matrices into three directions, among the other words' keys. */
export function ThreeJobs({ board: { session: { shown }, linked } }: { board: Board }) {
  return useMemo(() => {
    if (shown.scene.kind !== "words") return null;
    const names = shown.scene.words, row = Math.min(linked.asks ?? 0, names.length - 1);
    const arrow = (stage: "q" | "k" | "v", at: number, label: string): PlaneArrow => {
      const [across, up] = rowsOf(shown, stage)[at]!;
      return { key: `${stage} ${at}`, tip: [across!, up!], role: stage, label, quiet: at !== row && at !== linked.offers };
    };
    const others = names.flatMap((word, at) => (at === row ? [] : [arrow("k", at, word)]));
    const own = [arrow("v", row, words.arrows.value), arrow("k", row, words.arrows.key), arrow("q", row, words.arrows.query)];
    return (
      <figure class="arrows at-jobs">
        <figcaption class="cap">{words.arrows.jobs(names[row]!)}</figcaption>
        <div class="fig"><Plane arrows={[...own, ...others].filter(({ tip }) => tip.every(Number.isFinite))} label={words.arrows.jobsLabel(names[row]!)} /></div>
      </figure>
    );
  }, [shown, linked.asks, linked.offers]);
}
