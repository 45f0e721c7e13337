// What must hold on every screen: nothing runs off sideways, nothing is too small to read or to touch, nothing is cut.
import { describe, expect, it } from "vitest";
import { open, type Page } from "../browser.js";
import { addresses, addressOf, drawn, longWords, openLive, settled } from "./site.js";

const widths = [320, 360, 768, 1440];
const smallestText = 12;      // CSS pixels; subscripts apart
const smallestTarget = 24;    // CSS pixels, WCAG 2.2 "Target Size (Minimum)"

/** Elements that make the page scroll sideways, unless they scroll inside a region of their own. */
const runsOff = (page: Page) => page.run(() => {
  const scrollsInside = (element: Element | null): boolean =>
    element !== null && element !== document.body && (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrollsInside(element.parentElement));
  const width = document.documentElement.clientWidth;
  const wide = [...document.body.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > width + 0.5 && !scrollsInside(element.parentElement));
  return document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`, ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))] : [];
});

/** Visible text below `smallest` px as it meets the eye: an SVG may be scaled. */
const tooSmall = (page: Page, smallest: number) => page.run((smallest) => {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!, text = node.nodeValue!.trim();
    if (!text || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest("script, noscript, sub, sup, msub > :nth-child(2), msup > :nth-child(2), tspan[data-sub]")) continue;
    const { a, b } = (parent instanceof SVGGraphicsElement && parent.getScreenCTM()) || { a: 1, b: 0 };
    const size = parseFloat(getComputedStyle(parent).fontSize) * Math.hypot(a, b);   // of turned text too
    if (size === 0) continue;   // a cell that is a colour alone
    if (size < smallest - 0.01) found.push(`${size.toFixed(2)} px: "${text.slice(0, 40)}" in <${parent.localName} class="${parent.getAttribute("class") ?? ""}">`);
  }
  return found;
}, smallest);

/** Controls that a finger misses. Links inside a sentence are let be, as WCAG does. */
const tooThin = (page: Page, smallest: number) => page.run((smallest) => {
  const controls = [...document.querySelectorAll<HTMLElement | SVGElement>("button, input, select, summary, a[href], [tabindex], [role=button]")];
  return controls.flatMap((control) => {
    if (!control.checkVisibility({ visibilityProperty: true }) || getComputedStyle(control).pointerEvents === "none" || (control as HTMLButtonElement).disabled || control.closest("p") || control.matches(".skip, [tabindex='-1']:not(td)")) return [];
    const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
    return Math.min(width, height) < smallest - 0.01 ? [`${width.toFixed(1)} x ${height.toFixed(1)}: ${control.outerHTML.slice(0, 120)}`] : [];
  });
}, smallest);

/** Numbers wider than the cell that they stand in, and text that an element hides. */
const cutOff = (page: Page) => page.run(() => {
  const found: string[] = [];
  for (const cell of document.querySelectorAll("td, th")) {
    // A long word may end in … where its whole is one hover away, and is what a screen reader hears.
    const shortened = getComputedStyle(cell).textOverflow === "ellipsis" && cell.getAttribute("title") === cell.textContent;
    if (!cell.checkVisibility() || cell.closest(".vh") || shortened) continue;
    const range = document.createRange();
    range.selectNodeContents(cell);
    const text = range.getBoundingClientRect(), box = cell.getBoundingClientRect();
    if (text.width > 0 && (text.left < box.left - 1 || text.right > box.right + 1)) found.push(`"${cell.textContent}" is ${text.width.toFixed(1)} px wide in a cell of ${box.width.toFixed(1)} px`);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>("td input")) {
    if (field.checkVisibility() && field.scrollWidth > field.clientWidth + 1) found.push(`"${field.value}" does not fit its field of ${field.clientWidth} px`);
  }
  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    const hides = /hidden|clip/.test(overflowX) && !(textOverflow === "ellipsis" && element.title === element.textContent);
    if (hides && element.checkVisibility() && !element.closest(".vh") && element.scrollWidth > element.clientWidth + 1 && element.textContent?.trim()) found.push(`hidden: ${element.outerHTML.slice(0, 120)}`);
  }
  return found;
});

/** Lines that begin with what belongs to the word before: a comma after a number that opens, or after a formula; the rest of a short word. */
const tornOff = (page: Page) => page.run(() => {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const before = node.previousSibling, head = node.parentElement!.closest("th");
    if (head && /^\S{2,12}$/.test(node.nodeValue!) && head.checkVisibility()) {
      const word = document.createRange();
      word.selectNodeContents(node);
      if (new Set([...word.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`${node.nodeValue!} on two lines`);
    }
    if (!/^[,.;:?!)%°”]/.test(node.nodeValue!) || !(before instanceof Element) || !node.parentElement!.checkVisibility()) continue;
    const sign = document.createRange();
    sign.setStart(node, 0);
    sign.setEnd(node, 1);
    const one = [...before.getClientRects()].at(-1), { top } = sign.getBoundingClientRect();
    if (one && top > one.bottom - 2) found.push(`${before.textContent} ${node.nodeValue!.slice(0, 30)}`);
  }
  return found;
});

/** Controls whose ring, when they have the focus, is cut by a box that scrolls or clips; sideways that box may be scrolled. */
const cutRings = (page: Page) => page.run(() => {
  const found: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>("button:enabled, input:enabled, a[href], summary, [tabindex='0']")) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus({ preventScroll: true });
    const ring = control.closest<HTMLElement>("label:has(:focus-visible)") ?? control, { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(ring);
    const reach = outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset) - 0.6, box = ring.getBoundingClientRect();
    let clip = ring.parentElement!;
    while (clip !== document.body && getComputedStyle(clip).overflowY === "visible") clip = clip.parentElement!;
    const { top, bottom, left, right } = clip.getBoundingClientRect(), sideways = clip.scrollWidth === clip.clientWidth && (box.left - reach < left || box.right + reach > right);
    if (clip !== document.body && !clip.closest(".vh") && (box.top - reach < top || box.bottom + reach > bottom || sideways)) found.push(`${control.outerHTML.slice(0, 120)} in ${clip.className}`);
  }
  return found;
});

/** At each width, in one page. Without scripts no frame can be awaited, and none is needed: nothing is drawn anew. */
async function expectGood(page: Page, widths: readonly number[], scripts = true): Promise<void> {
  for (const width of widths) {
    await page.resize(width, 800);
    if (scripts) await drawn(page);
    expect.soft(await runsOff(page), `runs off sideways at ${width} px`).toEqual([]);
    expect.soft(await tooSmall(page, smallestText), `text too small at ${width} px`).toEqual([]);
    expect.soft(await cutOff(page), `cut off at ${width} px`).toEqual([]);
    expect.soft(await tornOff(page), `torn off at ${width} px`).toEqual([]);
  }
}

describe.each(addresses)("%s", (address) => {
  it("fits every screen, in the dark too", async () => {
    const page = await openLive(address);
    await expectGood(page, widths);
    await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
    await expectGood(page, [360]);
    expect.soft(await cutRings(page), "cut rings").toEqual([]);
    const ground = async (colorScheme: "light" | "dark") => {
      await page.prefer(colorScheme);
      await drawn(page);
      return page.run(() => getComputedStyle(document.body).backgroundColor);
    };
    expect([await ground("dark"), await ground("light")]).toEqual(["rgb(22, 26, 26)", "rgb(250, 246, 236)"]);
  });
  it("fits a screen before any script", async () => {
    await expectGood(await open(address, { javaScript: false }), [360, 1440], false);
  });
  it("has controls that a finger can hit", async () => {
    const page = await openLive(address, { viewport: { width: 360, height: 800 }, touch: true });
    expect(await tooThin(page, smallestTarget)).toEqual([]);
  });
});

describe("twelve long words", () => {
  const taking = addresses.filter((address) => address === "/playground/" || address.startsWith("/self-attention/"));
  it.each(taking)("fit %s on every screen", async (address) => {
    const page = await openLive(addressOf(longWords, address));
    await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
    await expectGood(page, address === "/playground/" ? widths : [360, 1440]);
  });
});

/** What is pulled with a key, and what then must stay where it was. */
const pulled = [
  ["/scaled-dot-product/4/", "input[name=dk]", ".range + *"], ["/self-attention/5/", "input[name=dk]", ".range + *"], ["/scaled-dot-product/5/", ".handle", ".pushes + *"], ["/self-attention/6/", ".handle", ".pushes + *"],
] as const;

describe("a pull", () => {
  it.each(pulled)("at %s moves nothing beside it", async (address, control, beside) => {
    const page = await openLive(address);
    const place = () => page.run((beside) => { const { left, top } = document.querySelector(beside)!.getBoundingClientRect(); return [left + scrollX, top + scrollY]; }, beside);
    await page.focus(control);
    const before = await place();
    await page.press("ArrowUp", "End");
    await settled(page);
    expect(await place()).toEqual(before);
  });
});

describe("a column that is looked at", () => {
  it.each(["/self-attention/3/", "/scaled-dot-product/3/", "/playground/"])("leaves %s as long as it was", async (address) => {
    const page = await openLive(address, { viewport: { width: 1440, height: 800 } }), length = () => page.run(() => document.documentElement.scrollHeight), before = await length();
    await page.hover("td > button[data-stage=scores]");
    await page.waitFor("th.offers");
    expect(await length()).toBe(before);
  });
});

describe("the checks of this file", () => {
  const plant = async (css: string) => {
    const page = await openLive("/", { viewport: { width: 360, height: 800 } });
    await page.run((css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }, css);
    return page;
  };
  it("see a page that scrolls sideways", async () => expect(await runsOff(await plant("h1 { min-inline-size: 400px; }"))).not.toEqual([]));
  it("see small text", async () => expect(await tooSmall(await plant("h1 { font-size: 11px !important; }"), smallestText)).not.toEqual([]));
  it("see a thin control", async () => expect(await tooThin(await plant("button, a { display: inline-block; block-size: 20px; inline-size: 20px; padding: 0; overflow: hidden; }"), smallestTarget)).not.toEqual([]));
  it("see a comma that begins a line, and a word on two", async () => {
    const page = await plant(".torn { inline-size: 60px; }");
    await page.run(() => { document.querySelector("h1")!.outerHTML = '<p class="torn"><button>number</button>, and</p>'; });
    expect(await tornOff(page)).toEqual(["number , and"]);
    const other = await plant(".torn { display: block; inline-size: 20px; overflow-wrap: anywhere; }");
    await other.run(() => { document.querySelector("h1")!.outerHTML = '<table><tr><th class="torn">hidden</th></tr></table>'; });
    expect(await tornOff(other)).toEqual(["hidden on two lines"]);
  });
  it("see hidden text", async () => expect(await cutOff(await plant("h1 { inline-size: 30px; overflow: hidden; white-space: nowrap; }"))).not.toEqual([]));
});
