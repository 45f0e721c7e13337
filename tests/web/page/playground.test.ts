// What a reader can do in the playground; after each thing every number shown is held against the scene in the address.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { readScene, truthOf } from "./scene_in_address.js";
import { faults, misprint } from "./shown_numbers.js";
import { linkOf, openLive, settled } from "./site.js";

const cell = (stage: string, ...index: number[]) => `td > [data-stage=${stage}][data-index="${index.join()}"]`;
const handle = (word: number) => `[data-arrow=x][data-index="${word}"]`;
const sceneOf = (page: Page) => readScene(page.address());

async function typeSentence(page: Page, sentence: string): Promise<void> {
  await page.type("input[name=sentence]", sentence);
  await page.press("Tab");
  await settled(page);
}

/** Clicks and waits until the picture has followed. */
async function press(page: Page, selector: string, text?: string): Promise<void> {
  await page.click(selector, text);
  await settled(page);
}

/** Chooses one of a few radio buttons, by its label, as a pointer does. */
const choose = (page: Page, name: string, value: string) => press(page, `label:has(input[name=${name}][value="${value}"])`);

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
    await page.type(cell(stage, row, column), "-1.375");
    await page.press("Enter");
    await settled(page);
    expect(sceneOf(page).tables[stage]![row]![column]).toBe(-1.375);
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
    await page.type(cell("wk", 0, 0), "1.2.3");
    await page.press("Enter");
    await settled(page);
    expect(await page.read("[role=status]")).toContain("1.2.3");
    expect(await linkOf(page)).toBe(before);
    expect(await faults(page, before)).toEqual([]);
  });
  it("may grow until numbers break; the page explains and leads back", async () => {
    const page = await openLive("/playground/"), before = await linkOf(page);
    await page.type(cell("x", 0, 0), "3e38");
    await page.press("Enter");
    await settled(page);
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
    await page.type(cell("k", 1, 0), "2");
    await page.press("Enter");
    await settled(page);
    expect(sceneOf(page).tables.k).toEqual([[1, 0, 1, 0], [2, 1, 0, 1]]);
    expect(await faults(page)).toEqual([]);
    await choose(page, "scene", "words");
    expect(sceneOf(page).queries).toEqual(["the", "cat", "drank", "its", "milk"]);
    expect(await faults(page)).toEqual([]);
  });
});

describe("what words say", () => {
  it("is the number of the cell under the pointer", async () => {
    const page = await openLive("/playground/"), truth = truthOf(readScene(await linkOf(page)));
    for (const [row, column] of [[2, 1], [0, 4]] as const) {
      await page.hover(cell("weights", row, column));
      const [, asks, offers, share] = /^(\S+) gives (\S+) (\S+) of its attention$/.exec(await page.read(".told")) ?? [];
      expect([asks, offers]).toEqual([truth.scene.queries[row], truth.scene.keys[column]]);
      expect(misprint(share!, truth.stages.weights!.data[row * 5 + column]!, 1e-6)).toBe("");
    }
  });
  it("follows the row that is chosen, with its bars", async () => {
    const page = await openLive("/playground/");
    await choose(page, "row", "4");
    const truth = truthOf(sceneOf(page));
    expect(truth.scene.row).toBe(4);
    const bars = (await page.readAll(".at-row svg text.n")).map(({ text }) => text);
    expect(bars).toHaveLength(5);
    bars.forEach((text, key) => expect(misprint(text, truth.stages.weights!.data[20 + key]!, 1e-6)).toBe(""));
    expect((await page.readAll(".at-row svg text.word")).map(({ text }) => text)).toEqual(truth.scene.keys);
    expect(await page.read(".told")).toMatch(/^milk gives /);
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
