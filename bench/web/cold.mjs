// From nothing to the first result: what a page pays that imports one contender and calls it once. Runs in the page.
import { dataOf } from "./data.mjs";
import { mainShapes } from "../shapes.mjs";

/** @param {string} address of a script whose default export is a contender @returns {Promise<number>} milliseconds */
export async function first(address) {
  const shape = mainShapes[0];
  const data = dataOf(shape);
  const start = performance.now();
  const contender = (await import(address)).default;
  const running = await contender.create();
  await running.prepare(shape, data);
  await running.run();
  return performance.now() - start;
}
