// How soon the first control of a step answers, and how much work a drag is. The aims are 100 ms after the first paint, and
// 8 ms for a move (50 at most) with twelve words; the bounds here leave room for slow and busy machines. Prints what it finds.
import { describe, expect, it } from "vitest";
import { open, type Page } from "../browser.js";
import { addressOf, longWords, openLive } from "./site.js";
import { steps } from "./steps.js";

/** Milliseconds from the first paint to the first answer of a control, on a page that watches for it. */
interface Answered { after: number; control: string }

/** Uses the first control of the picture, again in every frame from the first paint on, until it shows what was done. */
function watchFirstAnswer(): void {
  let painted: number | undefined, before: string | undefined;
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
    const found = control();
    if (painted !== undefined && found) {
      before ??= answer(found);
      if (answer(found) !== before) {
        Object.assign(globalThis, { answered: { after: performance.now() - painted, control: found.getAttribute("aria-label") ?? found.outerHTML.slice(0, 60) } });
        return;
      }
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

describe("the first control", () => {
  it.each(["/playground/", ...steps.map(({ address }) => address)])("answers soon after the first paint of %s", async (address) => {
    const { after, control } = await firstAnswer(address);
    console.info(`${address}: ${control} answers ${after.toFixed(0)} ms after the first paint`);
    expect(after).toBeLessThan(1500);
  });
});

/** There and back round the place where it was taken hold of. */
const moves = Array.from({ length: 24 }, (_, at) => ({ x: 18 * Math.sin(at), y: 18 * Math.sin(at * 1.7) }));
const words = addressOf(longWords.map((word) => word.slice(0, 6)));
const scene = words.slice(words.indexOf("#"));

describe("a drag with twelve words", () => {
  it.each([
    ["/playground/", "[data-arrow=x][data-index='3']"],
    ["/self-attention/1/", "[data-arrow=x][data-index='3']"],
    ["/self-attention/2/", ".stage [role=slider]"],
    ["/self-attention/3/", "[role=slider][aria-label='turn the key']"],
    ["/self-attention/4/", "button[data-stage=scores][data-index='3,3']"],
    ["/self-attention/6/", ".stage [role=slider]"],
    ["/self-attention/7/", ".stage [role=slider]"],
    ["/self-attention/8/", ".stage [role=slider]"],
  ])("is little work on %s", async (address, handle) => {
    const page: Page = await openLive(`${address}${scene}`);
    await page.workOfDrag(handle, moves.slice(0, 8));   // until the browser has compiled what it runs
    const work = (await page.workOfDrag(handle, moves)).sort((a, b) => a - b), median = work[work.length >> 1]!, most = work.at(-1)!;
    console.info(`${address}: ${median.toFixed(1)} ms of work for a move, ${most.toFixed(1)} at most`);
    expect(median).toBeGreaterThan(0.1);   // something was drawn
    expect(median).toBeLessThan(50);
    expect(most).toBeLessThan(150);
  });
});
