// A root has its sign on every page: the sign is no text, and without its face nothing of it is drawn.
import { expect, it } from "vitest";
import { openLive } from "./site.js";

it("draws the sign of a root", async () => {
  const page = await openLive("/scaled-dot-product/4/");
  const [root, base] = await page.run(async () => {
    await document.fonts.ready;
    const root = document.querySelector(".what msqrt")!;
    return [root, root.firstElementChild!].map((element) => element.getBoundingClientRect().width);
  });
  expect(root).toBeGreaterThan(base! + 5);
});
