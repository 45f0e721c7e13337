// NumPy, PyTorch and JAX write the same lines; what differs is a Library.
import { code } from "../../words/en/code.js";
import { namesOf, shapeOf, type Scene } from "../scene.js";
import { around, decimal, divisorOf, hidesARow, listed, onlyArrows, resultsOf, stepsTo, type Present, type Rows, type Step } from "./flow.js";
import { tolerance } from "./tolerance.js";

export interface Library {
  imports: readonly string[];
  /** What its names begin with: "np". */
  module: string;
  array: "array" | "tensor";
  axis: "axis" | "dim";
  /** The type of a mask. */
  bool: string;
  /** Keys 0 … i + last for query i. */
  causal(queries: number, keys: number, last: number): string;
  /** `logits` where `mask`, else -Infinity. */
  masked(logits: string): string;
  /** masked → weights; `hidden`: some rows see no key, and `nobody` is true there. */
  softmax(hidden: boolean): readonly string[];
  /** Fails when `name` is not close to `shown`, an array of several lines. */
  close(name: string, shown: readonly string[], tolerance: string): readonly string[];
}

export function python(library: Library, present: Present, step: Step): string[] {
  const done = stepsTo(step).flatMap((one) => stepLines(library, present.scene, one));
  return [...(library.imports), "", ...given(library, present, step), "", ...done, ...(done.length ? [""] : []), ...check(library, present, step)];
}

function given(library: Library, { scene }: Present, step: Step): string[] {
  const { queries, keys } = namesOf(scene);
  const table = (name: string, rows: Rows) => around(`${name} = `, matrix(library, rows));
  if (scene.kind === "given") {
    return [
      `# ${code.comment.queries(listed(queries))}`, ...table("Q", scene.q),
      `# ${code.comment.keys(listed(keys))}`, ...table("K", scene.k), ...table("V", scene.v), ...more(library, scene, step),
    ];
  }
  const arrows = [`# ${code.comment.words(listed(queries))}`, ...table("X", scene.x)];
  if (onlyArrows(scene, step)) return arrows;
  return [
    ...arrows,
    ...table("W_Q", scene.wq), ...table("W_K", scene.wk), ...table("W_V", scene.wv), ...more(library, scene, step),
  ];
}

/** Bias and mask, from the step on that uses them. */
function more(library: Library, scene: Scene, step: Step): string[] {
  if (!stepsTo(step).includes("mask")) return [];
  const { queries, keys } = shapeOf(scene);
  const bias = scene.bias ? around("bias = ", matrix(library, scene.bias)) : [];
  if (scene.mask === "none") return bias;
  const mask = typeof scene.mask === "string"
    ? [library.causal(queries, keys, scene.mask === "causal" ? 0 : keys - queries)]
    : matrix(library, scene.mask.map((row) => row.map(Number)), library.bool);
  return [...bias, `# ${code.comment.mask}`, ...around("mask = ", mask)];
}

function stepLines(library: Library, scene: Scene, step: Step): readonly string[] {
  switch (step) {
    case "arrows": return [];
    case "project": return scene.kind === "given" ? [] : ["Q, K, V = X @ W_Q, X @ W_K, X @ W_V"];
    case "score": return ["scores = Q @ K.T"];
    case "scale": return [`scaled = scores${scale(scene)}`];
    case "mask": {
      const logits = scene.bias ? "scaled + bias" : "scaled";
      return [`masked = ${scene.mask === "none" ? `${logits}  # ${code.comment.noMask}` : library.masked(logits)}`];
    }
    case "softmax": return library.softmax(hidesARow(scene));
    case "blend": return ["output = weights @ V"];
  }
}

function scale(scene: Scene): string {
  if (scene.divisor === "zero") return " * 0";
  const factors = divisorOf(scene, "K.shape[1] ** 0.5", "K.shape[1]");
  if (factors.length === 0) return "";
  return ` / ${factors.length === 1 ? factors[0] : `(${factors.join(" * ")})`}`;
}

function check(library: Library, present: Present, step: Step): string[] {
  const most = tolerance(present.scene, step), results = resultsOf(present, step);
  if (onlyArrows(present.scene, step)) return [`# ${code.comment.lengths}`, `print(${library.module}.linalg.norm(X, ${library.axis}=1))`];
  if (results.length === 0) return [`# ${code.comment.given}`];
  const print = `print(${results.map(({ name }) => name).join(", ")})`;
  if (most === undefined) return [`# ${code.comment.unsure}`, print];
  return [`# ${code.comment.close}`, ...results.flatMap(({ name, rows }) => library.close(name, matrix(library, rows), most)), print];
}

function matrix({ module, array }: Library, rows: Rows, type = `${module}.float32`): string[] {
  return [`${module}.${array}([`, ...rows.map((row) => `    [${row.map((value) => decimal(value, `${module}.inf`)).join(", ")}],`), `], dtype=${type})`];
}
