// The list of keys: by its button without a script, by "?" with one, and what it promises.
import { expect, it } from "vitest";
import { openLive } from "./site.js";

const shown = () => document.getElementById("keys")!.matches(":popover-open");

it("shows and hides with ?", async () => {
  const page = await openLive("/scaled-dot-product/1/");
  expect(await page.run(shown)).toBe(false);
  await page.press("?");
  expect(await page.run(shown)).toBe(true);
  await page.press("?");
  expect(await page.run(shown)).toBe(false);
});
it("shows with its button, closes with Esc", async () => {
  const page = await openLive("/scaled-dot-product/1/");
  await page.click("[popovertarget=keys]");
  expect(await page.run(shown)).toBe(true);
  await page.press("Escape");
  expect(await page.run(shown)).toBe(false);
});
it("lets ? be typed into a field", async () => {
  const page = await openLive("/playground/");
  await page.type("input[name=sentence]", "who?");
  expect(await page.run(shown)).toBe(false);
});
