// What a reader cannot see costs no time while something is pulled: a part of the page that is out of sight then keeps
// what it has drawn. It catches up when it comes into sight, and when the pointer is let go.
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";

let held = false;
const late = new Set<Part<unknown>>();
const parts = new WeakMap<Element, Part<unknown>>();
let eye: IntersectionObserver | undefined;

if (typeof document !== "undefined") {
  addEventListener("pointerdown", () => { held = true; }, true);
  for (const type of ["pointerup", "pointercancel"]) {
    addEventListener(type, () => {
      held = false;
      for (const part of late) part.drawAgain();
    }, true);
  }
  eye = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) parts.get(target)?.see(isIntersecting || isBoxless(target));
  });
}

/** Nobody can tell whether it is in sight: its children stand in the page without it (display: contents). */
const isBoxless = (element: Element) => element.getClientRects().length === 0;

class Part<Value> {
  private inSight = true;   // until its element has been looked for
  private element: Element | undefined;

  constructor(private drawn: Value, readonly drawAgain: () => void) {}

  /** What is to be drawn: the newest, or what was drawn last. */
  take(newest: Value): Value {
    if (held && !this.inSight) late.add(this);
    else {
      late.delete(this);
      this.drawn = newest;
    }
    return this.drawn;
  }

  see(inSight: boolean): void {
    this.inSight = inSight;
    if (inSight && late.has(this)) this.drawAgain();
  }

  readonly watch = (element: Element | null): void => {
    if (this.element) eye?.unobserve(this.element);
    this.element = element ?? undefined;
    this.inSight = true;
    late.delete(this);
    if (!element) return;
    parts.set(element, this);
    eye?.observe(element);
  };
}

/** What a component that can be late gets besides its own properties: a ref for its element, always the same function. */
export interface Watched { watch(element: Element | null): void }

/** The same component, late while its element is out of sight. */
export function canBeLate<Props extends object>(Draw: (props: Props & Watched) => VNode | null): (props: Props) => VNode {
  return function Late(newest) {
    const [, again] = useState({});
    const [part] = useState(() => new Part(newest, () => again({})));
    const drawn = part.take(newest);
    return useMemo(() => <Draw {...drawn} watch={part.watch} />, [drawn]);
  };
}
