// Code in tabs, guesses, cards to recall and terms: by keyboard and by pointer, kept on the device or not, on both boards.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { beforeAll, describe, expect, it } from "vitest";
import { open, type OpenOptions, type Page } from "../browser.js";
import { choices, Parts, programs } from "./walk_parts_harness.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const html = renderToString(h(Parts, null));
let script = "";
beforeAll(async () => {
  const entry = fileURLToPath(new URL("walk_parts_harness.ts", import.meta.url));
  const { outputFiles: [file] } = await build({ entryPoints: [entry], bundle: true, write: false, format: "iife", globalName: "harness", jsx: "automatic", jsxImportSource: "preact" });
  script = file!.text;
});

async function openParts(options: OpenOptions = {}): Promise<Page> {
  const page = await open("/", options);
  await page.waitFor("html[data-live=true]");
  await draw(page);
  return page;
}

/** The view as the build writes it, then made live. */
async function draw(page: Page): Promise<void> {
  await page.inject(`${script}; { const main = document.createElement("main"); main.id = "view"; main.className = "wrap"; main.innerHTML = ${JSON.stringify(html)}; document.querySelector("main").replaceWith(main); harness.show(main); }`);
  await page.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function again(page: Page): Promise<void> {
  await page.reload();
  await page.waitFor("html[data-live=true]");
  await draw(page);
}

const refuseStorage = (page: Page) => page.run(() => {
  const refuse = () => { throw new DOMException("refused", "SecurityError"); };
  Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
});

const focused = (page: Page) => page.run(() => document.activeElement?.textContent ?? "");
const checked = (page: Page, name: string) => page.run((name) => [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].map((input) => input.checked), name);
const reveals = (page: Page) => page.readAll(".guess .reveal").then((found) => found.map(({ text }) => text));
const guess = (choice: number) => `.guess label:has([value="${choice}"])`;

describe("code", () => {
  it("shows one language; arrow keys, Home and End go through the tabs", async () => {
    const page = await openParts();
    expect(await page.read(".code pre")).toBe(programs.numpy);
    await page.focus(".tabs [aria-selected=true]");
    await page.press("ArrowRight");
    expect([await focused(page), await page.read(".code pre")]).toEqual(["JavaScript", programs.javascript]);
    await page.press("End");
    expect([await focused(page), await page.read(".code pre")]).toEqual(["LaTeX", programs.latex]);
    await page.press("ArrowRight");
    expect(await focused(page)).toBe("NumPy");
    expect(await page.count(".tabs [tabindex='0']")).toBe(1);
  });
  it("remembers the language on the device", async () => {
    const page = await openParts();
    await page.click(".tabs button", "JavaScript");
    await again(page);
    expect(await page.read(".code pre")).toBe(programs.javascript);
    expect(await page.run(() => localStorage.getItem("heed.code"))).toBe('"javascript"');
  });
  it("copies the program, and says so until there is another", async () => {
    const page = await openParts();
    await page.click(".copy button");
    expect(await page.run(() => navigator.clipboard.readText())).toBe(programs.numpy);
    expect(await page.read(".copy [role=status]")).toBe("Copied.");
    await page.click(".tabs button", "LaTeX");
    expect(await page.read(".copy [role=status]")).toBe("");
  });
  it("selects the program where a page may not copy", async () => {
    const page = await openParts();
    await page.run(() => void Object.assign(Object.getPrototypeOf(navigator.clipboard), { writeText: () => Promise.reject(new Error("refused")) }));
    await page.click(".copy button");
    await page.waitFor(".copy [role=status]:not(:empty)");
    expect(await page.run(() => getSelection()?.toString())).toBe(programs.numpy);
  });
  it("colours Q, K and V outside comments alone", async () => {
    const page = await openParts();
    const coloured = () => page.run(() => [...document.querySelectorAll(".code pre span")].map(({ className, textContent }) => `${className} ${textContent}`));
    expect(await coloured()).toEqual(["q Q", "k K", "comment # of V"]);
    await page.click(".tabs button", "JavaScript");
    expect(await coloured()).toEqual(["q q", "k k", "comment // v", "q wq"]);
  });
});

describe("a guess", () => {
  it("reveals what comes of the choice, keeps it, and can be taken back", async () => {
    const page = await openParts();
    expect(await reveals(page)).toEqual([]);
    await page.click(guess(0));
    expect(await reveals(page)).toEqual(["Length counts."]);
    await again(page);
    expect([await reveals(page), await checked(page, "walk/1")]).toEqual([["Length counts."], [true, false, false]]);
    await page.click(".guess > button");
    expect([await reveals(page), await checked(page, "walk/1")]).toEqual([[], [false, false, false]]);
    await again(page);
    expect(await reveals(page)).toEqual([]);
  });
  it.each([["Space", " "], ["Enter", "Enter"]])("is not given away by the arrow keys; %s reveals", async (_, key) => {
    const page = await openParts();
    await page.focus(".guess input");
    await page.press("ArrowDown", "ArrowDown");
    expect([await checked(page, "walk/1"), await reveals(page)]).toEqual([[false, false, true], []]);
    await page.press(key);
    expect(await reveals(page)).toEqual([choices[2]!.reveal]);
  });
  it("works where storage is refused, and ignores what it does not know", async () => {
    const page = await openParts();
    await page.run(() => localStorage.setItem("heed.guess.walk/1", "7"));
    await again(page);
    expect(await reveals(page)).toEqual([]);
    await refuseStorage(page);
    await draw(page);
    await page.click(guess(1));
    expect(await reveals(page)).toEqual([choices[1]!.reveal]);
  });
});

describe("recall", () => {
  const unfold = (page: Page) => page.run(() => document.querySelectorAll<HTMLDetailsElement>(".recall details").forEach((details) => { details.open = true; }));
  const status = (page: Page) => page.readAll(".recall [role=status]").then((found) => found.map(({ text }) => text));

  it("keeps the reader's own marks, and forgets them when asked to", async () => {
    const page = await openParts();
    await unfold(page);
    await page.click(".card:nth-of-type(1) label", "had it");
    await page.click(".card:nth-of-type(2) label", "not yet");
    await page.click(".ideas li:nth-child(2) label");
    expect(await status(page)).toEqual(["You had 1 of 3.", "You told 1 of 2."]);
    await again(page);
    expect(await status(page)).toEqual(["You had 1 of 3.", "You told 1 of 2."]);
    expect((await page.readAll(".card .hint")).map(({ text }) => text)).toEqual(["had it", "not yet"]);
    expect(await page.run(() => Object.keys(localStorage).filter((key) => key.startsWith("heed.recall")))).toEqual(["heed.recall.walk"]);
    await unfold(page);
    await page.click(".recall > button");
    expect([await status(page), await page.count(".recall details[open]")]).toEqual([["You had 0 of 3.", "You told 0 of 2."], 0]);
    expect(await page.run(() => localStorage.getItem("heed.recall.walk"))).toBeNull();
  });
  it("lets a mark be changed and a tick be taken off", async () => {
    const page = await openParts();
    await unfold(page);
    for (const label of ["had it", "not yet"]) await page.click(".card:nth-of-type(1) label", label);
    for (let press = 0; press < 2; press++) await page.click(".ideas li:nth-child(1) label");
    expect(await status(page)).toEqual(["You had 0 of 3.", "You told 0 of 2."]);
  });
  it.each(["no JSON", "7", "null", '{"grades":7,"told":[]}', '{"grades":{"one":"maybe"},"told":[3]}'])("takes %s, found in storage, for no marks", async (kept) => {
    const page = await openParts();
    await page.run((kept) => localStorage.setItem("heed.recall.walk", kept), kept);
    await again(page);
    expect(await status(page)).toEqual(["You had 0 of 3.", "You told 0 of 2."]);
  });
  it("works where storage is refused", async () => {
    const page = await openParts();
    await refuseStorage(page);
    await draw(page);
    await unfold(page);
    await page.click(".card:nth-of-type(3) label", "had it");
    expect(await status(page)).toEqual(["You had 1 of 3.", "You told 0 of 2."]);
  });
  it("can be read without a script", async () => {
    const page = await open("/");
    await page.inject(`document.querySelector("main").innerHTML = ${JSON.stringify(html)}`);
    await page.click(".card summary");
    expect(await page.read(".card .in > p")).toBe("It is one.");
  });
});

describe("all parts", () => {
  const openAll = async (options: OpenOptions) => {
    const page = await openParts(options);
    await page.click(guess(0));
    await page.run(() => document.querySelectorAll<HTMLDetailsElement>(".recall details").forEach((details) => { details.open = true; }));
    await page.click(".card:nth-of-type(1) label", "had it");
    return page;
  };
  it.each(["light", "dark"] as const)("break no rule of axe, %s", async (colorScheme) => {
    const page = await openAll({ colorScheme });
    await page.inject(axe);
    type Axe = { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    const found = await page.run(async () => (await (globalThis as unknown as { axe: Axe }).axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }))
      .violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)));
    expect(found).toEqual([]);
  });
  it("fit a screen of 320 px", async () => {
    const page = await openAll({ viewport: { width: 320, height: 640 } });
    expect(await page.run(() => [...document.querySelectorAll("main *")].filter((part) => part.getBoundingClientRect().right > 320.5 && !part.closest("pre")).map(({ outerHTML }) => outerHTML.slice(0, 120)))).toEqual([]);
    const thin = await page.run(() => [...document.querySelectorAll("main button, main label, main summary")].filter((control) => Math.min(...[control.getBoundingClientRect()].flatMap(({ width, height }) => [width, height])) < 24).map(({ outerHTML }) => outerHTML));
    expect(thin).toEqual([]);
  });
  it("link a term to the glossary where it stands there", async () => {
    const page = await openParts();
    expect(await page.run(() => [...document.querySelectorAll("dfn")].map((term) => term.querySelector("a")?.getAttribute("href") ?? "")))
      .toEqual(["../glossary/#key", ""]);
  });
});
