// The package itself, in Node or in a browser. Its trace has the same bits everywhere, so the check has no tolerance.
import { code } from "../../words/en/code.js";
import { namesOf, shapeOf, type Scene, type WordsScene } from "../scene.js";
import { decimal, divisorOf, listed, resultsOf, stepsTo, type Present, type Rows, type Step } from "./flow.js";

export function javascript(present: Present, step: Step): string[] {
  if (present.scene.kind === "words" && step === "arrows") return lengths(present.scene);
  const results = resultsOf(present, step);
  const stages = results.length ? results.map(({ stage }) => stage) : ["q", "k", "v"];
  return [
    'import { load } from "heed";', "",
    "const heed = await load();",
    `const { ${stages.join(", ")} } = heed.trace({`, ...given(present.scene), ...options(present.scene, step), "});", "",
    ...(results.length ? [`// ${code.comment.same}`] : [`// ${code.comment.given}`]),
    ...results.flatMap(({ stage, rows }) => [
      `if (String(${stage}.data) !== String(Float32Array.of(`, ...rows.map((row) => `  ${line(row)}`), `))) throw new Error("${stage}: ${code.comment.differs}");`,
    ]),
    `console.log(${stages.join(", ")});`,
  ];
}

function lengths({ words, x }: WordsScene): string[] {
  return [`// ${code.comment.words(listed(words))}`, "const x = [", ...x.map((row) => `  [${row.map((value) => decimal(value)).join(", ")}],`), "];", "", `// ${code.comment.lengths}`, "console.log(x.map((arrow) => Math.hypot(...arrow)));"];
}

function given(scene: Scene): string[] {
  const { queries, keys } = namesOf(scene);
  if (scene.kind === "given") {
    return [
      `  // ${code.comment.queries(listed(queries))}`, ...field("q", scene.q),
      `  // ${code.comment.keys(listed(keys))}`, ...field("k", scene.k), ...field("v", scene.v),
    ];
  }
  return [`  // ${code.comment.words(listed(queries))}`, ...field("x", scene.x), ...field("wq", scene.wq), ...field("wk", scene.wk), ...field("wv", scene.wv)];
}

/** Of each step up to this one; what a step leaves at the package's default is left out. */
function options(scene: Scene, step: Step): string[] {
  const done = stepsTo(step), { mask, bias, divisor, temperature } = scene;
  const lines: string[] = [];
  if (done.includes("scale") && !(divisor === "root" && temperature === 1)) lines.push(`  scale: ${scale(scene)},`);
  if (!done.includes("mask")) return lines;
  if (bias) lines.push(...field("bias", bias));
  if (mask === "causal") lines.push("  causal: true,");
  else if (mask === "bottom-right") lines.push('  causal: "bottom-right",');
  else if (mask !== "none") lines.push(`  // ${code.comment.mask}`, ...field("mask", mask.map((row) => row.map(Number)), "Uint8Array.of(", ")"));
  return lines;
}

function scale(scene: Scene): string {
  if (scene.divisor === "zero") return "0";
  const { keyWidth } = shapeOf(scene), factors = divisorOf(scene, `Math.sqrt(${keyWidth})`, String(keyWidth));
  if (factors.length === 0) return "1";
  return `1 / ${factors.length === 1 ? factors[0] : `(${factors.join(" * ")})`}`;
}

function field(name: string, rows: Rows, open = "[", close = "]"): string[] {
  return [`  ${name}: { shape: [${rows.length}, ${rows[0]!.length}], data: ${open}`, ...rows.map((row) => `    ${line(row)}`), `  ${close} },`];
}

const line = (row: readonly number[]) => `${row.map((value) => decimal(value)).join(", ")},`;
