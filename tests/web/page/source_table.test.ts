// Opens every point of the two tables in the page: the words stand where they should, the control moves the picture, and
// every number is still true. The points of one step share one page, started over in between.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { questionTable } from "./question_table.js";
import { openLive, press, withoutRest } from "./site.js";
import { sourceTable } from "./source_table.js";
import { act, faultsOf, seen, steps, type Point } from "./steps.js";

/** What does not hold of a point, one line each. */
async function broken(page: Page, { at, says, acts, then }: Point): Promise<string[]> {
  const place = at.slice(at.indexOf("#"));
  if (await page.count(place) !== 1) return [`there is no ${place}`];
  if (await page.count(`details${place}:not([open])`) === 1) await page.click(`${place} > summary`);
  for (const before of acts.slice(0, -1)) await act(page, before);
  const was = await seen(page);
  await act(page, acts.at(-1)!);
  const found = await seen(page) === was ? [`${acts.at(-1)!.join(" ")} moves nothing`] : [];
  const text = await page.read(place);
  if (!says.test(text)) found.push(`${place} does not say ${says} but: ${text}`);
  if (then && !(await page.readAll(then[0])).some(({ text }) => then[1].test(text))) found.push(`${then[0]} does not say ${then[1]}`);
  return found;
}

const table = [...sourceTable, ...questionTable];

describe("the points of the sources and of learners' questions", () => {
  it.each(steps.map((step) => [step.address, step] as const))("have their places and controls in %s", async (address, source) => {
    const page = await openLive(address, { first: withoutRest });
    for (const point of table.filter(({ at }) => at.startsWith(`${address}#`))) {
      expect.soft(await broken(page, point).catch((error: Error) => [error.message]), point.point).toEqual([]);
      expect.soft(await faultsOf(page, source), point.point).toEqual([]);
      await press(page, ".stage .aside:last-child button", "Start over");
    }
  }, 240_000);
  it("stand in steps that are built", () => {
    expect(table.filter(({ at }) => !steps.some(({ address }) => at.startsWith(`${address}#`))).map(({ at }) => at)).toEqual([]);
  });
});

describe("the checks of this file", () => {
  it("see a place that is gone, words that are not said, a control that does nothing", async () => {
    const page = await openLive("/self-attention/7/"), point: Point = { point: "", at: "/self-attention/7/#what", says: /values/, acts: [["press", ".count"]] };
    expect(await broken(page, point)).toEqual(["press .count moves nothing"]);
    expect(await broken(page, { ...point, at: "/self-attention/7/#nowhere" })).toEqual(["there is no #nowhere"]);
    expect(await broken(page, { ...point, says: /elephants/, acts: [["pull", "[name=push]"]] })).toHaveLength(1);
  });
});
