// The words' arrows, to be dragged, and what the chosen word's arrow becomes: its query, key and value.
import { withTip } from "../../scene/edit.js";
import { rowsOf } from "../../scene/read.js";
import type { WordsScene } from "../../scene/scene.js";
import { inProse } from "../../stage/format.js";
import { Plane, type PlaneArrow, type Tip } from "../../stage/plane.js";
import { playground as words } from "../../words/en/playground.js";
import type { Session } from "./session.js";

/** One plane for two numbers of every word's arrow; `first` is the column of the number that goes across. */
export function WordArrows({ session, scene, first }: { session: Session; scene: WordsScene; first: number }) {
  const arrows: PlaneArrow[] = scene.words.map((word, index) => {
    const tip: Tip = [scene.x[index]![first]!, scene.x[index]![first + 1]!];
    return {
      key: String(index), tip, role: "x", label: word, chosen: index === session.place.row,
      handle: { name: words.arrows.tip(word), valueText: words.arrows.at(inProse(tip[0]), inProse(tip[1])), index },
    };
  });
  return (
    <figure class={`arrows at-arrows-${first}`}>
      <figcaption class="cap">{scene.wq.length === 2 ? words.arrows.title : words.arrows.pair(first + 1)}</figcaption>
      <div class="fig">
        <Plane arrows={arrows} side={scene.wq.length === 2 ? 288 : 240} label={words.arrows.label(scene.words)} onGrip={(_, held) => !held && session.settle()}
          onMove={(index, tip) => session.change({ scene: withTip(scene, index, first, tip), row: index }, `tip ${index} ${first}`)} />
      </div>
    </figure>
  );
}

/** At width 2: the arrow of the asking word sent by three matrices into three directions, among the other words' keys. */
export function ThreeJobs({ session }: { session: Session }) {
  const { shown, place } = session;
  if (shown.scene.kind !== "words") return null;
  const names = shown.scene.words, row = Math.min(place.row, names.length - 1);
  const [q, k, v] = [rowsOf(shown, "q"), rowsOf(shown, "k"), rowsOf(shown, "v")];
  const tip = (rows: number[][], at: number) => rows[at] as unknown as Tip;
  const others: PlaneArrow[] = names.flatMap((word, at) => (at === row ? [] : [{ key: `other ${at}`, tip: tip(k, at), role: "k" as const, label: word, quiet: true }]));
  const own: PlaneArrow[] = [
    { key: "v", tip: tip(v, row), role: "v", label: words.arrows.value },
    { key: "k", tip: tip(k, row), role: "k", label: words.arrows.key },
    { key: "q", tip: tip(q, row), role: "q", label: words.arrows.query },
  ];
  return (
    <figure class="arrows at-jobs">
      <figcaption class="cap">{words.arrows.jobs(names[row]!)}</figcaption>
      <div class="fig"><Plane arrows={[...own, ...others].filter((arrow) => arrow.tip.every(Number.isFinite))} label={words.arrows.jobsLabel(names[row]!)} /></div>
    </figure>
  );
}
