// The pipeline across the top of every step: where the reader is, what each stop has made of this scene, and a way to it.
import { rowsOf } from "../scene/read.js";
import { shapeOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { sizeOf } from "../stage/numbers.js";
import { Stamp } from "../stage/stamp.js";
import { lesson as words } from "../words/en/lesson.js";

export type Stop = "project" | "score" | "scale" | "mask" | "softmax" | "blend";

const stages = { project: "q", score: "scores", scale: "scaled", mask: "masked", softmax: "weights", blend: "output" } as const;

interface PipelineProps {
  shown: Shown;
  here: Stop;
  /** Addresses of the steps that explain a stop. */
  stops: Partial<Record<Stop, string>>;
  hash: string;
}

export function Pipeline({ shown, here, stops, hash }: PipelineProps) {
  const largest = sizeOf(rowsOf(shown, "scores").flat());
  // All stamps fit one line of the narrowest screen.
  const { queries, keys, keyWidth, valueWidth } = shapeOf(shown.scene), side = Math.max(2, Math.min(12, Math.floor(34 / Math.max(queries, keys, keyWidth, valueWidth))));
  return (
    <nav class="strip" aria-label={words.pipeline}>
      <ol>
        {(Object.keys(stages) as Stop[]).map((stop) => {
          const rows = rowsOf(shown, stages[stop]), role = stop === "project" ? "q" as const : stop === "blend" ? "v" as const : undefined;
          const inside = (
            <>
              <span class="thumb"><Stamp rows={rows} largest={role ? sizeOf(rows.flat()) : stop === "softmax" ? 1 : largest} side={side} {...(role ? { role } : {})} /></span>
              <span class="nm">{words.stops[stop]}</span>
              <span class="fm">{stop === here ? words.here : words.signs[stop]}</span>
            </>
          );
          const href = stops[stop];
          return <li key={stop}>{href === undefined ? <span class="stop">{inside}</span> : <a class="stop" href={href + hash} aria-current={stop === here ? "step" : undefined}>{inside}</a>}</li>;
        })}
      </ol>
    </nav>
  );
}
