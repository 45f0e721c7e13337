// The face of the formulas' signs: fetched for every page, and each root laid out with it.
import { expect, it } from "vitest";
import { openLive } from "./site.js";

it("draws the sign of each root", async () => {
  const page = await openLive("/scaled-dot-product/4/");
  const { fetched, before, after } = await page.run(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(done));
    const widths = () => [...document.querySelectorAll(".what msqrt")].map((root) => root.getBoundingClientRect().width);
    const fetched = document.fonts.check('16px "Heed Formula"', "√"), before = widths();
    document.querySelectorAll("math").forEach((formula) => formula.replaceWith(formula.cloneNode(true)));   // laid out anew
    return { fetched, before, after: widths() };
  });
  expect(fetched).toBe(true);
  expect(before).toEqual(after);
  expect(before).toHaveLength(1);
});
