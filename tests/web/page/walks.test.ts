// Every step of both walks: what it shows at first, and after each of its controls has been used, against attention that
// the test computes from the scene in the address; next, back and a presenter's clicker; what travels along.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { namedFaults } from "./named_numbers.js";
import { readScene } from "./scene_in_address.js";
import { addressOf, copied, linkOf, openLive, press, settled, withoutRest } from "./site.js";
import { faultsOf, steps } from "./steps.js";

/** One of every kind of control of a step's picture and numbers, as selectors: each button, choice and slider, one cell a table. */
const controls = (page: Page) => page.run(() => {
  const found: { how: "press" | "arrow" | "type"; mark: string; what: string }[] = [];
  const add = (element: Element, how: "press" | "arrow" | "type") => {
    const mark = `control-${found.length}`;
    element.setAttribute("data-control", mark);
    found.push({ how, mark, what: `${element.localName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? ""}` });
  };
  const tables = new Set<Element>();
  for (const element of document.querySelectorAll(".stage button, .stage input, .stage select, .stage [role=slider], .more button, .more input, .more [role=slider]")) {
    const table = element.closest("table"), own = element.closest(".aside:last-child");
    if (own || element.closest(".code") || (element as HTMLButtonElement).disabled) continue;   // copying a link or code changes nothing
    if (table && tables.has(table)) continue;
    if (table) tables.add(table);
    if (element.matches("[role=slider], input[type=range]")) add(element, "arrow");
    else if (element.matches("table input:not([type])")) add(element, "type");
    else add(element.matches("input") ? element.closest("label") ?? element : element, "press");
  }
  return found;
});

async function use(page: Page, mark: string, how: "press" | "arrow" | "type"): Promise<boolean> {
  const selector = `[data-control="${mark}"]`;
  if (!await page.run((selector) => document.querySelector(selector)?.checkVisibility() === true, selector)) return false;
  if (how === "press") await page.run((selector) => document.querySelector<HTMLElement>(selector)!.click(), selector);
  else await page.focus(selector);
  if (how === "arrow") await page.press("ArrowUp", "ArrowRight");
  if (how === "type") {
    await page.type(selector, "0.75");
    await page.press("Enter");
  }
  await settled(page);
  return true;
}

