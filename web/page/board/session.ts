// A page's state, for its parts to draw and to change.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Outset } from "../scene/outset.js";
import type { Place } from "../scene/place.js";
import type { Scene } from "../scene/scene.js";
import type { CellPath, Shown } from "../scene/shown.js";
import { board as words } from "../words/en/board.js";
import { Desk } from "./desk.js";
import { wakeParts } from "./later.js";
import { unfolding } from "./unfold.js";

export interface Session {
  /** What the reader has asked for: fields and controls show it. */
  place: Place;
  /** What is drawn: every number that is not typed comes from here. */
  shown: Shown;
  /** Counts the cells that the reader has opened: each time the opened number takes the focus. */
  followed: number;
  notice: string;
  /** WebAssembly is refused: the numbers stay those of the first scene. */
  blocked: boolean;
  say(notice: string): void;
  /** See Desk.change; what was said before is no longer true and goes. Nothing is done where nothing changes. */
  change(next: Partial<Place>, gesture?: string): void;
  changeScene(scene: Scene, gesture?: string): void;
  /** Turns one of the page's own controls. */
  set(name: string, said: string | number, gesture?: string): void;
  settle(): void;
  startOver(): void;
  goBack(): void;
  /** Opens a cell, or closes with an empty path. */
  open(path: CellPath[]): void;
  /** The address of this place, complete even if nothing has been changed. */
  link(): string;
  /** What stands after # in it; empty where nothing has been changed. See Desk.hash. */
  hash: string;
  /** Nothing has been changed. */
  untouched: boolean;
}

export function useSession(outset: Outset, first: Shown): Session {
  const [{ place, shown, request }, draw] = useState({ place: outset.start, shown: first, request: 0 });
  const [followed, setFollowed] = useState(0);
  const [notice, say] = useState("");
  const [blocked, setBlocked] = useState(false);
  const [desk] = useState((): Desk => new Desk(outset, {
    place: (place) => draw((drawn) => (drawn.place === place ? drawn : { ...drawn, place })),
    shown: (shown, place, request) => draw({ place, shown, request }),
    arrived: (problem) => say(problem ? words.notices.badAddress(words.address[problem.rule](problem.field, problem.came)) : ""),
    released: () => draw((drawn) => ({ ...drawn })),
    live: () => wakeParts(() => {
      document.documentElement.dataset["live"] = "true";
      desk.complete();
    }),
    blocked: () => setBlocked(true),
    refused: (message) => say(words.notices.refused(message)),
  }));

  useLayoutEffect(() => {
    if (request === 0) return;
    if (shown.opened.length === 0) return desk.hasDrawn(request);
    void unfolding().then(() => desk.hasDrawn(request));
  }, [shown]);
  // Before the first paint of the live page: what the reader does from then on counts.
  useLayoutEffect(() => {
    desk.start();
    return () => desk.stop();
  }, []);

  const change: Session["change"] = (next, gesture) => {
    if (desk.isAt(next)) return;
    say("");
    desk.change(next, gesture);
  };
  return {
    place, shown, followed, notice, blocked, say, change,
    changeScene: (scene, gesture) => change({ scene }, gesture),
    set: (name, said, gesture) => change({ settings: { ...desk.place.settings, [name]: said } }, gesture),
    settle: () => desk.settle(),
    startOver() {
      say("");
      desk.startOver();
    },
    goBack: () => desk.goBack(),
    open(opened) {
      const pinned = opened[0];
      if (pinned) setFollowed((count) => count + 1);
      change({ opened, row: (pinned && asksOf(pinned)) ?? desk.place.row });
    },
    link: () => desk.link(),
    hash: desk.hash(),
    untouched: desk.place === outset.start,
  };
}

/** The query whose row a cell stands in; tables of keys and values, and what is not of the page's own trace, have none. */
function asksOf({ stage, index, of }: CellPath): number | undefined {
  return of !== undefined || stage === "k" || stage === "v" ? undefined : index[0];
}
