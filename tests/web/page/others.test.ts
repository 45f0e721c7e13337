// Other scenes that a page asks about are traced again only when they have changed.
import { load, type HeedLab } from "heed/lab";
import { afterAll, beforeAll, expect, it } from "vitest";
import { computeShown } from "../../../web/page/scene/compute.js";
import { withNumber } from "../../../web/page/scene/edit.js";
import { defaultScene } from "../../../web/page/scene/presets.js";
import type { Other } from "../../../web/page/scene/questions.js";

let heed: HeedLab;
let traced = 0;
beforeAll(async () => {
  const loaded = await load();
  heed = { ...loaded, trace: ((input) => { traced++; return loaded.trace(input); }) as HeedLab["trace"], lab: loaded.lab };
});
afterAll(() => heed.dispose());

const show = (others: Record<string, Other>) => {
  traced = 0;
  return computeShown(heed, { scene: defaultScene, settings: {}, opened: [], questions: { others } }).answers.others;
};
const copy = () => structuredClone(defaultScene);

it("keeps the trace of a scene that is asked again with the same numbers", () => {
  const { one: first } = show({ one: copy() });
  expect(traced).toBe(2);
  const { one: again } = show({ one: copy() });
  expect(traced).toBe(1);   // the page's own
  expect(again).toBe(first);
});

it("traces it anew when one number of it has changed, or what is done to it, and under another name", () => {
  const { one } = show({ one: copy() });
  const { one: changed } = show({ one: withNumber(copy(), "x", 0, 0, 1.25) });
  expect(changed!.weights.data).not.toEqual(one!.weights.data);
  const put = (to: number): Other => ({ of: copy(), table: "v", row: 0, column: 0, put: to });
  show({ one: put(NaN) });
  const { one: again } = show({ one: put(NaN) });
  expect(traced).toBe(1);
  expect(again!.v.data[0]).toBeNaN();
  expect(show({ one: put(2) })["one"]!.v.data[0]).toBe(2);
  show({ two: put(2) });
  expect(traced).toBeGreaterThan(1);
});
