// Which query and key a step's sentences are about. The weight between both is opened along with the rest, so that its
// place comes back in the same Shown as the numbers.
import { live } from "../board/printed.js";
import type { Place } from "../scene/place.js";
import type { Questions } from "../scene/questions.js";
import { looksNowhere, rowsOf, strongest } from "../scene/read.js";
import { namesOf } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import { lesson, type Exception } from "../words/en/lesson.js";

/** For a step's `ask`, among its cells. */
export function askedCell({ row, column }: Place): NonNullable<Questions["cells"]> {
  return { asked: { stage: "weights", index: [row, column] } };
}

/** The key that gets most of a row, and its weight as it stands in a sentence. */
export interface Most { name: string; weight: ReturnType<typeof live> }

export interface Asked {
  row: number;
  column: number;
  asks: string;
  offers: string;
  most: Most | undefined;
}

/** Of a step that asks for `askedCell`. */
export function askedOf(shown: Shown): Asked {
  const [row = 0, column = 0] = shown.answers.cells["asked"]!.index, { queries, keys } = namesOf(shown.scene);
  return { row, column, asks: queries[row]!, offers: keys[column]!, most: mostOf(shown, row) };
}

/** Stands after a sentence on what rows add up to, where that is not true of all of them, or of the given one. */
export function nobody(shown: Shown, row?: number): Exception {
  const { queries } = namesOf(shown.scene), found = queries.findIndex((_, at) => (row === undefined || at === row) && looksNowhere(shown, at));
  return found < 0 ? [] : lesson.nobody(queries[found]!);
}

/** None in a tie, in a row that may look at nobody, and where weights are no numbers: then no sentence may say that a key leads. */
export function mostOf(shown: Shown, row: number): Most | undefined {
  const weights = rowsOf(shown, "weights")[row]!, best = strongest(weights);
  if (weights.filter((weight) => weight === weights[best]).length !== 1) return undefined;
  return { name: namesOf(shown.scene).keys[best]!, weight: live(shown, `weights.${row}.${best}`) };
}
