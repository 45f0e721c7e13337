// The frame of a drawing: draws at the real width in pixels, and again when that changes, so that strokes and letters
// keep their sizes. Before a script runs the width is unknown: a narrow and a wide drawing are made, and CSS shows one.
import type { VNode } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { canBeLate, type Watched } from "./late.js";
import { Openings } from "./openings.js";

interface FigureProps {
  /** The figure at `width` px: an <svg> with its own viewBox. Called again at every width. */
  draw(width: number): VNode;
  class?: string;
  /** The widths, in px, of the two drawings made beforehand. */
  narrow?: number;
  wide?: number;
}

const unchanged = { __html: "" };

export const Figure = canBeLate(({ draw, class: name = "", narrow = 328, wide = 1200, watch }: FigureProps & Watched) => {
  const box = useRef<HTMLDivElement>(null), first = useRef(!import.meta.env.SSR), label = useContext(Openings).figure;
  const [width, setWidth] = useState<number>();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // clientWidth is rounded, and a drawing wider than its box would be shrunk.
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width) || undefined);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // One stop of Tab for all its numbers: whoever opens them leads from one to the next.
    if (element.querySelector(".opens")) Object.assign(element, { tabIndex: 0, role: "group", ariaLabel: label });
    watch(element);
    return () => {
      observer.disconnect();
      watch(null);
    };
  }, []);

  // What the build has drawn need not be drawn again only to be measured.
  if (first.current) {
    first.current = false;
    return <div class={`fig ${name}`} ref={box} dangerouslySetInnerHTML={unchanged} />;
  }
  return (
    <div class={`fig ${name}`} ref={box}>
      {width === undefined
        ? [<div key="narrow" class="drawn-narrow">{draw(narrow)}</div>, <div key="wide" class="drawn-wide">{draw(wide)}</div>]
        : <div key="real">{draw(width)}</div>}
    </div>
  );
});
