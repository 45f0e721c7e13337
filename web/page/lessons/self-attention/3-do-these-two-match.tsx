// First walk, step 3: one query against one key, on the plane that both span. The words' arrows are left behind here:
// turning a key makes it a given one.
import { live, printed, valueOf } from "../../board/printed.js";
import { Selector } from "../../board/selector.js";
import { StageTable, type Board } from "../../board/tables.js";
import { asGiven, stretched, turned, withArrow } from "../../scene/edit.js";
import { defaultPlace } from "../../scene/place.js";
import { rowsOf } from "../../scene/read.js";
import { namesOf } from "../../scene/scene.js";
import { Figure } from "../../stage/figure.js";
import { inDegrees, inProse } from "../../stage/format.js";
import { PairPlane } from "../../stage/pair_plane.js";
import { step as words } from "../../words/en/self-attention/3.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["score"],
  outset: {
    start: { ...defaultPlace, column: 4 },
    ask: ({ row, column }) => ({
      pairs: { match: { q: { stage: "q", row }, k: { stage: "k", row: column } } },
      cells: { score: { stage: "scores", index: [row, column] } },
    }),
  },
  prose: (shown) => {
    const { queries, keys } = namesOf(shown.scene), [row = 0, column = 0] = shown.answers.cells["score"]!.index;
    const pair = (field: string, write?: (value: number) => string) => live(shown, `pair.match.${field}`, write);
    return {
      what: words.what,
      whys: words.whys({
        asks: queries[row]!, offers: keys[column]!, score: pair("dot"), cosine: pair("cosine"), normQ: pair("normQ"), normK: pair("normK"), angle: pair("angle", inDegrees),
      }),
    };
  },
  Picture,
  Check: () => <p />,
  Numbers: ({ board }) => <StageTable board={board} table="scores" />,
};

function Picture({ board }: { board: Board }) {
  const { session } = board, { shown } = session, { queries, keys } = namesOf(shown.scene);
  const [row = 0, column = 0] = shown.answers.cells["score"]!.index;
  const pair = (field: string) => valueOf(shown, `pair.match.${field}`);
  const number = (field: string, write?: (value: number) => string) => printed(shown, `pair.match.${field}`, write);
  const q = rowsOf(shown, "q")[row]!, k = rowsOf(shown, "k")[column]!;
  const put = (table: "q" | "k", arrow: number[], gesture?: string) =>
    session.changeScene(withArrow(asGiven(shown), table, table === "q" ? row : column, arrow), gesture);
  const turn = (angle: number, gesture?: string) => put("k", turned(k, q, angle), gesture);
  const angles = { same: 0, right: Math.PI / 2, opposite: Math.PI } as const;
  return (
    <>
      <Selector board={board} />
      <figure>
        <Figure narrow={288} wide={640} draw={(width) => (
          <PairPlane width={width} queryLength={pair("normQ")} keyLength={pair("normK")} angle={pair("angle")}
            label={words.plane(queries[row]!, keys[column]!, inDegrees(pair("angle")), inProse(pair("dot")))} words={{ q: queries[row]!, k: keys[column]! }}
            texts={{
              q: number("normQ"), k: number("normK"), shadow: number("shadow"), ...(pair("normQ") > 0 && pair("normK") > 0 ? { angle: number("angle", inDegrees) } : {}),
              lengthOf: words.lengthOf, shadowName: words.shadow, turn: words.turn, stretch: words.stretch,
            }}
            handles={{
              turn: { k: { name: words.turnKey, now: pair("angle"), valueText: inDegrees(pair("angle")) } },
              stretch: {
                k: { name: words.stretchKey, now: pair("normK"), valueText: words.length(inProse(pair("normK"))) },
                q: { name: words.stretchQuery, now: pair("normQ"), valueText: words.length(inProse(pair("normQ"))) },
              },
            }}
            onTurn={(_, angle) => turn(angle, "turn")}
            onStretch={(side, length) => put(side, stretched(side === "q" ? q : k, length), `stretch ${side}`)}
            onGrip={(held) => !held && session.settle()} />
        )} />
        <figcaption class="cap">{words.caption}</figcaption>
      </figure>
      <div class="cases">
        {(Object.keys(angles) as (keyof typeof angles)[]).map((name) => (
          <button key={name} type="button" class="plain" onClick={() => turn(angles[name])}>{words.cases[name].name}{": "}{words.cases[name].sign}</button>
        ))}
      </div>
    </>
  );
}
