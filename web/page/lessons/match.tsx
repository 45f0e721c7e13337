// One query against one key, for both walks: the exact pair plane, the sum of products, the three cases of the sign, and
// the score as arithmetic. A step that shows them asks for `matchQuestions`. Moving an arrow makes it a given one.
import { Openable } from "../board/openable.js";
import { printed, valueOf } from "../board/printed.js";
import { Selector } from "../board/selector.js";
import type { Board } from "../board/tables.js";
import { asGiven, stretched, turned, withArrow } from "../scene/edit.js";
import { withKeyAcross } from "../scene/experiments.js";
import type { Place } from "../scene/place.js";
import type { Questions } from "../scene/questions.js";
import { rowsOf } from "../scene/read.js";
import { namesOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { Figure } from "../stage/figure.js";
import { inDegrees, inProse } from "../stage/format.js";
import { PairPlane } from "../stage/pair_plane.js";
import { PairSketch, SignSwatch } from "../stage/pair_sketch.js";
import { Waterfall } from "../stage/waterfall.js";
import { cosine, dot, indexed, lengthOf, times, Worked, type Part } from "../stage/worked.js";
import { pair as words } from "../words/en/pair.js";

/** The geometry of the chosen pair and its score, opened into products. */
export function matchQuestions({ row, column }: Place) {
  return {
    pairs: { match: { q: { stage: "q", row }, k: { stage: "k", row: column } } },
    cells: { score: { stage: "scores", index: [row, column] } },
  } as const satisfies Questions;
}

/** Which pair the answers are about, and its names. */
export function matchOf(shown: Shown) {
  const [row = 0, column = 0] = shown.answers.cells["score"]!.index, { queries, keys } = namesOf(shown.scene);
  return { row, column, asks: queries[row]!, offers: keys[column]! };
}

/** The chosen pair: who asks and who offers, the plane, the sum, the cases. */
export function MatchBoard({ board, caption }: { board: Board; caption: string }) {
  return (
    <>
      <Selector board={board} />
      <Openable board={board} name="match">
        <div class="match">
          <MatchPlane board={board} caption={caption} />
          <figure>
            <figcaption class="title">{words.sum.title}</figcaption>
            <ScoreSum shown={board.session.shown} cell="score" />
          </figure>
        </div>
      </Openable>
      <SignCases board={board} />
      <p class="cap">{words.cases.exact}</p>
    </>
  );
}

function MatchPlane({ board: { session }, caption }: { board: Board; caption: string }) {
  const { shown } = session, { row, column, asks, offers } = matchOf(shown);
  const pair = (field: string) => valueOf(shown, `pair.match.${field}`);
  const number = (field: string, write?: (value: number) => string) => printed(shown, `pair.match.${field}`, write);
  const q = rowsOf(shown, "q")[row]!, k = rowsOf(shown, "k")[column]!;
  const put = (side: "q" | "k", arrow: number[], gesture: string) =>
    session.changeScene(withArrow(asGiven(shown), side, side === "q" ? row : column, arrow), gesture);
  const lengths = { q: pair("normQ"), k: pair("normK") };
  const stretch = (side: "q" | "k", name: string) => ({ name, now: lengths[side], valueText: words.length(inProse(lengths[side])) });
  return (
    <figure>
      {Number.isFinite(lengths.q + lengths.k) && <Figure narrow={288} wide={560} draw={(width) => (
        <PairPlane width={width} queryLength={lengths.q} keyLength={lengths.k} angle={pair("angle")}
          label={words.plane(asks, offers, inDegrees(pair("angle")), printed(shown, "cell.score.value").text)} words={{ q: asks, k: offers }}
          texts={{
            q: number("normQ"), k: number("normK"), shadow: number("shadow"), ...(lengths.q > 0 && lengths.k > 0 ? { angle: number("angle", inDegrees) } : {}),
            lengthOf: words.lengthOf, shadowName: words.shadow, turn: words.turn, stretch: words.stretch,
          }}
          handles={{
            turn: { k: { name: words.turnKey, now: pair("angle"), valueText: inDegrees(pair("angle")) } },
            stretch: { k: stretch("k", words.stretchKey), q: stretch("q", words.stretchQuery) },
          }}
          onTurn={(_, angle) => put("k", turned(k, q, angle), "turn")}
          onStretch={(side, length) => put(side, stretched(side === "q" ? q : k, length), `stretch ${side}`)}
          onGrip={(held) => !held && session.settle()} />
      )} />}
      <figcaption class="cap">{caption}</figcaption>
    </figure>
  );
}

/** A score as its products, added up; `cell` names an opened score among the answers. */
export function ScoreSum({ shown, cell }: { shown: Shown; cell: string }) {
  const { products, partialSums } = shown.answers.cells[cell]!, of = (path: string) => printed(shown, `cell.${cell}.${path}`);
  return (
    <Figure narrow={288} wide={340} draw={(width) => (
      <Waterfall width={width} words={words.sum} total={of("value")} label={words.sumLabel(products.map((_, at) => of(`product.${at}`).text), of("value").text)}
        terms={products.map((_, at) => ({
          q: of(`operand.${at}.0`), k: of(`operand.${at}.1`), product: of(`product.${at}`), from: at === 0 ? 0 : partialSums[at - 1]!, to: partialSums[at]!,
        }))} />
    )} />
  );
}

const cases = [["same", 0, 0.3, 1], ["right", Math.PI / 2, Math.PI / 2, 0], ["opposite", Math.PI, Math.PI - 0.3, -1]] as const;

/** Each case of the sign as a little drawing; pressing it turns the key there. */
function SignCases({ board: { session } }: { board: Board }) {
  const { shown } = session, { row, column } = matchOf(shown);
  const turn = (angle: number) => {
    const scene = asGiven(shown);
    session.changeScene(angle === Math.PI / 2 ? withKeyAcross(scene, row, column) : withArrow(scene, "k", column, turned(scene.k[column]!, scene.q[row]!, angle)));
  };
  return (
    <div class="sign-cases" role="group" aria-label={words.cases.legend}>
      {cases.map(([name, angle, drawn, sign]) => (
        <button key={name} type="button" onClick={() => turn(angle)}>
          <PairSketch angle={drawn} />
          <span><b>{words.cases[name].name}</b><SignSwatch sign={sign} />{words.cases[name].sign}</span>
        </button>
      ))}
    </div>
  );
}

/** The score as a sum of products, and as lengths and a cosine, each term over its present number. */
export function ScoreArithmetic({ board }: { board: Board }) {
  const { shown } = board.session, { products } = shown.answers.cells["score"]!;
  const number = (of: string) => printed(shown, of), pair = (field: string) => number(`pair.match.${field}`);
  const sum = products.flatMap((_, at): Part[] => [
    at === 0 ? "=" : "+",
    { term: times(indexed("q", "q", String(at + 1)), indexed("k", "k", String(at + 1))), number: number(`cell.score.product.${at}`) },
  ]);
  const score: Part = { term: indexed("s"), number: number("cell.score.value") };
  return (
    <Openable board={board} name="arithmetic"><div class="formulas">
      <Worked name={words.arithmetic.numbers} parts={[{ term: dot }, ...sum, "=", score]} />
      <Worked name={words.arithmetic.picture} parts={[
        { term: dot }, "=", { term: lengthOf("q", "q"), number: pair("normQ"), role: "q" }, "×", { term: lengthOf("k", "k"), number: pair("normK"), role: "k" }, "×",
        { term: cosine, number: pair("cosine") }, "=", score,
      ]} />
    </div></Openable>
  );
}
