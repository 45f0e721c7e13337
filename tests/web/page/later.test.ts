// Parts of a page that are taken over after its picture: whoever turns to one before finds it alive, and none keeps an old
// number.
import { expect, it } from "vitest";
import { open, type Page } from "../browser.js";
import { handle, settled } from "./site.js";
import { faultsOf, steps } from "./steps.js";

declare const parts: (() => void)[];

/** A page whose browser never has time, until `takeOver`. */
const openBusy = (address: string) => open(address, {
  first: () => {
    const parts: (() => void)[] = [];
    Object.assign(globalThis, { parts, requestIdleCallback: (part: () => void) => parts.push(part) });
  },
});
async function takeOver(page: Page): Promise<void> {
  await page.run(() => { while (parts.length) parts.shift()!(); });
  await settled(page);
}
const isLive = (page: Page) => page.run(() => document.documentElement.dataset["live"] === "true");

const valueText = (page: Page, slider: string) => page.run((slider) => document.querySelector(slider)!.getAttribute("aria-valuetext"), slider);
const queries = async (page: Page) => (await page.readAll("td > [data-stage=q]")).map(({ text }) => text);

it.each([["/playground/", handle(2)], ["/self-attention/2/", ".stage [role=slider]"]])("%s: the picture answers first, and the tables follow", async (address, tip) => {
  const page = await openBusy(address), before = { tip: await valueText(page, tip), queries: await queries(page) };
  await expect.poll(async () => {
    await page.focus(tip);
    await page.press("ArrowUp");
    return await valueText(page, tip) !== before.tip && await page.run(() => parts.length) > 0;
  }).toBe(true);
  expect(await queries(page)).toEqual(before.queries);
  expect(await isLive(page)).toBe(false);
  await takeOver(page);
  expect(await queries(page)).not.toEqual(before.queries);
  const source = steps.find((step) => step.address === address);
  if (source) expect(await faultsOf(page, source)).toEqual([]);
});

it("a part answers at once to who turns to it first: a fold, a guess, a number", async () => {
  const address = "/self-attention/2/", tip = ".stage [role=slider]", page = await openBusy(address), before = await valueText(page, tip);
  await expect.poll(() => page.run(() => parts.length)).toBe(1);
  await page.run(() => document.querySelector<HTMLElement>(".guess input")!.click());   // without a pointer that comes near
  expect(await page.read(".guess [role=status]")).not.toBe("");
  await page.click(".words .fold:not([open]) summary");
  await page.type("input[data-stage=x][data-index='3,0']", "0.25");
  await page.press("Enter");
  await expect.poll(() => valueText(page, tip)).not.toBe(before);
  expect(await isLive(page)).toBe(false);
  await takeOver(page);
  expect(await page.count(".words .fold[open]")).toBe(2);
  expect(await faultsOf(page, steps.find((step) => step.address === address)!)).toEqual([]);
});
