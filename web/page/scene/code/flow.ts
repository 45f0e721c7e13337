// What all languages share: which stages a step makes, the scene's numbers by name, and how numbers and names are written.
import type { StageName } from "heed/lab";
import { inFull } from "../../stage/format.js";
import { rowsOf } from "../read.js";
import { allowed, type Scene } from "../scene.js";
import type { Shown } from "../shown.js";

/** What a snippet is made of. */
export type Present = Pick<Shown, "scene" | "trace">;

/** In flow order. "arrows" are the words', which are given; of a given scene so are q, k and v: those steps check nothing. */
export const steps = ["arrows", "project", "score", "scale", "mask", "softmax", "blend"] as const;
export type Step = (typeof steps)[number];

export type Rows = readonly (readonly number[])[];

/** What a step makes: the name in code, and the stage of the trace that it is. */
export const results: Record<Step, readonly (readonly [name: string, stage: StageName])[]> = {
  arrows: [],
  project: [["Q", "q"], ["K", "k"], ["V", "v"]],
  score: [["scores", "scores"]],
  scale: [["scaled", "scaled"]],
  mask: [["masked", "masked"]],
  softmax: [["weights", "weights"]],
  blend: [["output", "output"]],
};

/** The results of a step that has something to work on, with their numbers. */
export function resultsOf({ scene, trace }: Present, step: Step): { name: string; stage: StageName; rows: Rows }[] {
  if (scene.kind === "given" && step === "project") return [];
  return results[step].map(([name, stage]) => ({ name, stage, rows: rowsOf({ trace }, stage) }));
}

/** The steps up to this one. */
export function stepsTo(step: Step): readonly Step[] {
  return steps.slice(0, steps.indexOf(step) + 1);
}

/** Whether some query may look at no key, so that softmax would divide 0 by 0. */
export function hidesARow(scene: Scene): boolean {
  return allowed(scene).some((row) => !row.includes(true));
}

/** What stands under the fraction line of the scale, as factors of code; "zero" multiplies by 0 instead. */
export function divisorOf({ divisor, temperature }: Scene, root: string, width: string): string[] {
  const own = { root: [root], width: [width], none: [], zero: [] }[divisor];
  return temperature === 1 || divisor === "zero" ? own : [...own, String(temperature)];
}

/** The shortest decimal that is the same float32, in ASCII. */
export function decimal(value: number, infinity = "Infinity"): string {
  return inFull(Math.fround(value)).replaceAll("−", "-").replace("∞", infinity);
}

/** The scene's names on one line. They come from a link that anyone can write, and must not end the comment or turn its text around. */
export function listed(names: readonly string[]): string {
  return names.map((name) => name.replace(/[\p{C}\p{Z}]+/gu, " ")).join(", ");
}

/** Whether all that a program holds is the words' arrows. */
export const onlyArrows = (scene: Scene, step: Step): boolean => scene.kind === "words" && step === "arrows";

/** Text before the first line and after the last one. */
export function around(before: string, lines: readonly string[], after = ""): string[] {
  return lines.map((line, at) => `${at === 0 ? before : ""}${line}${at === lines.length - 1 ? after : ""}`);
}
