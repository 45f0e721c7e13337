// What the playground says besides its tables: the worked example's two ways, sentences, bars, what is heard.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { readScene, truthOf } from "./scene_in_address.js";
import { faults, misprint } from "./shown_numbers.js";
import { cell, choose, enter, handle, linkOf, openLive, press, settled } from "./site.js";

const sceneOf = (page: Page) => readScene(page.address());

describe("the worked example", () => {
  const texts = async (page: Page, row: string) => (await page.readAll(`[data-worked=${row}] td`)).map(({ text }) => text);
  it("shows what paper gives and the unrounded numbers beside it", async () => {
    const page = await openLive("/playground/");
    await choose(page, "scene", "given");
    expect(await texts(page, "paper")).toEqual(["(0.731, 0.269)", "(3.655, 0.807, 0)"]);
    const exact = (await texts(page, "exact")).map((list) => list.slice(1, -1).split(", "));
    const want = truthOf(sceneOf(page)).stages;
    for (const [at, stage] of [want.weights!, want.output!].entries()) stage.data.forEach((number, i) => expect(misprint(exact[at]![i]!, number, stage.tolerance[i]!)).toBe(""));
    expect([...want.output!.data].map((number) => number.toFixed(6))).toEqual(["3.655293", "0.806824", "0.000000"]);
    expect(await faults(page)).toEqual([]);
  });
  it("opens its output both ways", async () => {
    const page = await openLive("/playground/");
    await choose(page, "scene", "given");
    await press(page, cell("output", 0, 1));
    expect(await page.read("[data-paper] [data-result]")).toBe("0.807");
    expect(misprint(await page.read(".sums:not([data-paper]) [data-result]"), 0.806824264109985, 1e-6)).toBe("");
  });
  it("can be changed, and left again for the sentence", async () => {
    const page = await openLive("/playground/");
    await choose(page, "scene", "given");
    await enter(page, cell("k", 1, 0), "2");
    expect(sceneOf(page).tables.k).toEqual([[1, 0, 1, 0], [2, 1, 0, 1]]);
    expect(await faults(page)).toEqual([]);
    await choose(page, "scene", "words");
    expect(sceneOf(page).queries).toEqual(["the", "cat", "drank", "its", "milk"]);
    expect(await faults(page)).toEqual([]);
  });
});

describe("what words say", () => {
  it("is the number of the cell under the pointer", async () => {
    const truth = truthOf(readScene(await linkOf(await openLive("/playground/")))), page = await openLive("/playground/");
    for (const [row, column] of [[2, 1], [0, 4]] as const) {
      await page.hover(cell("weights", row, column));
      await settled(page);
      const [, asks, offers, share] = /^(\S+) gives (\S+) (\S+) of its attention$/.exec(await page.read(".told")) ?? [];
      expect([asks, offers]).toEqual([truth.scene.queries[row], truth.scene.keys[column]]);
      expect(misprint(share!, truth.stages.weights!.data[row * 5 + column]!, 1e-6)).toBe("");
    }
  });
  it("is the cell under the pointer again once a notice has been read", async () => {
    const page = await openLive("/playground/");
    await linkOf(page);
    await page.hover(cell("weights", 2, 1));
    await settled(page);
    expect(await page.read(".told")).toMatch(/drank gives cat \S+ of its attention$/);
  });
  it("follows the row that is chosen, with its bars", async () => {
    const page = await openLive("/playground/");
    await choose(page, "row", "4");
    const truth = truthOf(sceneOf(page));
    expect(truth.scene.row).toBe(4);
    const bars = (await page.readAll(".at-row svg .n")).map(({ text }) => text);
    expect(bars).toHaveLength(5);
    bars.forEach((text, key) => expect(misprint(text, truth.stages.weights!.data[20 + key]!, 1e-6)).toBe(""));
    expect((await page.readAll(".at-row svg text.word")).map(({ text }) => text)).toEqual(truth.scene.keys);
    expect(await page.read(".told")).toMatch(/^milk gives /);
  });
});

describe("a screen reader", () => {
  it("hears in every cell the words of its headers and the number that is shown", async () => {
    const page = await openLive("/playground/"), { queries, keys } = readScene(await linkOf(page));
    const cells = await page.readAll("td > button[data-stage]");
    expect(cells.length).toBeGreaterThan(100);
    for (const { data: { stage, index }, label, text } of cells) {
      const [row, column] = index!.split(",").map(Number) as [number, number], told = `${stage} ${index}: ${label}`;
      if (stage === "mask") expect(label, told).toBe(`${queries[row]} ${text === "1" ? "may" : "may not"} look at ${keys[column]}`);
      else expect(label.endsWith(`: ${text}`), told).toBe(true);
      if (/score|scaled|masked|exponentials|weights/.test(stage!)) expect(label, told).toContain(`${queries[row]} asks ${keys[column]}:`);
      else expect(label, told).toContain(queries[row]);
    }
  });
  it("hears after a change what the asking word gives now", async () => {
    const page = await openLive("/playground/");
    await page.focus(handle(3));
    await page.press("Shift+ArrowUp");
    await settled(page);
    await page.waitFor("main [aria-live]:not(:empty)");
    const { scene, stages } = truthOf(sceneOf(page)), row = scene.row;
    const [, asks, shares] = /^(\S+) now gives (.*)\.$/.exec((await page.readAll("main [aria-live]:not(:empty)"))[0]!.text) ?? [];
    expect(asks).toBe(scene.queries[row]);
    const told = shares!.split(", ").map((share) => share.split(" to "));
    expect(told.map(([, word]) => word)).toEqual(scene.keys);
    told.forEach(([text], key) => expect(misprint(text!, stages.weights!.data[row * 5 + key]!, 1e-6)).toBe(""));
  });
});

describe("every number", () => {
  it("in sight is one that these tests hold, or one that names a place or a choice", async () => {
    const page = await openLive("/playground/");
    await press(page, cell("output", 2, 1));
    const unknown = await page.run(() => {
      const held = "[data-stage], [data-product], [data-partial], [data-result], .told, .at-row svg, [aria-live]";
      const named = "th, caption, figcaption, .crumbs, [data-opened] .saying, [data-opened] .result, .temperature output, label:has(input[name=width]), math";
      const found = [];
      const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) if (/\d/.test(node.nodeValue!) && !node.parentElement!.closest(`${held}, ${named}`)) found.push(node.nodeValue);
      return found;
    });
    expect(unknown).toEqual(["Keyboard: arrow keys move a tip by 0.1, with Shift by 0.5; in a table they go from cell to cell, Enter opens, Esc closes."]);
  });
});
