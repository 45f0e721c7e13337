// The size budget: see bench/sizes.mjs for what is counted.
import { expect, it } from "vitest";
import { budgets, gzippedSize, limits, measureSizes } from "../../../bench/sizes.mjs";

const sizes = await measureSizes();

it.each(Object.entries(limits))("%s grows no larger than %d bytes, gzipped", (entry, limit) => {
  const { bytes, whole, budget } = sizes[entry]!;
  console.log(`${entry}: ${bytes} bytes, at most ${limit}; aim ${budget}, ${bytes <= budget ? "met" : "missed"}; with all that it exports ${whole}`);
  expect(bytes).toBeLessThanOrEqual(limit);
});

it("holds a limit for every aim, and none below it", () => {
  for (const [entry, aim] of Object.entries(budgets)) expect(limits[entry as keyof typeof limits]).toBeGreaterThanOrEqual(aim);
});

it("counts what is imported, embedded text too", async () => {
  const noise = Array.from({ length: 3000 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join("");
  expect(await gzippedSize(`console.log(${JSON.stringify(noise)})`)).toBeGreaterThan(noise.length / 4);
  expect(await gzippedSize(`export { HeedError } from "heed";`)).toBeLessThan(1000);
});
