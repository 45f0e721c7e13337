// What a reader can do in the playground; after each thing every number shown is held against the scene in the address.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { readScene } from "./scene_in_address.js";
import { faults } from "./shown_numbers.js";
import { cell, choose, enter, handle, linkOf, openLive, press, settled, typeSentence } from "./site.js";

const sceneOf = (page: Page) => readScene(page.address());

/** Words that nobody has written before; the seed is in the message when a test of them fails. */
function newWords(seed: number, count: number): string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyzäéøß"];
  let state = seed;
  const random = (below: number) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % 65536 % below;
  return Array.from({ length: count }, () => Array.from({ length: 3 + random(6) }, () => letters[random(letters.length)]!).join(""));
}

describe.each([{ isolated: true }, { isolated: false }])("with isolation $isolated", ({ isolated }) => {
  it("shows every number of the scene that it begins with", async () => {
    const page = await openLive("/playground/", { isolated });
    expect(await page.run(() => crossOriginIsolated)).toBe(isolated);
    expect(await faults(page, await linkOf(page))).toEqual([]);
  });
  it("shows attention for a sentence never tried before", async () => {
    const page = await openLive("/playground/", { isolated }), seed = Date.now() % 2 ** 32, words = newWords(seed, 7);
    await typeSentence(page, words.join(" "));
    expect(sceneOf(page).queries, `seed ${seed}`).toEqual(words);
    expect(await faults(page), `seed ${seed}`).toEqual([]);
    expect(await page.read(".origins"), `seed ${seed}`).toContain(words[0]);
    expect(sceneOf(page).fields.origins).toBe(words.map(() => "random").join());
  });
});

describe("a sentence", () => {
  it("is followed at every key, to its last one", async () => {
    const page = await openLive("/playground/");
    await page.type("input[name=sentence]", "she drank hot tea");
    await settled(page);
    expect(sceneOf(page).queries).toEqual(["she", "drank", "hot", "tea"]);
    expect(await faults(page)).toEqual([]);
  });
  it("may hold a word twice, signs and other scripts", async () => {
    const page = await openLive("/playground/"), words = ["a&b=c", "50%", "猫", "+", "猫", "x~y.z;#"];
    await typeSentence(page, words.join("  "));
    expect(sceneOf(page).queries).toEqual(words);
    expect(await faults(page)).toEqual([]);
    const { tables } = sceneOf(page);
    expect(tables.x![2]).toEqual(tables.x![4]);
  });
  it("of one word gives it all its own attention", async () => {
    const page = await openLive("/playground/");
    await typeSentence(page, "milk");
    expect(await faults(page)).toEqual([]);
    expect(await page.read(cell("weights", 0, 0))).toBe("1");
  });
  it("of more than twelve words is cut, and the page says so", async () => {
    const page = await openLive("/playground/");
    await typeSentence(page, "a b c d e f g h i j k l m n");
    expect(sceneOf(page).queries).toEqual([..."abcdefghijkl"]);
    expect(await page.read("[role=status]")).toMatch(/at most 12 words.*2 words/);
    expect(await faults(page)).toEqual([]);
  });
  it("that is empty leaves the last one, and the page says so", async () => {
    const page = await openLive("/playground/");
    await page.type("input[name=sentence]", "red milk");
    await page.type("input[name=sentence]", "");
    await settled(page);
    expect(await page.read("[role=status]")).not.toBe("");
    expect(await faults(page)).toEqual([]);
    expect(sceneOf(page).queries.length).toBeGreaterThan(0);
  });
  it("can be picked from the examples", async () => {
    const page = await openLive("/playground/");
    await press(page, "button", "we drink hot tea in the morning");
    expect(sceneOf(page).queries).toEqual("we drink hot tea in the morning".split(" "));
    expect(await faults(page)).toEqual([]);
    expect(new Set(sceneOf(page).fields.origins!.split(","))).toEqual(new Set(["hand-made"]));
  });
});

describe("an arrow", () => {
  it("is dragged, and only its own row of X follows", async () => {
    const before = readScene(await linkOf(await openLive("/playground/"))).tables, page = await openLive("/playground/");
    await page.drag(handle(1), { x: -37, y: -23 });
    await settled(page);
    const { tables: after, fields } = sceneOf(page);
    expect(after.x!.filter((_, word) => word !== 1)).toEqual(before.x!.filter((_, word) => word !== 1));
    const [across, up] = [0, 1].map((at) => after.x![1]![at]! - before.x![1]![at]!) as [number, number];
    expect(across).toBeLessThan(0);
    expect(up / across).toBeCloseTo(-23 / 37, 1);
    expect(fields.origins!.split(",")[1]).toBe("edited");
    expect(await faults(page)).toEqual([]);
  });
  it("stays under the pointer while a notice goes away", async () => {
    const page = await openLive("/playground/"), { tables: before } = readScene(await linkOf(page));   // "The link is copied."
    await page.drag(handle(1), { x: -37, y: -23 });
    await settled(page);
    expect(sceneOf(page).tables.x![1]![1]).toBeGreaterThan(before.x![1]![1]!);
  });
  it("is dragged with a finger on a phone, and the page stays where it is", async () => {
    const page = await openLive("/playground/", { viewport: { width: 360, height: 800 }, touch: true });
    await page.swipe(handle(2), { x: 25, y: 60 });
    await settled(page);
    const [across, up] = sceneOf(page).tables.x![2]!;
    expect(across).toBeGreaterThan(0.4);
    expect(up).toBeLessThan(1);
    expect(await faults(page)).toEqual([]);
  });
  it("moves by arrow keys, with Shift further", async () => {
    const page = await openLive("/playground/"), { tables: { x } } = readScene(await linkOf(page));
    await page.focus(handle(2));
    await page.press("ArrowUp", "ArrowUp", "Shift+ArrowLeft");
    await settled(page);
    const moved = sceneOf(page).tables.x![2]!;
    expect(moved[0]).toBeCloseTo(x![2]![0]! - 0.5, 10);
    expect(moved[1]).toBeCloseTo(x![2]![1]! + 0.2, 10);
    expect(await faults(page)).toEqual([]);
  });
  it("of four numbers lies on two planes", async () => {
    const page = await openLive("/playground/");
    await choose(page, "width", "4");
    const { tables: { x } } = sceneOf(page);
    expect(await faults(page)).toEqual([]);
    await page.drag(`.at-arrows-2 ${handle(0)}`, { x: 30, y: 20 });
    await settled(page);
    const moved = sceneOf(page).tables.x![0]!;
    expect(moved.slice(0, 2)).toEqual(x![0]!.slice(0, 2));
    expect(moved[2]).toBeGreaterThan(x![0]![2]!);
    expect(moved[3]).toBeLessThan(x![0]![3]!);
    expect(await faults(page)).toEqual([]);
  });
});

