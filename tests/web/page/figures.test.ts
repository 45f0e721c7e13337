// Figures in a browser: drawn at the real width, words as wide as the layout believes, numbers readable on every tint.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { openLive, settled, typeSentence } from "./site.js";

/** [the width a drawing was made for, the width it is shown at], in px. */
const widths = (page: Page) => page.run(() => [...document.querySelectorAll(".fig svg")].map((svg) =>
  [svg.getAttribute("viewBox")!.split(" ")[2]!, svg.getBoundingClientRect().width].map(Number)));

/** How much longer each word of the front figure is than the line under it, as a share of the line. */
const mismatches = (page: Page) => page.run(() => [...document.querySelectorAll(".speaker")].map((speaker) => {
  const line = speaker.querySelector("line")!;
  const length = Number(line.getAttribute("x2")) - Number(line.getAttribute("x1"));
  return Math.abs(speaker.querySelector("text")!.getComputedTextLength() - length) / length;
}));

/** The worst contrast of a number with its tint, over all levels and colours, as WCAG 2 counts it. */
const worstContrast = (page: Page) => page.run(() => {
  const table = document.body.appendChild(document.createElement("table"));
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const luminance = (colour: string) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrasts = ["pos", "neg", "role-x", "role-q", "role-k", "role-v"].flatMap((kind) => Array.from({ length: 21 }, (_, level) => {
    const cell = table.insertRow().insertCell();
    cell.className = `tint t${level} ${kind}`;
    const { color, backgroundColor } = getComputedStyle(cell);
    const [dark, light] = [luminance(color), luminance(backgroundColor)].sort((a, b) => a - b);
    return { contrast: (light! + 0.05) / (dark! + 0.05), fill: backgroundColor };
  }));
  table.remove();
  return { worst: Math.min(...contrasts.map(({ contrast }) => contrast)), fills: new Set(contrasts.map(({ fill }) => fill)).size };
});

describe("a figure", () => {
  it("is drawn for the width at which it is shown, and again when that changes", async () => {
    const page = await openLive("/", { viewport: { width: 1440, height: 900 } });
    for (const width of [1440, 700, 340]) {
      await page.resize(width, 900);
      await settled(page);
      const [drawn, shown] = (await widths(page))[0]!;
      expect(Math.abs(drawn! - shown!)).toBeLessThan(1);
      expect(shown).toBeLessThanOrEqual(width);
    }
  });
  it("lays words out as wide as they are", async () => {
    const page = await openLive("/");
    await page.run(() => document.fonts.ready);
    const found = await mismatches(page);
    expect(found).toHaveLength(5);
    expect(Math.max(...found)).toBeLessThan(0.03);   // kerning, which textWidth leaves out
  });
  it("sees a face that the layout does not know", async () => {
    const page = await openLive("/");
    await page.run(() => { document.documentElement.classList.add("other"); document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0]!.replaceSync(".other .fig text.word { font-family: monospace; }"); });
    expect(Math.max(...await mismatches(page))).toBeGreaterThan(0.03);
  });
});

describe("a plane", () => {
  it("keeps the names of twelve arrows apart", async () => {
    const page = await openLive("/playground/");
    await typeSentence(page, "why did the zebra eat my purple homework before the teacher arrived");
    const crossing = await page.run(() => [...document.querySelectorAll("svg.plane")].flatMap((plane) => {
      const names = [...plane.querySelectorAll("text.word")].map((name) => ({ text: name.textContent, box: name.getBoundingClientRect() }));
      const high = 8;   // of a name's box so much is letters, about its middle
      return names.flatMap((a, at) => names.slice(at + 1).filter((b) =>
        Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 1 && Math.abs(a.box.top + a.box.bottom - b.box.top - b.box.bottom) / 2 < high)
        .map((b) => `${a.text} over ${b.text}`));
    }));
    expect(crossing).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)("a tint, %s", (colorScheme) => {
  it("lets its number be read", async () => {
    const { worst, fills } = await worstContrast(await openLive("/", { colorScheme }));
    expect(worst).toBeGreaterThanOrEqual(4.5);
    expect(fills).toBeGreaterThan(90);   // the tints do differ
  });
});
