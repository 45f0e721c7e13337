// The playground's state, for its parts to draw and to change.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { defaultPlace, type Place } from "../../scene/place.js";
import type { Scene } from "../../scene/scene.js";
import type { CellPath, Shown } from "../../scene/shown.js";
import { playground as words } from "../../words/en/playground.js";
import { Desk } from "./desk.js";

export interface Session {
  /** What the reader has asked for: fields and controls show it at once. */
  place: Place;
  /** What is drawn: every number that is not typed comes from here. */
  shown: Shown;
  /** Counts the cells that the reader has opened: each time the opened number takes the focus. */
  followed: number;
  notice: string;
  /** WebAssembly is refused: the numbers stay those of the first scene. */
  blocked: boolean;
  say(notice: string): void;
  /** See Desk.change; what was said before is no longer true and goes. */
  change(next: Partial<Place>, gesture?: string): void;
  changeScene(scene: Scene, gesture?: string): void;
  settle(): void;
  startOver(): void;
  goBack(): void;
  /** Opens a cell, or closes with an empty path. */
  open(path: CellPath[]): void;
  /** The address of this place, complete even if nothing has been changed. */
  link(): string;
}

export function useSession(first: Shown): Session {
  const [place, setPlace] = useState<Place>(defaultPlace);
  const [drawn, setDrawn] = useState({ shown: first, request: 0 });
  const [followed, setFollowed] = useState(0);
  const [notice, say] = useState("");
  const [blocked, setBlocked] = useState(false);
  const [desk] = useState(() => new Desk({
    place: setPlace,
    shown: (shown, request) => setDrawn({ shown, request }),
    arrived: (problem) => say(problem ? words.notices.badAddress(words.address[problem.rule](problem.field, problem.came)) : ""),
    blocked: () => setBlocked(true),
    refused: (message) => say(words.notices.refused(message)),
  }));

  useLayoutEffect(() => {
    if (drawn.request === 0) return;
    document.documentElement.dataset["live"] = "true";
    desk.hasDrawn(drawn.request);
  }, [drawn]);
  useEffect(() => {
    desk.start();
    return () => desk.stop();
  }, []);

  const change: Session["change"] = (next, gesture) => {
    say("");
    desk.change(next, gesture);
  };
  return {
    place, shown: drawn.shown, followed, notice, blocked, say, change,
    changeScene: (scene, gesture) => change({ scene }, gesture),
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
  };
}

/** The query whose row a cell stands in; tables of keys and values have none. */
function asksOf({ stage, index }: CellPath): number | undefined {
  return stage === "k" || stage === "v" ? undefined : index[0];
}