describe("a matrix", () => {
  it.each([["x", 3, 1], ["wq", 0, 1], ["wk", 1, 0], ["wv", 1, 1]] as const)("%s is edited at %i,%i and everything follows", async (stage, row, column) => {
    const page = await openLive("/playground/");
    await enter(page, cell(stage, row, column), "-1.375");
    expect(sceneOf(page).tables[stage]![row]![column]).toBe(-1.375);
    expect(await faults(page)).toEqual([]);
  });
  it("is edited after the words, in a field that was not drawn again meanwhile, and both changes stay", async () => {
    const page = await openLive("/playground/");
    await enter(page, cell("x", 0, 0), "-1.375");
    await enter(page, cell("wq", 0, 1), "0.875");
    const { x, wq } = sceneOf(page).tables;
    expect([x![0]![0], wq![0]![1]]).toEqual([-1.375, 0.875]);
    expect(await faults(page)).toEqual([]);
  });
  it("takes a comma, and commits when it is left", async () => {
    const page = await openLive("/playground/");
    await page.type(cell("wq", 0, 0), "0,5");
    await page.press("Tab");
    await settled(page);
    expect(sceneOf(page).tables.wq![0]![0]).toBe(0.5);
  });
  it("keeps its number when what was typed is none, and says what is wrong", async () => {
    const page = await openLive("/playground/"), before = await linkOf(page);
    await enter(page, cell("wk", 0, 0), "1.2.3");
    expect(await page.read("[role=status]")).toContain("1.2.3");
    expect(await linkOf(page)).toBe(before);
    expect(await faults(page, before)).toEqual([]);
  });
  it("may grow until numbers break; the page explains and leads back", async () => {
    const page = await openLive("/playground/"), before = await linkOf(page);
    await enter(page, cell("x", 0, 0), "3e38");
    expect(await page.read("main [role=alert]")).toMatch(/∞|NaN/);
    await press(page, "main [role=alert] button");
    expect(await linkOf(page)).toBe(before);
    expect(await faults(page, before)).toEqual([]);
  });
});

describe("the mask and the temperature", () => {
  it("shuts and opens single cells, each exactly 0 while shut", async () => {
    const page = await openLive("/playground/");
    await press(page, cell("mask", 1, 3));
    await press(page, cell("mask", 4, 0));
    await press(page, cell("mask", 4, 0));
    expect(sceneOf(page).fields.mask).toBe("11111;11101;11111;11111;11111");
    expect(await page.read(cell("weights", 1, 3))).toBe("0");
    expect(await faults(page)).toEqual([]);
  });
  it("can be past only", async () => {
    const page = await openLive("/playground/");
    await choose(page, "mask", "causal");
    expect(sceneOf(page).fields.mask).toBe("causal");
    expect(await faults(page)).toEqual([]);
    expect((await page.readAll("[data-stage=mask]")).map(({ text }) => Number(text))).toEqual(sceneOf(page).allow.flat().map(Number));
  });
  it("leaves a row that may look at nobody all zeros", async () => {
    const page = await openLive("/playground/");
    await typeSentence(page, "hot tea");
    await press(page, cell("mask", 0, 0));
    await press(page, cell("mask", 0, 1));
    expect(await faults(page)).toEqual([]);
    expect((await page.readAll(`td > [data-stage=weights]`)).slice(0, 2).map(({ text }) => text)).toEqual(["0", "0"]);
  });
  it("cools and heats", async () => {
    const page = await openLive("/playground/");
    await page.focus("input[name=temperature]");
    await page.press(...Array<string>(9).fill("ArrowRight"));
    await settled(page);
    expect(sceneOf(page).temperature).toBeGreaterThan(1);
    expect(await faults(page)).toEqual([]);
    await page.press("Home");
    await settled(page);
    expect(sceneOf(page).temperature).toBe(0.25);
    expect(await faults(page)).toEqual([]);
  });
});

describe("many changes at once", () => {
  it("end in the numbers of the last", async () => {
    const page = await openLive("/playground/");
    await page.focus(handle(0));
    await page.press(...Array.from({ length: 40 }, (_, at) => ["ArrowUp", "ArrowRight", "ArrowDown", "Shift+ArrowRight"][at % 4]!));
    await page.type(cell("wv", 0, 0), "0.25");
    await page.press("Enter");
    await page.type("input[name=sentence]", "she gave him hot milk");
    await settled(page);
    expect(sceneOf(page).queries).toEqual("she gave him hot milk".split(" "));
    expect(sceneOf(page).tables.wv![0]![0]).toBe(0.25);
    expect(await faults(page)).toEqual([]);
  });
});
