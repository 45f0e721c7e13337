// The playground's state: where the reader is, what is drawn, and how the two, the address and the tracer keep in step.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fromAddress, toAddress } from "../../scene/address.js";
import { openAddressBar, type AddressBar } from "../../scene/address_bar.js";
import { defaultPlace, fitted, type Place } from "../../scene/place.js";
import { isBroken } from "../../scene/read.js";
import type { Scene } from "../../scene/scene.js";
import type { CellPath, Shown } from "../../scene/shown.js";
import { startTracer, type Tracer } from "../../scene/tracer.js";
import { playground as words } from "../../words/en/playground.js";

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
  /** Goes to another place. Changes of one `gesture` in a row are one step of the Back button; without one, each is. */
  change(next: Partial<Place>, gesture?: string): void;
  changeScene(scene: Scene, gesture?: string): void;
  /** Ends a gesture. */
  settle(): void;
  startOver(): void;
  /** To the last place whose numbers were all finite. */
  goBack(): void;
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
  const own = useRef({ place: defaultPlace, finite: defaultPlace, request: 0, drawn: 0, gestures: 0 }).current;
  const tools = useRef<{ tracer: Tracer; bar: AddressBar } | undefined>(undefined);

  /** Shows a place; the address is left alone. */
  const show = (next: Place) => {
    own.place = fitted(next);
    own.request += 1;
    document.documentElement.dataset["busy"] = "true";
    setPlace(own.place);
    tools.current?.tracer.request(own.place.scene, own.place.opened);
  };
  /** Takes the busy mark away once the newest numbers are drawn and the address is theirs. */
  const finish = () => {
    if (own.drawn === own.request && !tools.current?.bar.waiting) delete document.documentElement.dataset["busy"];
  };

  useLayoutEffect(() => {
    if (drawn.request === 0) return;
    own.drawn = drawn.request;
    document.documentElement.dataset["live"] = "true";
    finish();
  }, [drawn]);

  useEffect(() => {
    const tracer = startTracer({
      shown(shown, newest) {
        if (newest && !isBroken(shown)) own.finite = own.place;
        setDrawn({ shown, request: newest ? own.request : -1 });
      },
      failed(failure, message) {
        own.drawn = own.request;
        if (failure === "blocked") {
          setBlocked(true);
          setPlace(defaultPlace);
        } else say(words.notices.refused(message));
        finish();
      },
    });
    tools.current = { tracer, bar: openAddressBar(finish) };
    const arrive = () => {
      const { hash } = location;
      // A link to a part of the page, such as the skip link's, is no scene: the scene's own address is put back.
      if (hash && !hash.includes("=")) return history.replaceState(null, "", same(own.place, defaultPlace) ? location.pathname + location.search : toAddress(own.place));
      const read = hash ? fromAddress(hash) : { place: defaultPlace };
      say("problem" in read ? words.notices.badAddress(words.address[read.problem.rule](read.problem.field, read.problem.came)) : "");
      tools.current?.bar.settle();
      show("place" in read ? read.place : defaultPlace);
    };
    arrive();
    addEventListener("popstate", arrive);
    return () => {
      removeEventListener("popstate", arrive);
      tracer.close();
    };
  }, []);

  const change: Session["change"] = (next, gesture = `single ${own.gestures++}`) => {
    say("");
    show({ ...own.place, ...next });
    tools.current?.bar.write(toAddress(own.place), gesture);
  };
  return {
    place, shown: drawn.shown, followed, notice, blocked, say, change,
    changeScene: (scene, gesture) => change({ scene }, gesture),
    settle: () => tools.current?.bar.settle(),
    startOver() {
      say("");
      show(defaultPlace);
      tools.current?.bar.write("", `single ${own.gestures++}`);
    },
    goBack: () => change(own.finite),
    open(opened) {
      const pinned = opened[0];
      if (pinned) setFollowed((count) => count + 1);
      change({ opened, row: (pinned && asksOf(pinned)) ?? own.place.row });
    },
    link: () => location.href.split("#")[0]! + toAddress(own.place),
  };
}

/** The query whose row a cell stands in; tables of keys and values have none. */
function asksOf({ stage, index }: CellPath): number | undefined {
  return stage === "k" || stage === "v" ? undefined : index[0];
}

function same(one: Place, other: Place): boolean {
  return toAddress(one) === toAddress(other);
}
