// The small bars of the edge cases and of the playground: however many words there are and however narrow the screen, each
// weight stands at its bar and can be read.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { addressOf, longWords, openLive } from "./site.js";
import { faultsOf, steps } from "./steps.js";

const count = longWords.length;

/** Of each weight that stands in the figure at `within`: what is wrong with how it is seen. */
const hardToRead = (page: Page, within: string, weights: readonly string[]) => page.run(({ within, weights }) => {
  const boxes: DOMRect[] = [];
  return weights.flatMap((weight) => {
    const number = document.querySelector<SVGElement>(`${within} text [data-of="${weight}"]`);
    if (!number?.textContent || !number.checkVisibility()) return [`${weight} does not stand there`];
    const box = number.getBoundingClientRect(), figure = number.closest("svg")!.getBoundingClientRect();
    const inside = box.left >= 0 && box.right <= document.documentElement.clientWidth && box.top >= figure.top - 1 && box.bottom <= figure.bottom + 1;
    const covered = boxes.some((other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1);
    boxes.push(box);
    return [...inside ? [] : [`${weight} runs off`], ...covered ? [`${weight} lies on another`] : []];
  });
}, { within, weights });

const each = (named: (key: number) => string) => Array.from({ length: count }, (_, key) => named(key));

describe.each([320, 360, 700, 1440])("twelve words at %d px", (width) => {
  it("have every weight at its small bar", async () => {
    const viewport = { width, height: 800 }, address = "/self-attention/8/", page = await openLive(addressOf(longWords, address), { viewport });
    for (const [at, name] of ["even", "one-hot", "masked"].entries()) {
      expect(await hardToRead(page, `.trio figure:nth-of-type(${at + 1})`, each((key) => `other.${name}.weights.0.${key}`)), name).toEqual([]);
    }
    expect(await faultsOf(page, steps.find((step) => step.address === address)!)).toEqual([]);
    const playground = await openLive(addressOf(longWords), { viewport });
    expect(await hardToRead(playground, ".at-row", each((key) => `weights.0.${key}`)), "in the playground").toEqual([]);
  });
});

describe("the check of this file", () => {
  it("sees a number that is gone, runs off or lies on another", async () => {
    const page = await openLive("/self-attention/8/"), name = (key: number) => `other.even.weights.2.${key}`, weights = [0, 1, 2, 3, 4].map(name);
    await page.run((names) => {
      const [gone, off, on, under] = names.map((name) => document.querySelector(`.trio [data-of="${name}"]`)!.closest("text")!);
      gone!.remove();
      off!.setAttribute("x", "-4000");
      for (const side of ["x", "y"]) on!.setAttribute(side, under!.getAttribute(side)!);
    }, weights);
    expect(await hardToRead(page, ".trio figure:nth-of-type(1)", weights)).toEqual([`${name(0)} does not stand there`, `${name(1)} runs off`, `${name(3)} lies on another`]);
  });
});
