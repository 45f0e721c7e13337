// The size budget: see bench/sizes.mjs for what is counted.
import { expect, it } from "vitest";
import { budgets, gzippedSize, measureSizes } from "../../../bench/sizes.mjs";

const sizes = await measureSizes();

it.each(Object.entries(budgets))("%s stays within its budget of %d bytes, gzipped", (entry, budget) => {
  const { bytes, whole } = sizes[entry]!;
  console.log(`${entry}: ${bytes} bytes of ${budget}; with all that it exports ${whole}`);
  expect(bytes).toBeLessThanOrEqual(budget);
});

it("counts what is imported, embedded text too", async () => {
  const noise = Array.from({ length: 3000 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join("");
  expect(await gzippedSize(`console.log(${JSON.stringify(noise)})`)).toBeGreaterThan(noise.length / 4);
  expect(await gzippedSize(`export { HeedError } from "heed";`)).toBeLessThan(1000);
});
