// The front page: its figure against the reference, by pointer and by keyboard, and the ways that lead on from it.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { readScene, truthOf } from "./scene_in_address.js";
import { mistakes, misprint, numbersOn } from "./shown_numbers.js";
import { openLive, settled } from "./site.js";

// The scene of the mock; the front page has no scene in its address.
const scene = readScene("#v=1&kind=words&words=the+cat+drank+its+milk"
  + "&x=0.2,0.1,0.3,0.4;1.4,0.2,0.1,-0.3;0.1,1.5,-0.2,0.1;0.5,-0.3,0.2,1.3;-0.2,0.4,1.5,0.2"
  + "&wq=-0.3,1.2,0.2,0.1;1.1,-0.6,1.2,-0.2;-0.2,1,-0.5,0.9;1.7,-0.5,0.4,-0.9"
  + "&wk=1.3,0,-0.3,0.1;-0.2,1.2,0.2,0;0.1,0,1.3,-0.2;-0.3,0.2,0,1&wv=1.5,0.5;-0.6,1.2;0.3,-1.2;-1.6,-0.3&mask=none&temperature=1");
const truth = truthOf(scene), count = scene.queries.length;
const weight = (query: number, key: number) => truth.stages.weights!.data[query * count + key]!;
const speaker = (word: number) => `.speaker:nth-child(${word + 1} of .speaker)`;

/** Whether the figure and the sentence under it say what `asks` gives each word. */
async function expectAsks(page: Page, asks: number): Promise<void> {
  await settled(page);
  const numbers = await numbersOn(page);
  expect(numbers.map(({ stage, index }) => `${stage} ${index.join()}`)).toEqual(scene.keys.map((_, key) => `weights ${asks},${key}`));
  expect(mistakes(numbers, truth)).toEqual([]);
  const strongest = scene.keys.reduce((best, _, key) => (weight(asks, key) > weight(asks, best) ? key : best), 0);
  const [, query, key, share] = /^(\S+) gives (\S+) (\S+\s%) of its attention/.exec(await page.read("[aria-live]")) ?? [];
  expect([query, key]).toEqual([scene.queries[asks], scene.keys[strongest]]);
  expect(misprint(share!, weight(asks, strongest), 1e-6)).toBe("");
}

describe.each([{ isolated: true }, { isolated: false }])("with isolation $isolated", ({ isolated }) => {
  it("shows what the asking word gives, before anything is touched", async () => {
    const page = await openLive("/", { isolated });
    const pressed = await page.run(() => [...document.querySelectorAll(".speaker")].findIndex((speaker) => speaker.getAttribute("aria-pressed") === "true"));
    await expectAsks(page, pressed);
  });
  it("lets any word ask by pointer", async () => {
    const page = await openLive("/", { isolated });
    for (const word of [0, 4, 1]) {
      await page.hover(speaker(word));
      await expectAsks(page, word);
    }
  });
});

describe("the front page", () => {
  it("lets any word ask by keyboard", async () => {
    const page = await openLive("/");
    await page.focus(speaker(0));
    await expectAsks(page, 0);
    await page.press("Tab");
    await expectAsks(page, 1);
    await page.press("Tab", "Enter");
    await expectAsks(page, 2);
  });
  it("lets any word ask by touch, on a phone", async () => {
    const page = await openLive("/", { viewport: { width: 360, height: 800 }, touch: true });
    await page.click(speaker(2));
    await expectAsks(page, 2);
  });
  it("puts every share under its word", async () => {
    const page = await openLive("/");
    const places = await page.run(() => [".speaker text", "text[data-stage=weights]"].map((selector) => [...document.querySelectorAll(selector)].map((text) => ({ x: Math.round(Number(text.getAttribute("x"))), text: text.textContent }))));
    expect(places[0]!.map(({ text }) => text)).toEqual(scene.keys);
    expect(places[1]!.map(({ x }) => x)).toEqual(places[0]!.map(({ x }) => x));
  });
  it.each([["Start from words", "/self-attention/1/"], ["Start from zero", "/scaled-dot-product/1/"], ["Open the playground", "/playground/"]])("leads on: %s", async (link, address) => {
    const page = await openLive("/");
    await page.click("main a[href]", link);
    await page.waitFor(`main[data-address="${address}"]`);
    await settled(page);
  });
  it.each(["main a[href]", "footer a[href]"])("leads to the package's documentation: %s", async (links) => {
    const page = await openLive("/");
    await page.click(`${links}[href="docs/"]`);
    await page.waitFor(".tsd-page-toolbar");
    expect(await page.read("h1")).toMatch(/^heed - v\d/);
    expect(await page.count('.tsd-navigation a[href*="modules/index.html"]')).toBeGreaterThan(0);
  });
  it("changes its theme by its button, and keeps the choice", async () => {
    const page = await openLive("/", { colorScheme: "light" });
    const theme = () => page.run(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe("light");
    await page.click(".theme");
    expect(await theme()).toBe("dark");
    await page.reload();
    expect(await theme()).toBe("dark");
  });
  it("stays itself with the playground's address behind it", async () => {
    const page = await openLive("/#v=1&kind=nonsense");
    await expectAsks(page, 3);
  });
});

describe("the checks of this file", () => {
  it("see a share under the wrong word", async () => {
    const page = await openLive("/");
    await page.run(() => {
      const [first, second] = document.querySelectorAll<SVGElement>("text[data-stage=weights]");
      [first!.dataset.index, second!.dataset.index] = [second!.dataset.index, first!.dataset.index];
    });
    expect(mistakes(await numbersOn(page), truth)).toHaveLength(2);
  });
});
