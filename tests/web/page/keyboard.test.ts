// Every step worked by the keyboard alone, with real keys: Tab from control to control, and at each what a reader would
// press there. It must do what it is for, and the focus stays where it was or comes back.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { openLive, settled, withoutRest } from "./site.js";
import { seen, steps } from "./steps.js";

type Kind = "number" | "figure" | "button" | "radio" | "slider" | "field" | "sentence" | "fold" | "tab" | "other";
interface Stop { kind: Kind; name: string; value: string; inStep: boolean; last: boolean; idle: boolean }

/** What has the focus, and how it stands. `name` stays the same while it does. */
const stopOn = (page: Page): Promise<Stop> => page.run(() => {
  const at: HTMLElement = document.activeElement as HTMLElement, { type, name, value, checked } = at as Partial<HTMLInputElement>;
  const kinds: [Kind, string][] = [
    ["fold", "summary"], ["radio", "input[type=radio]"], ["slider", "input[type=range], [role=slider]"], ["field", "td input"], ["sentence", "input[name=sentence]"], ["tab", "[role=tab]"],
    ["number", "td > button:not([data-stage=mask]), .opens"], ["figure", ".fig"], ["button", "button, input[type=checkbox]"],
  ];
  const label = at.getAttribute("aria-label")?.replace(/: [^:]*$/, "") ?? at.closest("label")?.textContent ?? at.textContent ?? "";
  const place = at.dataset["of"] ?? (at.dataset["stage"] === undefined ? "" : `${at.dataset["stage"]} ${at.dataset["index"]}`);
  return {
    kind: kinds.find(([, selector]) => at.matches(selector))?.[0] ?? "other", name: `${at.localName} ${type === "radio" ? name : place || name || label.trim().slice(0, 60)}`,
    value: at.matches("[role=slider]") ? at.getAttribute("aria-valuetext")! : at.localName === "summary" ? String((at.parentElement as HTMLDetailsElement).open) : at.matches("[role=tab]") ? `${label} ${at.getAttribute("aria-selected")}` : `${value}${checked}`,
    inStep: at.closest(".step") !== null, last: at.closest(".turn, footer") !== null, idle: at.matches("[aria-pressed=true]"),
  };
});

/** Buttons that do nothing while there is nothing to take back, or whose effect is not in the picture. */
const mayDoNothing = /Start over|Copy|take everything back|let all go back|forget these marks/i;

/** Presses keys and waits for the picture. */
async function keys(page: Page, ...pressed: string[]): Promise<Stop> {
  await page.press(...pressed);
  await settled(page);
  return stopOn(page);
}

/** Works the control that has the focus; what is wrong with it, or nothing. */
async function worked(page: Page, stop: Stop): Promise<string | undefined> {
  const stays = ({ name }: Stop) => (name === stop.name ? undefined : `the focus went to ${name || "nothing"}`);
  switch (stop.kind) {
    case "number": {
      await keys(page, "Enter");
      const inside = await page.run(() => document.querySelectorAll(".opened").length === 1 && document.activeElement!.closest(".opened") !== null);
      const after = await keys(page, "Escape");
      return !inside ? "Enter does not open it with the focus inside" : await page.count(".opened") ? "Escape does not close it" : stays(after);
    }
    case "figure": {
      const first = await keys(page, "ArrowRight"), name = await page.run(async () => {
        const at = document.activeElement!;
        for (let waits = 0; waits < 100 && !at.hasAttribute("aria-label"); waits++) await new Promise((done) => setTimeout(done, 50));   // it comes by an import
        return at.getAttribute("aria-label") ?? "";
      });
      if (first.kind !== "number") return "an arrow key leads to no number";
      return /^\S.+: [−\d.]+/.test(name) ? worked(page, first) : `its number is called "${name}"`;
    }
    case "radio": {
      const after = await keys(page, "ArrowRight");
      return after.value === stop.value ? "an arrow key does not choose" : stays(after);
    }
    case "slider": {
      let after = await keys(page, "ArrowRight");
      if (after.value === stop.value) after = await keys(page, "ArrowLeft");
      if (after.value === stop.value) after = await keys(page, "ArrowUp");
      return after.value === stop.value ? "arrow keys do not move it" : stays(after);
    }
    case "field": {
      const after = await keys(page, "Control+a", "0", ".", "7", "5", "Enter");
      return /^0\.75/.test(after.value) ? stays(after) : `after typing it says ${after.value}`;
    }
    case "sentence": {
      const after = await keys(page, "End", " ", "n", "o", "w");
      return /now/.test(after.value) ? stays(after) : `after typing it says ${after.value}`;
    }
    case "fold": {
      const after = await keys(page, "Enter"), again = await keys(page, "Enter");
      return after.value === stop.value || again.value !== stop.value ? "Enter does not unfold and fold it" : stays(again);
    }
    case "tab": {
      const after = await keys(page, "ArrowRight");
      return after.value === stop.value ? "an arrow key does not choose" : undefined;
    }
    case "button": {
      const before = await seen(page), after = await keys(page, stop.name.startsWith("input") ? " " : "Enter");
      if (after.name.startsWith("body")) return "the focus is lost";
      return !stop.idle && !mayDoNothing.test(stop.name) && await seen(page) === before ? "Enter changes nothing" : undefined;
    }
    case "other": return undefined;
  }
}

describe.each(steps.map(({ address }) => address))("%s", (address) => {
  it("can be worked by the keyboard alone", async () => {
    const page = await openLive(address, { first: withoutRest }), faults: string[] = [], kinds = new Set<Kind>();
    await page.run(() => {
      const start = Object.assign(document.createElement("span"), { tabIndex: -1 });
      document.querySelector(".step")!.prepend(start);
      start.focus();
    });
    for (let stops = 0; stops < 120; stops++) {
      await page.press("Tab");
      const stop = await stopOn(page);
      if (stop.last || !stop.inStep) break;
      const fault = await worked(page, stop);
      if (fault) faults.push(`${stop.kind} ${stop.name}: ${fault}`);
      kinds.add(stop.kind);
    }
    expect(faults.join("\n")).toBe("");
    expect(kinds.size).toBeGreaterThan(2);
    expect(kinds).toContain("fold");
    expect(kinds.has("figure"), "its figures' numbers").toBe(await page.count(".step .fig svg .opens") > 0);
  }, 300_000);
});
