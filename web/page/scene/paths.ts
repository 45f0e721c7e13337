// What a path's `stage` and `of` say of a number that is no cell of a trace.
import type { DividedBy } from "./questions.js";
import type { OfPair } from "./shown.js";

const ofPair: readonly string[] = ["dot", "normQ", "normK", "squareQ", "squareK", "lengths", "cosine", "angle", "shadow"] satisfies OfPair[];

export const isOfPair = (stage: string): stage is OfPair => ofPair.includes(stage);

/** Which sample a number is of, and what its scores are divided by. */
export function sampleOf(of: string | undefined): { name: string; by: DividedBy } | undefined {
  const [, name = "", by] = /^(\w+)-(raw|byRoot|byWidth)$/.exec(of ?? "") ?? [];
  return by === undefined ? undefined : { name, by: by as DividedBy };
}