describe.each(steps.map((step) => [step.address, step] as const))("%s", (address, source) => {
  it("shows true numbers from the start, and after each control was used; brings back by its link what was changed", async () => {
    const page = await openLive(address, { first: withoutRest }), atFirst = await linkOf(page);
    expect(await faultsOf(page, source), "at first").toEqual([]);
    await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
    let used = 0, changed: string | undefined;
    for (const { mark, how, what } of await controls(page)) {
      if (!await use(page, mark, how)) continue;
      used++;
      expect(await faultsOf(page, source), `after ${what}`).toEqual([]);
      if (how !== "press") changed ??= await linkOf(page);
    }
    expect(used).toBeGreaterThan(2);
    const link = changed ?? await linkOf(page), other = await openLive(`${address}${link.slice(link.indexOf("#"))}`);
    expect(link).not.toBe(atFirst);
    expect(await copied(other)).toBe(link.replace(/^.*?#/, `${other.address().split("#")[0]}#`));
    expect(await faultsOf(other, source), "by its link").toEqual([]);
  }, 300_000);
});

describe("from step to step", () => {
  it.each(["self-attention", "scaled-dot-product"])("%s leads to its end and back", async (walk) => {
    const own = steps.filter(({ address }) => address.startsWith(`/${walk}/`)).map(({ address }) => address);
    const page = await openLive(own[0]!);
    for (const address of own.slice(1)) {
      await page.click("a[rel=next]");
      await page.waitFor(`main[data-address="${address}"]`);
      await settled(page);
    }
    expect(await page.count("a[rel=next]")).toBe(0);
    await page.press("PageUp");
    await page.waitFor(`main[data-address="${own.at(-2)}"]`);
    await settled(page);
    await page.press("PageDown");
    await page.waitFor(`main[data-address="${own.at(-1)}"]`);
  });
  it("takes the reader's own sentence along", async () => {
    const page = await openLive("/self-attention/1/");
    await page.type("input[name=sentence]", "we drink hot tea");
    await page.press("Tab");
    await settled(page);
    for (const step of [2, 3, 4, 5, 6, 7, 8]) {
      await page.click("a[rel=next]");
      await page.waitFor(`main[data-address="/self-attention/${step}/"]`);
      await settled(page);
      expect(readScene(await linkOf(page)).queries).toEqual(["we", "drink", "hot", "tea"]);
    }
  });
  it("goes back with the Back button, one change at a time", async () => {
    const page = await openLive("/scaled-dot-product/3/");
    await press(page, ".counter button:last-of-type");
    expect(readScene(page.address()).queries).toHaveLength(4);
    await page.back();
    await settled(page);
    expect(readScene(await linkOf(page)).queries).toHaveLength(3);
  });
});

describe("a sentence on who gets most", () => {
  const broken = "#v=1&kind=words&words=a+b&x=1e30,0;1,1&wq=1e5,0;0,1&wk=1e5,0;0,1&wv=1,0;0,1&origins=edited,edited&matrices=edited&mask=none&temperature=1&row=0";
  it.each([["/self-attention/7/", "#why-average"], ["/self-attention/8/", ".notice-line"], ["/self-attention/summary/", ".stop-said"], ["/scaled-dot-product/6/", "#why-average"]] as const)("is left out in %s where nobody does", async (address, place) => {
    const page = await openLive(address), said = /most/;
    if (address.endsWith("summary/")) await press(page, ".step button", "Step back");
    expect(await page.read(place)).toMatch(said);
    if (await page.count(".step button:has-text('let all tie')")) {
      await press(page, ".step button", "let all tie");
      expect(await page.read(place), "in a tie").not.toMatch(said);
    }
    if (address.startsWith("/scaled")) return;   // has no sentence of its own
    const other = await openLive(address + broken);
    if (address.endsWith("summary/")) await press(other, ".step button", "Step back");
    expect(await other.read("main"), "weights are no numbers").toContain("NaN");
    expect(await other.read(place)).not.toMatch(said);
  });
});

describe("the checks of this file", () => {
  it("see a named number that is another's", async () => {
    const page = await openLive("/scaled-dot-product/2/"), source = steps.find(({ address }) => address === "/scaled-dot-product/2/")!;
    await page.run(() => {
      const [first, second] = [...document.querySelectorAll<HTMLElement>("[data-of^='pair.match.norm']")].filter((element, at, all) => element.dataset["of"] !== all[0]!.dataset["of"] || at === 0);
      [first!.textContent, second!.textContent] = [second!.textContent, first!.textContent];
    });
    expect((await namedFaults(page, source)).length).toBeGreaterThan(0);
  });
});

describe("a row that may look at nobody", () => {
  it.each([["/self-attention/6/", "#why-softmax"], ["/scaled-dot-product/5/", "#why-exponential"]])("is not called a quotient in %s", async (address, place) => {
    const page = await openLive(address), link = await linkOf(page), { queries, keys } = readScene(link), shut = queries.map(() => "0".repeat(keys.length)).join(";");
    const other = await openLive(`${address}${link.slice(link.indexOf("#")).replace(/mask=[^&]*/, `mask=${shut}`)}`);
    for (const where of [place, ".formulas"]) {
      expect(await page.read(where)).not.toMatch(/By a rule/);
      expect(await other.read(where)).toMatch(/By a rule/);
    }
    expect(await other.read(place)).not.toMatch(/quotient|small positive/);
  });
  it("is not said to share among the rest where padding hides its one word", async () => {
    const page = await openLive(`${addressOf(["alone"], "/self-attention/8/").replace("mask=none", "mask=0")}&case=padding`);
    expect(await page.read(".notice-line")).toBe("alone may look at nobody: its weights are all 0, and so is its output.");
  });
  it.each(steps.map(({ address }) => address))("is not said to add up to 1 in %s", async (address) => {
    const page = await openLive(address), link = await linkOf(page), { queries, keys } = readScene(link), shut = queries.map(() => "0".repeat(keys.length)).join(";");
    const other = await openLive(`${address}${link.slice(link.indexOf("#")).replace(/mask=[^&]*/, `mask=${shut}`)}`);
    expect((await sumsSaid(other)).filter((said) => !exception.test(said)), "all hidden").toEqual([]);
    expect((await sumsSaid(page)).filter((said) => exception.test(said)), "none hidden").toEqual([]);
  });
});

/** What the page says of the sum of its rows: not where it says when, nor what is asked of any rule, nor answers to guesses and on cards. */
async function sumsSaid(page: Page): Promise<string[]> {
  await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
  await settled(page);
  if (await page.count(".stop-said") > 0) await press(page, ".step button", "Step back");   // to what is said of softmax
  return page.run(() => [...document.querySelectorAll<HTMLElement>(".step :is(p, li, caption, figcaption)")]
    .filter((element) => !element.closest(".guess, .recall, #why-three")).map((element) => element.textContent!)
    .filter((text) => /\b(adds?|sums?) up to (1\b|100)|sums? to 1\b|together 1\b/.test(text) && !/while there are any|without a mask|need not add up/.test(text)));
}

const exception = /may look at nobody|to 1,? or (to )?0/;
