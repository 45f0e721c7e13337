// How soon the first control of a step answers (aim: 100 ms after the first paint), and how much work a move of a drag is with
// twelve words (aim: 8 ms, 50 at most). The bounds leave a busy machine, whose threads slow each other down, two and a half times
// the work but for the longest move, and three times the wait; as it may not run a page at all for a while, two more loads.
// Prints what it finds.
import { afterAll, describe, expect, it } from "vitest";
import { open } from "../browser.js";
import { addressOf, longWords, openLive } from "./site.js";
import { steps } from "./steps.js";

/** Milliseconds, met in one of so many loads. */
const bound = 300, loads = 3;

/** Milliseconds from the first paint to the first answer of a control, on a page that watches for it. */
interface Answered { after: number; control: string }

/**
 * Uses the first control of the picture in every frame, whether anything has been painted or not: news of the first paint
 * comes late. What counts is the first use at or after that paint, and the frame in which the control shows what was done.
 */
function watchFirstAnswer(): void {
  let painted: number | undefined, used: { at: number; said: string } | undefined;
  const answers: { used: number; at: number }[] = [];
  new PerformanceObserver((list) => {
    painted ??= list.getEntriesByName("first-contentful-paint")[0]?.startTime;
  }).observe({ type: "paint", buffered: true });
  const control = () => document.querySelector<HTMLElement>("main .stage :is([role=slider], .counter button:last-of-type, input[type=range]), main :is(.flow [role=slider], .speaker:not([aria-pressed=true]))");
  const answer = (control: HTMLElement) =>
    control.closest(".counter")?.querySelector("output")?.textContent ?? control.getAttribute("aria-valuetext") ?? control.getAttribute("aria-pressed") ?? "";
  const use = (control: HTMLElement) => {
    if (control.matches("button, .speaker")) control.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (control instanceof HTMLInputElement) {
      control.value = String(Number(control.value) === Number(control.max) ? Number(control.max) - 1 : Number(control.value) + 1);
      control.dispatchEvent(new InputEvent("input", { bubbles: true }));
    } else for (const key of ["ArrowUp", "ArrowRight"]) control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  };
  const frame = () => {
    const found = control(), first = answers.find(({ used }) => used >= (painted ?? Infinity));
    if (first) {
      Object.assign(globalThis, { answered: { after: first.at - painted!, control: found?.getAttribute("aria-label") ?? found?.outerHTML.slice(0, 60) } });
      return;
    }
    if (found) {
      const at = performance.now(), said = answer(found);
      if (used && said !== used.said) answers.push({ used: used.at, at });
      used = { at, said };
      use(found);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const firstAnswer = async (address: string): Promise<Answered> => {
  const page = await open(address, { first: watchFirstAnswer });
  return page.run(() => new Promise<Answered>((done) => {
    const look = () => {
      const { answered } = globalThis as unknown as { answered?: Answered };
      if (answered) done(answered);
      else setTimeout(look, 10);
    };
    look();
  }));
};

const controlled = ["/playground/", ...steps.map(({ address }) => address)];

describe("the first control", () => {
  it.each(controlled)("answers soon after the first paint of %s", async (address) => {
    let soonest = Infinity;
    for (let load = 0; load < loads && soonest > bound; load++) {
      const { after, control } = await firstAnswer(address);
      console.info(`${address}: ${control} answers ${after.toFixed(0)} ms after the first paint`);
      soonest = Math.min(soonest, after);
    }
    expect(soonest).toBeLessThan(bound);
  });
});

const medianOf = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

/** There and back round the place where it was taken hold of, at most `reach` px away. */
const moves = (reach: number) => Array.from({ length: 24 }, (_, at) => ({ x: reach * Math.sin(at), y: reach * Math.sin(at * 1.7) }));

const twelve = longWords.map((word) => word.slice(0, 6)), words = addressOf(twelve).replace("/playground/", "");
const arrows = (turn: number) => twelve.map((_, at) => `${(Math.cos(at * turn) * 1.5).toFixed(2)},${(Math.sin(at) * 1.5).toFixed(2)}`).join(";");
const given = `#v=1&kind=given&queries=${twelve.join("+")}&keys=${twelve.join("+")}&Q=${arrows(1)}&K=${arrows(2)}&V=${arrows(3)}&given=edited&mask=none&temperature=1&row=0`;

/** What is pulled where it is not the first handle of the picture, and how far it must go to change something. */
const others: Record<string, { handle: string; reach?: number }> = {
  "/playground/": { handle: "[data-arrow=x][data-index='3']" },
  "/self-attention/4/": { handle: "button[data-stage=scores][data-index='3,3']", reach: 60 },
  "/self-attention/summary/": { handle: "[data-arrow=x][data-index='3']" },
  "/scaled-dot-product/3/": { handle: "button[data-stage=scores][data-index='3,3']", reach: 60 },
  "/scaled-dot-product/7/": { handle: ".stage [role=slider]" },
  "/scaled-dot-product/summary/": { handle: "input[name=upTo]", reach: 200 },
};

describe("a drag with twelve words", () => {
  const all: number[] = [];
  afterAll(() => console.info(`all pages: ${medianOf(all).toFixed(1)} ms of work for a move`));
  it.each(controlled)("is little work on %s", async (address) => {
    const { handle, reach = 18 } = others[address] ?? { handle: ".stage :is([role=slider], input[type=range])" };
    const page = await openLive(address + (address.startsWith("/scaled") ? given : words));
    await page.workOfDrag(handle, moves(reach).slice(0, 8));   // until the browser has compiled what it runs
    const work = await page.workOfDrag(handle, moves(reach)), median = medianOf(work), most = Math.max(...work);
    all.push(...work);
    console.info(`${address}: ${median.toFixed(1)} ms of work for a move, ${most.toFixed(1)} at most`);
    expect(median).toBeGreaterThan(1.5);   // a move that changes nothing is 1 ms
    expect(median).toBeLessThan(20);
    expect(most).toBeLessThan(50);
  });
});
