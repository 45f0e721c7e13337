// What a reader cannot see costs no time while something is pulled: a part of the page that is out of sight then keeps
// what it has drawn, and so does one that is only glanced at. It catches up when it comes into sight, and when the pointer
// is let go; what is glanced at, when the hand rests, too.
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";

let held = false, resting: ReturnType<typeof setTimeout> | undefined;
const late = new Set<Part<unknown>>();
/** ms without a movement until a hand rests. */
const rest = 150;
const parts = new WeakMap<Element, Part<unknown>>();
let eye: IntersectionObserver | undefined;

if (typeof document !== "undefined") {
  addEventListener("pointerdown", () => { held = true; }, true);
  addEventListener("pointermove", ({ buttons }) => {
    clearTimeout(resting);
    if (held && buttons === 0) letGo();   // let go where the page is not told, over a menu or another window
    else if (held) resting = setTimeout(catchUp, rest, true);
  }, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, letGo, true);
  eye = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) parts.get(target)?.see(isIntersecting || isBoxless(target));
  });
}

function letGo(): void {
  held = false;
  clearTimeout(resting);
  catchUp();
}

/** `seen`: only the parts in sight. */
function catchUp(seen = false): void {
  for (const part of late) if (!seen || part.inSight) part.drawNewest();
}

/** Nobody can tell whether it is in sight: its children stand in the page without it (display: contents). */
const isBoxless = (element: Element) => element.getClientRects().length === 0 && !element.closest("details:not([open])");

class Part<Value> {
  inSight = true;   // until its element has been looked for
  private element: Element | undefined;
  private catchesUp = false;

  constructor(private drawn: Value, private readonly glanced: boolean, private readonly drawAgain: () => void) {}

  /** What is to be drawn: the newest, or what was drawn last. */
  take(newest: Value): Value {
    if (held && (!this.inSight || this.glanced) && !this.catchesUp) late.add(this);
    else {
      late.delete(this);
      this.drawn = newest;
    }
    this.catchesUp = false;
    return this.drawn;
  }

  drawNewest(): void {
    this.catchesUp = true;
    this.drawAgain();
  }

  see(inSight: boolean): void {
    this.inSight = inSight;
    if (inSight && late.has(this)) this.drawNewest();
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

/** The same component, late while its element is out of sight. `glanced`: late even in sight, while the hand moves. */
export function canBeLate<Props extends object>(Draw: (props: Props & Watched) => VNode | null, glanced = false): (props: Props) => VNode {
  return function Late(newest) {
    const [, again] = useState({});
    const [part] = useState(() => new Part(newest, glanced, () => again({})));
    const drawn = part.take(newest);
    return useMemo(() => <Draw {...drawn} watch={part.watch} />, [drawn]);
  };
}
