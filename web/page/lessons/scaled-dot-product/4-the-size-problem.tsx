// Second walk, step 4: scores of random arrows at any width, and what dividing them does.
import { Openable } from "../../board/openable.js";
import { live, printed, valueOf } from "../../board/printed.js";
import { Choice } from "../../board/controls.js";
import type { Board } from "../../board/tables.js";
import { defaultPlace } from "../../scene/place.js";
import { shelf } from "../../scene/presets.js";
import type { Shown } from "../../scene/shown.js";
import { BellCurves, type Heap } from "../../stage/bell_curves.js";
import { Figure } from "../../stage/figure.js";
import { asTyped, inPercent, inProse } from "../../stage/format.js";
import { LiveNumber } from "../../stage/live_number.js";
import { step as words } from "../../words/en/scaled-dot-product/4.js";
import { GuessOf, StepCode, WidthRange } from "../parts.js";
import type { Step } from "../step.js";

// So few that the scores, which travel in the page, leave it light; so many that the heaps have the shape of their curves.
const pairs = 1200, keys = 8;
const kinds = ["raw", "byRoot", "byWidth"] as const;

export const step: Step = {
  title: words.title, description: words.description, at: ["scale"],
  outset: {
    start: { ...defaultPlace, scene: shelf, row: 0, settings: { dk: 64, divide: "root", seed: 1 } },
    knobs: { dk: { from: 1, to: 1024 }, divide: { choices: ["root", "width"] }, seed: { from: 1, to: 1e6 } },
    ask: ({ settings }) => {
      const dk = Number(settings["dk"]);
      return { samples: { draw: { dk, pairs, keys, seed: Number(settings["seed"]), heap: true } }, roots: { dk } };
    },
  },
  prose: (shown) => {
    const of = (path: string, write?: (value: number) => string) => live(shown, `sample.draw.${path}`, write);
    return {
      what: words.what,
      whys: words.whys({
        dk: live(shown, "set.dk", String), root: live(shown, "root.dk"), pairs: live(shown, "count.draw", String),
        insideRaw: of("raw.inside", inPercent), insideRoot: of("byRoot.inside", inPercent),
        deviationRaw: of("raw.deviation"), deviationRoot: of("byRoot.deviation"), deviationWidth: of("byWidth.deviation"),
        largestRaw: of("raw.largestWeight"), largestRoot: of("byRoot.largestWeight"), largestWidth: of("byWidth.largestWeight"),
        slopeRaw: of("raw.slope"), slopeRoot: of("byRoot.slope"),
      }),
    };
  },
  Picture,
  Check: () => <GuessOf id="scaled-dot-product/4" check={words.check} />,
  Numbers: ({ board }) => (
    <>
      <Openable board={board} name="divisors"><Divisors shown={board.session.shown} /></Openable>
      <StepCode board={board} upTo="scale" />
    </>
  ),
};

function Picture({ board }: { board: Board }) {
  const { session } = board;
  const { settings } = session.place, seed = Number(settings["seed"]);
  return (
    <>
      <div class="controls">
        <WidthRange session={session} />
        <Choice legend={words.divide.legend} name="divide" value={String(settings["divide"])} options={[["root", words.divide.root], ["width", words.divide.width]]}
          onChoose={(divide) => session.set("divide", divide)} />
        <button type="button" class="plain" onClick={() => session.set("seed", seed + 1)}>{words.resample}</button>
      </div>
      <Openable board={board} name="heaps"><Heaps shown={session.shown} /></Openable>
    </>
  );
}

/** The raw scores and the divided ones, on one axis. */
function Heaps({ shown }: { shown: Shown }) {
  const dk = valueOf(shown, "set.dk"), root = valueOf(shown, "root.dk"), raw = shown.answers.samples["draw"]!.scores!.data;
  const divided = shown.settings["divide"] === "width" ? "byWidth" : "byRoot", divisor = divided === "byWidth" ? dk : root;
  const of = (kind: string, field: string, write?: (value: number) => string) => printed(shown, `sample.draw.${kind}.${field}`, write);
  const heap = (kind: "raw" | "byRoot" | "byWidth", samples: ArrayLike<number>, deviation: number): Heap => ({
    name: words[kind], samples, deviation, spread: [`${words.spread} `, of(kind, "deviation")], inside: [of(kind, "inside", inPercent), ` ${words.inside}`], chosen: kind !== "raw",
  });
  return (
    <figure>
      <Figure narrow={288} wide={860} draw={(width) => (
        <BellCurves width={width} label={words.curves(printed(shown, "count.draw", String).text, String(dk), of("raw", "deviation").text, of(divided, "deviation").text)}
          heaps={[heap("raw", raw, root), heap(divided, raw.map((score) => score / divisor), root / divisor)]} bandName={words.band} tick={(value) => ({ text: asTyped(value) })} />
      )} />
      <figcaption class="cap">{words.caption}</figcaption>
    </figure>
  );
}

/** Spread, share inside, largest weight and slope under each divisor. */
function Divisors({ shown }: { shown: Shown }) {
  const columns = [["deviation", words.table.spread, inProse], ["inside", words.table.inside, inPercent], ["largestWeight", words.table.largest, inProse], ["slope", words.table.slope, inProse]] as const;
  const rows = { raw: words.divide.none, byRoot: words.divide.root, byWidth: words.divide.width };
  return (
    <table class="facts">
      <caption class="vh">{words.table.caption}</caption>
      <thead><tr><th scope="col">{words.table.divisor}</th>{columns.map(([field, name]) => <th key={field} scope="col">{name}</th>)}</tr></thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}><th scope="row">{rows[kind]}</th>
            {columns.map(([field, , write]) => <td key={field}><LiveNumber {...printed(shown, `sample.draw.${kind}.${field}`, write)} /></td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

