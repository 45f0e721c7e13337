// Second walk, step 1: the query and the keys as arrows that can be dragged, beside their numbers.
import { FieldTable, type Board } from "../../board/tables.js";
import { withArrow } from "../../scene/edit.js";
import { defaultPlace } from "../../scene/place.js";
import { shelf } from "../../scene/presets.js";
import type { GivenScene } from "../../scene/scene.js";
import { Figure } from "../../stage/figure.js";
import { inProse } from "../../stage/format.js";
import { Plane, type PlaneArrow, type Tip } from "../../stage/plane.js";
import { step as words } from "../../words/en/scaled-dot-product/1.js";
import { GuessOf, StepCode } from "../parts.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["arrows"],
  outset: { start: { ...defaultPlace, scene: shelf, row: 0 }, only: "given" },
  prose: () => ({ what: words.what, whys: words.whys }),
  Picture,
  Check: () => <GuessOf id="scaled-dot-product/1" check={words.check} />,
  Numbers: ({ board }) => <StepCode board={board} upTo="project" />,
};

function Picture({ board }: { board: Board }) {
  const { session } = board, scene = session.place.scene as GivenScene, { row } = session.place;
  const arrow = (table: "q" | "k", at: number, name: string, index: number): PlaneArrow => {
    const [across = 0, up = 0] = scene[table][at]!, tip: Tip = [across, up];
    return { key: `${table} ${at}`, tip, role: table, label: name, handle: { name: words.tip(name), valueText: words.at(inProse(across), inProse(up)), index } };
  };
  // Handle 0 is the query, the others are the keys.
  const arrows = [...scene.keyNames.map((name, at) => arrow("k", at, name, at + 1)), arrow("q", row, scene.queryNames[row]!, 0)];
  return (
    <>
      <div class="words-and-rows">
        <div class="planes"><figure class="arrows">
          <Figure narrow={288} wide={420} draw={(width) => <Plane arrows={arrows} side={Math.min(width, 420)} label={words.plane(scene.queryNames[row]!, scene.keyNames)} onGrip={(_, held) => !held && session.settle()}
            onMove={(index, [across, up]) => {
              const table = index === 0 ? "q" : "k", at = index === 0 ? row : index - 1;
              session.changeScene(withArrow(scene, table, at, [across, up, ...scene[table][at]!.slice(2)]), `tip ${index}`);
            }} />} />
        </figure></div>
        <div class="boards"><FieldTable board={board} table="q" /><FieldTable board={board} table="k" /></div>
      </div>
      <p class="cap">{words.caption}</p>
    </>
  );
}
