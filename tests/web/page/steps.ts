// The steps of both walks, what is wrong on one of them, and what a reader does there, as plain data for tables of points.
import { pages } from "../../../web/page/pages.js";
import type { Page as Source } from "../../../web/page/page.js";
import type { Page } from "../browser.js";
import { namedFaults } from "./named_numbers.js";
import { readScene, truthOf } from "./scene_in_address.js";
import { mistakes, numbersOn } from "./shown_numbers.js";
import { linkOf, settled } from "./site.js";

export const steps = pages.filter(({ address }) => /^\/(self-attention|scaled-dot-product)\//.test(address));

/** Everything on the page that is not what it should be. */
export async function faultsOf(page: Page, source: Source): Promise<string[]> {
  const address = await linkOf(page), truth = truthOf(readScene(address));
  // What is rounded as on paper, and tables of other scenes, name their numbers: see named_numbers.
  return [...mistakes(await numbersOn(page), truth), ...await namedFaults(page, source, address)];
}

/** One thing that a reader does. Selectors are those of browser.ts; `holds` is a text inside of the element meant, or of the head of a fold. */
export type Act = readonly [does: "press" | "point at" | "pull" | "unfold", selector: string, holds?: string] | readonly [does: "type", selector: string, number: string];

/** A point that a step makes: where it stands, some of its words, and how to try it. */
export interface Point {
  /** What it answers, in a few words. */
  point: string;
  /** Address of the step and id of the place in it. */
  at: `/${string}/#${string}`;
  says: RegExp;
  /** The last one moves the picture or the numbers. */
  acts: readonly [Act, ...Act[]];
  /** What then stands somewhere on the page. */
  then?: readonly [selector: string, RegExp] | undefined;
}

export const pull = (name: string): Act => ["pull", `[role=slider][aria-label="${name}"]`];
export const range = (name: string): Act => ["pull", `input[type=range][name=${name}]`];
export const radio = (name: string, value: string): Act => ["press", `label:has(input[name="${name}"][value="${value}"])`];
export const button = (text: string): Act => ["press", ".step button", text];
export const cell = (stage: string, index: string): Act => ["press", `td > button[data-stage=${stage}][data-index="${index}"]`];
export const into = (stage: string, index: string, number: string): Act => ["type", `input[data-stage=${stage}][data-index="${index}"]`, number];
export const asks = (word: string): Act => ["press", ".selector button", word];

export async function act(page: Page, [does, selector, text]: Act): Promise<void> {
  const meant = text === undefined || does === "type" ? selector : `${selector}:has-text("${text}")`;
  switch (does) {
    case "press": await page.click(meant); break;
    case "point at": await page.hover(meant); break;
    case "unfold": if (await page.count(`${selector}[open] > summary:has-text("${text!}")`) === 0) await page.click(`${selector} > summary:has-text("${text!}")`); break;
    case "pull": await page.focus(meant); await page.press("ArrowUp", "ArrowRight"); break;
    case "type": await page.type(meant, text!); await page.press("Enter"); break;
  }
  await settled(page);
}

/** What a reader sees of a step besides its colours: visible text, how much is faint, what stands in fields, and the lines of its figures. */
export const seen = (page: Page): Promise<string> => page.run(() => [
  document.querySelector<HTMLElement>(".step")!.innerText,
  document.querySelectorAll(".step .late").length,
  ...[...document.querySelectorAll<HTMLInputElement>(".step input")].map(({ type, value, checked }) => `${type === "range" ? "" : value}${checked}`),
  ...[...document.querySelectorAll(".step svg")].filter((figure) => figure.checkVisibility()).map((figure) => figure.innerHTML),
].join("\n"));
