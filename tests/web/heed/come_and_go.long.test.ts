// Instances that come and go by the thousand, each in a process of its own that watches its resident memory.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Megabytes in use after so many instances have been loaded, used once and disposed of. */
function residentAfter(entry: string, options: object, counts: number[]): number[] {
  const script = `
    import { load } from ${JSON.stringify(entry)};
    const one = { data: [1], shape: [1, 1] };
    const counts = ${JSON.stringify(counts)};
    for (let count = 1; count <= Math.max(...counts); ++count) {
      const heed = await load(${JSON.stringify(options)});
      heed.attend({ q: one, k: one, v: one });
      heed.dispose();
      if (counts.includes(count)) console.log(process.memoryUsage.rss() / 1e6);
    }`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split("\n").map(Number);
}

it("10,000 of heed leave the process within 50 MB of what it was after 1,000", () => {
  const [early, late] = residentAfter("heed", {}, [1000, 10_000]) as [number, number];
  expect(late).toBeLessThanOrEqual(early + 50);
}, 600_000);

it("300 of heed/threads leave the process within 50 MB of what it was after 30", () => {
  const [early, late] = residentAfter("heed/threads", { threads: 4 }, [30, 300]) as [number, number];
  expect(late).toBeLessThanOrEqual(early + 50);
}, 600_000);
