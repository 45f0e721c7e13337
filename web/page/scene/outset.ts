// Where a page begins and what it can be set to. From it and a place follows all that is to be computed.
import type { Wanted } from "./compute.js";
import type { Knob, Place } from "./place.js";
import type { Questions } from "./questions.js";
import type { Scene } from "./scene.js";

export interface Outset {
  /** Its settings hold what each of `knobs` says at first. */
  start: Place;
  /** The one kind of scene that the page can show; an address with the other is answered with the start. Absent: both. */
  only?: Scene["kind"];
  knobs?: Readonly<Record<string, Knob>>;
  /** What the page asks the core beside the trace of the place's scene. */
  ask?(place: Place): Questions;
  /** The same without what is drawn only once something is looked at: the build's share. Absent: all of it. */
  first?(place: Place): Questions;
}

export function wantedAt({ ask, first: askFirst = ask }: Outset, place: Place, first = false): Wanted {
  const { scene, settings, opened } = place;
  return { scene, settings, opened, questions: (first ? askFirst : ask)?.(place) ?? {} };
}
