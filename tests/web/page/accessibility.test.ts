// Whether the page can be used with a keyboard and a screen reader: axe's rules in both themes, and what axe cannot see.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { open, type Page } from "../browser.js";
import { addresses, drawn, openLive, settled } from "./site.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
type Axe = { run(options: object): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }> };

/** What axe finds, in a line each: no rule is switched off. */
async function violations(page: Page): Promise<string[]> {
  if (!await page.run(() => "axe" in globalThis)) await page.inject(axe);
  return page.run(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"] });
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html.slice(0, 160)} ${failureSummary ?? ""}`));
  });
}

/** What a keyboard can do something with, as CSS. */
const interactive = "a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=slider], [contenteditable]";

/**
 * Tabs once round the page. Returns the controls that were never reached, and those that do not show the focus. A control
 * inside a widget with roving focus (a table, a radio group, a figure) counts as reached when one of its widget was; one that
 * went and came back while other things had the focus, when the new one was.
 */
async function tabRound(page: Page): Promise<{ missed: string[]; invisible: string[] }> {
  await page.run((interactive) => {
    const look = (element: Element) => {
      const parts = [element, ...element.querySelectorAll("*"), ...(element.closest("label") ? [element.closest("label")!] : [])];
      return parts.map((part) => { const { outline, boxShadow, borderColor, backgroundColor, color, fill, stroke, strokeWidth, opacity, inset } = getComputedStyle(part); return [outline, boxShadow, borderColor, backgroundColor, color, fill, stroke, strokeWidth, opacity, inset].join(); }).join("|");
    };
    (document.activeElement as HTMLElement | null)?.blur();
    const controls = [...document.querySelectorAll<HTMLElement>(interactive)].filter((control) => control.checkVisibility({ visibilityProperty: true }) && !(control as HTMLButtonElement).disabled);
    Object.assign(globalThis, { round: { look, controls, before: new Map(controls.map((control) => [control, look(control)])), reached: new Set<Element>(), invisible: [] as string[] } });
  }, interactive);
  type Round = { look(element: Element): string; controls: HTMLElement[]; before: Map<Element, string>; reached: Set<Element>; invisible: string[] };
  for (let again = true, presses = 0; again && presses < 600; presses++) {
    await page.press("Tab");
    again = await page.run(() => {
      const { look, before, reached, invisible } = (globalThis as unknown as { round: Round }).round, active = document.activeElement;
      if (!active || active === document.body || reached.has(active)) return false;
      reached.add(active);
      if (before.get(active) === look(active)) invisible.push(active.outerHTML.slice(0, 120));
      return true;
    });
  }
  return page.run(() => {
    const { controls, reached, invisible } = (globalThis as unknown as { round: Round }).round;
    const widget = (control: Element) => control instanceof HTMLInputElement && control.type === "radio" ? `radio ${control.name}` : control.closest("table, [role=grid], [role=radiogroup], [role=toolbar]");
    const widgets = new Set([...reached].map(widget).filter(Boolean));
    const again = new Set([...reached].map(({ outerHTML }) => outerHTML));
    const missed = controls.filter((control) => !reached.has(control) && (control.isConnected || !again.has(control.outerHTML)) && !(control.tabIndex < 0 && !control.closest("table, svg, [role]")) && !widgets.has(widget(control)));
    return { missed: missed.map((control) => control.outerHTML.slice(0, 120)), invisible };
  });
}

/** In both themes and on a phone, in one page. */
async function expectUsable(page: Page): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.prefer(scheme);
    await drawn(page);
    expect.soft(await violations(page), scheme).toEqual([]);
  }
  await page.resize(360, 800);
  await drawn(page);
  expect.soft(await violations(page), "on a phone").toEqual([]);
}

describe.each(addresses)("%s", (address) => {
  it("has one main heading, a language and a title; lets Tab reach every control, and shows where it is; breaks no rule of axe", async () => {
    const page = await openLive(address);
    expect.soft(await page.run(() => ({ headings: document.querySelectorAll("h1").length, language: document.documentElement.lang, title: document.title !== "" }))).toEqual({ headings: 1, language: "en", title: true });
    expect.soft(await tabRound(page)).toEqual({ missed: [], invisible: [] });
    await page.run(() => (document.activeElement as HTMLElement | null)?.blur());
    await expectUsable(page);
  });
  it("breaks no rule of axe before any script", async () => {
    expect(await violations(await open(address, { alter: () => "" }))).toEqual([]);
  });
});

describe("/playground/ with a cell open", () => {
  it("breaks no rule of axe", async () => {
    const page = await openLive("/playground/");
    await page.click("table [data-stage=output]");
    await settled(page);
    await page.waitFor("[data-opened=output]");
    await expectUsable(page);
  });
});

describe("the checks of this file", () => {
  it("see a button without a name", async () => {
    const page = await openLive("/");
    await page.run(() => document.querySelector("main")!.append(document.createElement("button")));
    expect(await violations(page)).toContainEqual(expect.stringMatching(/^button-name/));
  });
  it("see a control that Tab cannot reach, and one that hides the focus", async () => {
    const page = await openLive("/");
    await page.run(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(".bare, .bare:focus-visible { all: unset; display: inline-block; } ");
      document.adoptedStyleSheets = [sheet];
      const bare = Object.assign(document.createElement("button"), { textContent: "bare", className: "bare" });
      const away = Object.assign(document.createElement("span"), { textContent: "away", tabIndex: -1 });
      away.setAttribute("role", "button");
      document.querySelector("main")!.append(bare, away);
    });
    const { missed, invisible } = await tabRound(page);
    expect(missed).toEqual([expect.stringContaining("away")]);
    expect(invisible).toEqual([expect.stringContaining("bare")]);
  });
});
