// How Vitest runs: the repository's own checks, the package in Node, the page in a browser. tests/run.mjs starts it.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    projects: [
      { root, test: { name: "rooms", include: ["tests/*.test.ts", "tests/web/*.test.ts"], testTimeout: 20_000 } },
      { root, test: { name: "heed", include: ["tests/web/heed/**/*.test.ts", "tests/consumers/**/*.test.ts"], testTimeout: 60_000 } },
      { root, test: { name: "page", include: ["tests/web/page/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 } },
    ],
  },
});
