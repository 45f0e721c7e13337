// The other scenes that a page asks about, each with its trace. One that is asked again, the same, is not traced again:
// while something is pulled most of them stay as they are.
import type { HeedLab, Trace } from "heed/lab";
import { oncePer } from "./once.js";
import { shownOfOthers, type Answers, type Other, type Questions } from "./questions.js";
import { same } from "./same.js";
import type { Scene } from "./scene.js";

export interface OtherTraced { asked: Other; scene: Scene; trace: Trace; shown: Answers["others"][string] }

/** Of the last time. */
const lastOf = oncePer((_: HeedLab): { others: Readonly<Record<string, OtherTraced>> } => ({ others: {} }));

/** `trace` is called for those that have changed since the last time. */
export function othersTraced(heed: HeedLab, asked: NonNullable<Questions["others"]>, trace: (other: Other) => Pick<OtherTraced, "scene" | "trace">): Readonly<Record<string, OtherTraced>> {
  const last = lastOf(heed);
  return last.others = Object.fromEntries(Object.entries(asked).map(([name, other]) => {
    const known = last.others[name];
    return [name, known && same(known.asked, other) ? known : withShown(other, trace(other))];
  }));
}

const withShown = (asked: Other, { scene, trace }: Pick<OtherTraced, "scene" | "trace">): OtherTraced =>
  ({ asked, scene, trace, shown: Object.fromEntries(shownOfOthers.map((stage) => [stage, trace[stage]])) as OtherTraced["shown"] });
