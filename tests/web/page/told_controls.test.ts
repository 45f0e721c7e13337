// A sentence that says what to press names what is there: each “name” in the words of a step stands on a control, a fold
// or a row of its picture and numbers.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { openLive, press } from "./site.js";
import { steps } from "./steps.js";

/** What stands in quotation marks and names no control. */
const others = ["cat", "dog", "its", "leans to", "nobody", "not a number"];

/** The names in the words beside the picture, those of a guess's answer among them. */
const told = (page: Page) => page.run(() => [...document.querySelector(".step > .words")!.textContent!.matchAll(/“([^”]+)”/g)].map(([, name]) => name!));

/** Each piece of text of the picture and the numbers. */
const there = (page: Page) => page.run(() => {
  const walker = document.createTreeWalker(document.querySelector(".step")!, NodeFilter.SHOW_TEXT), found: string[] = [];
  while (walker.nextNode()) if (walker.currentNode.parentElement!.closest(".stage, .more")) found.push(walker.currentNode.nodeValue!.trim());
  return found;
});

async function missing(page: Page, choices: number): Promise<string[]> {
  const names = new Set(await there(page)), said: string[] = [];
  if (await page.count("button:has-text('two ask, five offer')")) {   // only then may the mask start from either corner
    await press(page, "button:has-text('two ask, five offer')");
    (await there(page)).forEach((name) => names.add(name));
  }
  for (let choice = 0; choice < choices; choice++) {
    await press(page, `.guess label:nth-child(${choice + 1})`);
    said.push(...await told(page));
  }
  return [...new Set(said.length ? said : await told(page))].filter((name) => !names.has(name) && !others.includes(name));
}

describe.each(steps.map(({ address }) => address))("%s", (address) => {
  it("names only controls that are there", async () => {
    const page = await openLive(address);
    expect(await missing(page, await page.count(".guess label"))).toEqual([]);
  });
});
