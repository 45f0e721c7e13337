// The page before its script, and when the script takes over: it reads well, tells the truth, and nothing jumps.
import { describe, expect, it } from "vitest";
import { pages } from "../../../web/page/pages.js";
import { open, type Page } from "../browser.js";
import { readScene, truthOf, type Truth } from "./scene_in_address.js";
import { mistakes, missing, numbersOn } from "./shown_numbers.js";
import { addresses, linkOf, openLive, settled } from "./site.js";
import { faultsOf } from "./steps.js";

/** Drawings that need the real width, which the build cannot know: left out where the two sides are compared. */
const drawn = ".fig, svg.lines";

/** Put in front of every script: notes each element or attribute of the body that a script changes, from its first line on. */
const watch = `if (typeof document !== "undefined" && document.currentScript === null && !globalThis.changes) {
  const note = ({ type, target, attributeName, addedNodes, removedNodes }) => {
    const elements = [...removedNodes, ...addedNodes].filter(({ nodeType }) => nodeType === 1).map(({ outerHTML }) => outerHTML);
    if (!target.closest?.(${JSON.stringify(drawn)}) && (type === "attributes" || elements.length)) changes.push(target.localName + " " + target.className + ": " + (attributeName ?? elements.join().slice(0, 200)));
  };
  globalThis.changes = [];
  new MutationObserver((records) => records.forEach(note)).observe(document.body, { subtree: true, childList: true, attributes: true });
}
`;
const changes = (page: Page) => page.run(() => (globalThis as unknown as { changes: string[] }).changes);

/** The view as HTML, without those drawings and the Tab stop that a script gives to one whose numbers open. */
const markup = (page: Page) => page.run((drawn) => {
  const view = document.querySelector("#view")!.cloneNode(true) as HTMLElement;
  for (const drawing of view.querySelectorAll(drawn)) {
    drawing.replaceChildren();
    for (const name of ["tabindex", "role", "aria-label"]) drawing.removeAttribute(name);
  }
  return view.innerHTML.split(/(?<=>)(?=<)/);
}, drawn);

const whole = ["x", "wq", "wk", "wv", "q", "k", "v", "scores", "scaled", "weights", "output"];

/** The default scene of the playground, as its own link tells it. */
const defaultTruth = async (): Promise<Truth> => truthOf(readScene(await linkOf(await openLive("/playground/"))));

const numbersOf = async (page: Page) => [
  ...(await numbersOn(page)).map(({ stage, index, text, row, column }) => `${stage}[${index.join()}] ${text} ${row ?? ""} ${column ?? ""}`),
  ...(await page.readAll("[data-of]")).map(({ data, text }) => `${data["of"]} ${text}`),
];

describe.each(addresses)("%s", (address) => {
  const viewport = { width: 1440, height: 900 }, hasNumbers = address !== "/glossary/";
  it("reads well without scripts, and says what is lost; is not changed when its script takes over, drawings at their real width aside", async () => {
    const before = await open(address, { javaScript: false, viewport });
    expect.soft(await before.read("h1")).not.toBe("");
    expect.soft(await before.read(".notice")).toMatch(/scripts/i);
    if (hasNumbers) expect.soft(await before.count("[data-stage][data-index], [data-of]")).toBeGreaterThan(4);
    expect.soft(await before.run(() => getComputedStyle(document.querySelector(".theme")!).display)).toBe("none");

    const after = await openLive(address, { alter: (script) => watch + script, viewport }), numbers = await numbersOf(after);
    expect.soft(await markup(after)).toEqual(await markup(before));
    expect.soft(await changes(after)).toEqual([]);
    expect.soft(new Set(numbers), "the same numbers under the same labels").toEqual(new Set(await numbersOf(before)));
    if (hasNumbers) expect(numbers.length).toBeGreaterThan(0);
  });
});

describe("/", () => {
  it("draws its figure at the phone's width as the build drew it", async () => {
    const phone = { width: 360, height: 800 };   // leaves the figure the 328 px of the narrow drawing
    const drawing = (page: Page, selector: string) => page.run((selector) => document.querySelector(selector)!.innerHTML, selector);
    const built = await drawing(await open("/", { javaScript: false, viewport: phone }), ".fig .drawn-narrow");
    expect(await drawing(await openLive("/", { viewport: phone }), ".fig > div")).toBe(built);
  });
});

describe("/playground/", () => {
  it("shows every number of its default scene, rightly, without scripts", async () => {
    const truth = await defaultTruth(), numbers = await numbersOn(await open("/playground/", { javaScript: false }));
    expect(mistakes(numbers, truth)).toEqual([]);
    expect(missing(numbers, truth, whole)).toEqual([]);
  });
  it("says so where WebAssembly is blocked, and keeps the numbers of the build", async () => {
    const truth = await defaultTruth();
    const page = await open("/playground/", { csp: "script-src 'self'; worker-src 'self' blob:", expectedOutput: /Content Security Policy/ });
    await page.waitFor("main .notice, main [role=alert], main [role=status]");
    await page.run(() => new Promise<void>((done) => { const look = () => (document.body.innerText.includes("WebAssembly") ? done() : setTimeout(look, 50)); look(); }));
    const numbers = await numbersOn(page);
    expect(mistakes(numbers, truth)).toEqual([]);
    expect(missing(numbers, truth, whole)).toEqual([]);
  });
});

describe("/self-attention/5/", () => {
  it("draws its random arrows where workers are blocked, too: on the main thread", async () => {
    const source = pages.find(({ address }) => address === "/self-attention/5/")!, page = await open(source.address, { csp: "worker-src 'none'", expectedOutput: /Content Security Policy/ });
    await settled(page);
    await page.focus("input[name=dk]");
    await page.press("ArrowRight");
    await settled(page);
    expect(await faultsOf(page, source)).toEqual([]);
  });
});

describe("the checks of this file", () => {
  it("see a first live draw that differs from the build's", async () => {
    const built = await markup(await open("/", { javaScript: false })), page = await openLive("/", { alter: (script) => watch + script.replace("gives ", "hands ") });
    expect(await markup(page)).not.toEqual(built);
  });
  it("see an element that is put in, though it goes away again", async () => {
    const page = await openLive("/", { alter: (script) => `${watch}${script}\n{ const flash = document.createElement("i"); document.querySelector("main")?.append(flash); flash.remove(); }` });
    expect(await changes(page)).not.toEqual([]);
  });
});
