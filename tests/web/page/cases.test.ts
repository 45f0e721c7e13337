// The edge cases of the first walk's step 8: each gives the row that it promises, from a sentence and from given numbers.
import { beforeAll, describe, expect, it } from "vitest";
import { load, type HeedLab } from "heed/lab";
import { caseOf, type CaseName } from "../../../web/page/scene/cases.js";
import { computeShown } from "../../../web/page/scene/compute.js";
import { asGiven } from "../../../web/page/scene/edit.js";
import { defaultScene } from "../../../web/page/scene/presets.js";
import { rowsOf } from "../../../web/page/scene/read.js";
import type { Scene } from "../../../web/page/scene/scene.js";

const row = 2, column = 1;
let heed: HeedLab;
const shownOf = (scene: Scene) => computeShown(heed, { scene, settings: {}, opened: [], questions: {} });
beforeAll(async () => { heed = await load(); });

describe.each(["words", "given"] as const)("from %s", (kind) => {
  /** The weights of the row, and of all rows, once the scene has gone to the case. */
  const weights = (name: CaseName) => {
    const own = shownOf(defaultScene), base = kind === "words" ? own : shownOf(asGiven(own));
    return rowsOf(shownOf(caseOf(name, base, row, column)), "weights");
  };
  it.each(["even", "zero", "all-opposite"] as const)("%s shares evenly", (name) => {
    for (const weight of weights(name)[row]!) expect(weight).toBeCloseTo(0.2, 6);
  });
  it("one-hot gives one key all but a trace", () => expect(weights("one-hot")[row]![column]).toBeGreaterThan(1 - 1e-6));
  it("alone leaves one weight of 1", () => expect(weights("alone")).toEqual([[1]]));
  it("opposite mutes the key, as another scores higher", () => expect(weights("opposite")[row]![column]).toBeLessThan(0.01));
  it("masked gives exactly 0, and the rest share 1", () => {
    const found = weights("masked")[row]!;
    expect(found[column]).toBe(0);
    expect(found.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 6);
  });
  it("ties gives two keys the same weight in every row", () => {
    for (const found of weights("ties")) expect(found[column + 1]).toBe(found[column]);
  });
  it("causal hides what comes later", () => expect(weights("causal").map((found) => found.filter((weight) => weight > 0).length)).toEqual([1, 2, 3, 4, 5]));
  it("padding hides the last key from every row, its own included", () => {
    for (const found of weights("padding")) expect([found[4], found[0]! > 0]).toEqual([0, true]);
  });
  it("shut leaves the row without weights, and the others as they were", () => expect(weights("shut").map((found) => found.every((weight) => weight === 0))).toEqual([false, false, true, false, false]));
  it("corners has two queries, five keys, and starts at the top left", () => expect(weights("corners").map((found) => found.filter((weight) => weight > 0).length)).toEqual([1, 2]));
});
