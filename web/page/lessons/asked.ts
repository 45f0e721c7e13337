// Which query and key a step's sentences are about. The weight between both is opened along with the rest, so that its
// place comes back in the same Shown as the numbers.
import type { Place } from "../scene/place.js";
import type { Questions } from "../scene/questions.js";
import { rowsOf, strongest } from "../scene/read.js";
import { namesOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";

/** For a step's `ask`, among its cells. */
export function askedCell({ row, column }: Place): NonNullable<Questions["cells"]> {
  return { asked: { stage: "weights", index: [row, column] } };
}

export interface Asked {
  row: number;
  column: number;
  asks: string;
  offers: string;
  /** The key with the largest weight of the row. */
  best: number;
  largest: string;
}

/** Of a step that asks for `askedCell`. */
export function askedOf(shown: Shown): Asked {
  const [row = 0, column = 0] = shown.answers.cells["asked"]!.index, { queries, keys } = namesOf(shown.scene);
  const best = Math.max(0, strongest(rowsOf(shown, "weights")[row]!));
  return { row, column, asks: queries[row]!, offers: keys[column]!, best, largest: keys[best]! };
}
