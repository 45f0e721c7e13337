// A part of the page that is taken over after the picture, so that the picture's controls answer sooner. Until then it
// stands as the build has drawn it; it is taken over at once when the reader turns to it.
import { hydrate, render, type ComponentChildren, type VNode } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { canBeLate, type Watched } from "../stage/late.js";
import { Openings } from "../stage/openings.js";
import { Glossary } from "../stage/terms.js";

interface LaterProps {
  of: "div" | "section";
  role?: "group";
  class?: string;
  id?: string;
  label?: string;
  /** Not called before the part is taken over. */
  children(): ComponentChildren;
}

/** What a reader does with a part comes to it only once it has been taken over. */
const turns = ["pointerover", "pointerdown", "click", "focusin", "keydown", "input", "change", "toggle"] as const;
const unchanged = { __html: "" };
const asleep = new Set<Part>();

export function Later({ of: Tag, label, children, ...own }: LaterProps) {
  const attributes = { ...own, "aria-label": label };
  if (import.meta.env.SSR) return <Tag {...attributes}>{children()}</Tag>;
  const glossary = useContext(Glossary), openings = useContext(Openings), box = useRef<HTMLElement>(null);
  const [part] = useState(() => new Part());
  useLayoutEffect(() => part.draw(box.current!, (
    <Glossary.Provider value={glossary}><Openings.Provider value={openings}><Drawn within={box.current!} draw={children} /></Openings.Provider></Glossary.Provider>
  )));
  useEffect(() => () => part.leave(), []);
  return <Tag {...attributes} ref={box as never} dangerouslySetInnerHTML={unchanged} />;
}

/** Out of sight it is drawn once what is pulled is let go. */
const Drawn = canBeLate(({ within, draw, watch }: { within: HTMLElement; draw(): ComponentChildren } & Watched) => {
  useLayoutEffect(() => {
    watch(within);
    return () => watch(null);
  }, []);
  return <>{draw()}</>;
});

class Part {
  private element: HTMLElement | undefined;
  private built: VNode | undefined;
  private newest: VNode | undefined;

  draw(element: HTMLElement, view: VNode): void {
    this.newest = view;
    if (this.element && !this.built) return render(view, element);
    if (this.element) return;
    this.element = element;
    this.built = view;
    if (!element.firstChild) return this.wake();   // not of the build
    asleep.add(this);
    for (const type of turns) element.addEventListener(type, this.wake, { capture: true, once: true });
  }

  /** Takes over what the build has drawn, from what it was drawn from; then draws what is true now. */
  readonly wake = (): void => {
    const { element, built, newest } = this;
    if (!element || !built) return;
    asleep.delete(this);
    this.built = undefined;
    hydrate(built, element);
    if (newest !== built) render(newest!, element);
  };

  leave(): void {
    asleep.delete(this);
    if (this.element && !this.built) render(null, this.element);
  }
}

/**
 * Takes over every part, one whenever the browser has time. A little later than it could: what the reader does first with
 * the picture need not wait for parts that nobody has turned to.
 */
export function wakeParts(done: () => void): void {
  const wakeNext = () => {
    const [next] = asleep;
    if (!next) return done();
    next.wake();
    whenIdle(wakeNext);
  };
  setTimeout(() => whenIdle(wakeNext), breath);
}

const breath = 80;   // ms
const soon = 50;   // ms that a busy browser may take
const whenIdle = (run: () => void) => ("requestIdleCallback" in globalThis ? requestIdleCallback(run, { timeout: soon }) : setTimeout(run));
