// What is out of sight while something is pulled keeps its numbers, and gets the new ones when it comes into sight or when
// the pointer is let go; the strip, which is only glanced at, when the hand rests, too.
import { expect, it } from "vitest";
import type { Page } from "../browser.js";
import { cell, handle, openLive, settled } from "./site.js";
import { faultsOf, steps } from "./steps.js";

const address = "/self-attention/summary/", source = steps.find((step) => step.address === address)!;

/** The first number of the last table, and whether it is in sight. */
const far = (page: Page) => page.run((selector) => {
  const cell = document.querySelector(selector)!, { top } = cell.getBoundingClientRect();
  return { text: cell.textContent, seen: top < innerHeight };
}, cell("output", 0, 0));

/** So low a window that the arrows are in sight without the last table. */
const openLow = () => openLive(address, { viewport: { width: 1280, height: 420 } });

it("a table out of sight waits while an arrow is pulled, and is right once it is let go", async () => {
  const page = await openLow(), { text } = await far(page);
  await page.drag(handle(0), { x: 40, y: 30 }, async () => {
    await settled(page);
    expect(await far(page)).toEqual({ text, seen: false });
  });
  await settled(page);
  expect((await far(page)).text).not.toBe(text);
  expect(await faultsOf(page, source)).toEqual([]);
});

it("a table that is scrolled to in the middle of a pull is right as soon as it is seen", async () => {
  const page = await openLow(), { text } = await far(page);
  await page.drag(handle(0), { x: 40, y: 30 }, async () => {
    await settled(page);
    await page.run((selector) => document.querySelector(selector)!.scrollIntoView(), cell("output", 0, 0));
    await settled(page);
    const now = await far(page);
    expect(now.seen).toBe(true);
    expect(now.text).not.toBe(text);
  });
  await settled(page);
  expect(await faultsOf(page, source)).toEqual([]);
});

it("an answer out of sight waits, too, and is right once the width is let go", async () => {
  const address = "/self-attention/5/", page = await openLive(address, { viewport: { width: 700, height: 420 } });
  const answer = () => page.run(() => {
    const number = document.querySelector(".why [data-of='set.dk']")!, { top, bottom } = number.closest("details")!.getBoundingClientRect();
    return { text: number.textContent, seen: top < innerHeight && bottom > 0 };
  });
  const { text } = await answer();
  await page.drag("input[name=dk]", { x: 60, y: 0 }, async () => {
    await settled(page);
    expect(await answer()).toEqual({ text, seen: false });
  });
  await settled(page);
  expect((await answer()).text).not.toBe(text);
  expect(await faultsOf(page, steps.find((step) => step.address === address)!)).toEqual([]);
});

it("the strip's stamps are drawn anew when the hand rests, before the arrow is let go", async () => {
  const page = await openLive("/self-attention/1/");
  const stamps = () => page.run(() => [...document.querySelectorAll(".strip .stamp *")].map((part) => part.getAttribute("class")).join());
  const before = await stamps();
  let rested = before;
  await page.drag(handle(0), { x: -60, y: 60 }, async () => {
    await page.run(() => new Promise((done) => setTimeout(done, 400)));
    rested = await stamps();
  });
  await settled(page);
  expect(rested).not.toBe(before);
  expect(await stamps()).toBe(rested);
});

it.each([[handle(0), "/self-attention/1/"], [".stage [role=slider]", "/scaled-dot-product/5/"]])("a move that leaves %s where it is draws nothing", async (handle, address) => {
  const page = await openLive(address);
  await page.run(() => addEventListener("pointermove", (event) => Object.assign(globalThis, { last: event }), true));
  /** What the document changes within a few frames of a move by so many px from the last one. */
  const changesOf = (by: number) => page.run((by) => new Promise<number>((done) => {
    const { last } = globalThis as unknown as { last: PointerEvent }, { target, clientX, clientY, pointerId } = last;
    let changes = 0;
    new MutationObserver((records) => { changes += records.length; }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    target!.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY: clientY + by, pointerId, buttons: 1, bubbles: true }));
    setTimeout(() => done(changes), 100);
  }), by);
  await page.drag(handle, { x: 0, y: 12 }, async () => {
    await page.run(() => new Promise((done) => setTimeout(done, 400)));   // the strip's stamps, too, have been drawn
    expect(await changesOf(0)).toBe(0);
    expect(await changesOf(6)).toBeGreaterThan(0);
  });
});
