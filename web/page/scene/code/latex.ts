// The equations up to the step for a paper, each with its present matrices, rounded as the page's tables are.
import type { StageName } from "heed/lab";
import { cellText, sharedPrecision } from "../../stage/format.js";
import { code } from "../../words/en/code.js";
import { rowsOf } from "../read.js";
import { namesOf, shapeOf, type Scene } from "../scene.js";
import { around, divisorOf, listed, stepsTo, type Present, type Rows, type Step } from "./flow.js";

/** amsmath's own limit. */
const mostColumns = 10;

export function latex({ scene, trace }: Present, step: Step): string[] {
  const { queries, keys } = namesOf(scene), columns = Math.max(keys.length, queries.length);
  const equations = (scene.kind === "given" && step === "arrows" ? ["project"] as const : stepsTo(step)).flatMap((one) => equationsOf(scene, (stage) => rowsOf({ trace }, stage), one));
  return [
    `% ${code.comment.amsmath}`,
    ...(scene.kind === "words" ? [`% ${code.comment.words(listed(queries))}`] : [`% ${code.comment.queries(listed(queries))}`, `% ${code.comment.keys(listed(keys))}`]),
    ...(columns > mostColumns ? [`\\setcounter{MaxMatrixCols}{${columns}}`] : []),
    "\\begin{align*}",
    ...equations.flatMap((lines, at) => around("", lines, at < equations.length - 1 ? " \\\\" : "")).map((line) => `  ${line}`),
    "\\end{align*}",
  ];
}

interface Side { lines: readonly string[]; exact: boolean }

function equationsOf(scene: Scene, rows: (stage: StageName) => Rows, step: Step): string[][] {
  switch (step) {
    case "arrows": return scene.kind === "words" ? [equation("X", typeset(scene.x))] : [];
    case "project": return (["Q", "K", "V"] as const).map((name) => {
      const stage = name.toLowerCase() as "q" | "k" | "v";
      if (scene.kind === "given") return equation(name, typeset(rows(stage)));
      return equation(name, text(`X W^${name}`), product(typeset(scene.x), typeset(scene[`w${stage}`])), typeset(rows(stage)));
    });
    case "score": return [equation("S", text("Q K^\\top"), product(typeset(rows("q")), typeset(rows("k"), "^\\top")), typeset(rows("scores")))];
    case "scale": return [equation("S'", text(`${scale(scene)} S`), typeset(rows("scaled")))];
    case "mask": return [
      ...(scene.bias ? [equation("B", typeset(scene.bias))] : []),
      equation("S''", text(`\\operatorname{mask}(S'${scene.bias ? " + B" : ""})`), typeset(rows("masked"))),
    ];
    case "softmax": return [equation("A", text("\\operatorname{softmax}(S'')"), typeset(rows("weights")))];
    case "blend": return [equation("Z", text("A V"), product(typeset(rows("weights")), typeset(rows("v"))), typeset(rows("output")))];
  }
}

function scale(scene: Scene): string {
  if (scene.divisor === "zero") return "0 \\cdot";
  const { keyWidth } = shapeOf(scene), factors = divisorOf(scene, `\\sqrt{${keyWidth}}`, String(keyWidth));
  return factors.length ? `\\frac{1}{${factors.join(" \\cdot ")}}` : "1 \\cdot";
}

/** name = side = side; a side whose decimals are not all there is stands behind ≈. */
function equation(name: string, ...sides: Side[]): string[] {
  return sides.flatMap(({ lines, exact }, at) => around(`${at === 0 ? `${name} &` : ""}${exact ? "=" : "\\approx"} `, lines));
}

const text = (line: string): Side => ({ lines: [line], exact: true });
const product = (left: Side, right: Side): Side => ({ lines: [...left.lines, ...right.lines], exact: left.exact && right.exact });

function typeset(rows: Rows, after = ""): Side {
  const precision = sharedPrecision(rows.flat());
  const texts = rows.map((row) => row.map((value) => cellText(value, precision).replaceAll("−", "-")));
  return {
    lines: around("", ["\\begin{bmatrix}", ...texts.map((row) => `  ${row.map(number).join(" & ")} \\\\`), "\\end{bmatrix}"], after),
    exact: rows.every((row, i) => row.every((value, j) => !Number.isFinite(value) || Math.fround(Number(texts[i]![j])) === Math.fround(value))),
  };
}

/** "1.2e-5" as a power of ten, ∞ by its name. */
function number(decimal: string): string {
  return decimal.replace("∞", "\\infty").replace("NaN", "\\mathrm{NaN}").replace(/e(-?\d+)$/, " \\cdot 10^{$1}");
}
