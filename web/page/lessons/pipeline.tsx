// The pipeline across the top of every step: where the reader is, what each stop has made of this scene, and a way to it.
import { rowsOf } from "../scene/read.js";
import type { Shown } from "../scene/shown.js";
import { sizeOf } from "../stage/numbers.js";
import { Strip, type StripStop } from "../stage/strip.js";
import type { Role } from "../stage/tint.js";
import { lesson as words } from "../words/en/lesson.js";

/** "arrows" are those that go in: words where there are any, else queries, keys and values as they are. */
export type Stop = "arrows" | "project" | "score" | "scale" | "mask" | "softmax" | "blend";

interface PipelineProps {
  shown: Shown;
  here: Stop;
  /** Addresses of the steps that explain a stop. A walk that begins with queries and keys has none for "project". */
  stops: Partial<Record<Stop, string>>;
  hash: string;
}

export function Pipeline({ shown, here, stops, hash }: PipelineProps) {
  const scores = sizeOf(rowsOf(shown, "scores").flat());
  const stamp = (stage: "x" | "q" | "k" | "v" | "scores" | "scaled" | "masked" | "weights" | "output", largest = scores) => ({ rows: rowsOf(shown, stage), largest });
  const inRole = (stage: "x" | "q" | "k" | "v" | "output", role: Role) => ({ ...stamp(stage, sizeOf(rowsOf(shown, stage).flat())), role });
  const roles = [inRole("q", "q"), inRole("k", "k"), inRole("v", "v")], projects = stops.project !== undefined;
  const made: Partial<Record<Stop, StripStop["stamps"]>> = {
    arrows: projects ? shown.scene.kind === "words" ? [inRole("x", "x")] : [] : roles, ...(projects ? { project: roles } : {}), score: [stamp("scores")], scale: [stamp("scaled")],
    mask: [stamp("masked")], softmax: [stamp("weights", 1)], blend: [inRole("output", "v")],
  };
  const line = (Object.keys(made) as Stop[]).map((key) => {
    const address = stops[key];
    return { key, name: words.stops[key], sign: words.signs[key], stamps: made[key]!, href: address === undefined ? undefined : address + hash };
  });
  return <Strip label={words.pipeline} stops={line} here={here} hereSign={words.here} />;
}
