// The house is built as README and the import table say.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { foldersOf, importsOf, roomOf, tableErrors, tableOfRooms, violations } from "./rooms.js";

const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
const files = listed.stdout.split("\n").filter((file) => file !== "" && existsSync(file));
const sources = files.filter((file) => /^(cpp|web)\/.*\.(cpp|h|ts|tsx|mjs|js)$/.test(file));

describe("the files", () => {
  test("are found at all", () => {
    expect(listed.status, listed.stderr).toBe(0);
    expect(sources.length).toBeGreaterThan(20);
  });

  test("import only what their room may", () => {
    expect(sources.flatMap((file) => violations(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  test("lie each in a room of the import table", () => {
    expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  test("lie in the folders that README's table names, and only there", () => {
    expect(tableErrors(tableOfRooms(readFileSync("README.md", "utf8")), foldersOf(files))).toEqual([]);
  });
});

describe("the check of imports", () => {
  test.each([
    ["cpp/steps/score.cpp", '#include "../lab/pair.h"', "cpp/lab/pair.h"],
    ["cpp/steps/score.cpp", '#include "lab/pair.h"', "cpp/lab/pair.h"],
    ["cpp/steps/score.cpp", "#include <thread>", "<thread>"],
    ["cpp/steps/score.cpp", "#  include <immintrin.h>", "<immintrin.h>"],
    ["cpp/fused/tiles.h", "#include <thread>", "<thread>"],
    ["cpp/fused/tiles.h", '#include "../steps/score.h"', "cpp/steps/score.h"],
    ["cpp/steps/score.cpp", '#include "../fused/tiles.h"', "cpp/fused/tiles.h"],
    ["cpp/bindings/embind.cpp", '#include "../steps/score.h"', "cpp/steps/score.h"],
    ["cpp/lab/pair.cpp", '#include "../steps/score.h"', "cpp/steps/score.h"],
    ["cpp/heed.cpp", '#include "bindings/records.h"', "cpp/bindings/records.h"],
    ["web/heed/load.ts", 'import { rows } from "../page/scene/scene.js";', "web/page/scene/scene.ts"],
    ["web/heed/load.ts", 'import { format } from "d3-format";', "d3-format"],
    ["web/heed/load.ts", 'const found = await import("node:fs");', "node:fs"],
    ["web/page/stage/grid.tsx", 'import type { Scene } from "../scene/scene.js";', "web/page/scene/scene.ts"],
    ["web/page/stage/grid.tsx", 'export * from "heed";', "heed"],
    ["web/page/scene/compute.ts", 'import { Grid } from "../stage/grid.js";', "web/page/stage/grid.ts"],
    ["web/page/scene/tracer.ts", 'new Worker(new URL("../labs/worker.js", import.meta.url))', "web/page/labs/worker.ts"],
    ["web/page/words/en/front.ts", 'import "../../scene/scene.js";', "web/page/scene/scene.ts"],
    ["web/page/labs/playground.tsx", 'import { load } from "heed/lab";', "heed/lab"],
    ["cpp/toolchain/ask.mjs", 'import semver from "semver";', "semver"],
  ])("finds that %s says %s", (file, text, target) => {
    expect(violations(file, `${text}\n`)).toEqual([expect.stringContaining(`${file} imports ${target},`)]);
  });

  test.each([
    ["cpp/steps/score.cpp", '#include "score.h"\n#include "../views.h"\n#include <cmath>'],
    ["cpp/fused/rows_in_parallel.cpp", '#include "rows_in_parallel.h"\n#include <thread>'],
    ["cpp/bindings/embind.cpp", '#include <emscripten/bind.h>\n#include "../lab/pair.h"'],
    ["web/page/labs/playground.tsx", 'import { Grid } from "../stage/grid.js";\nimport { words } from "../words/en/playground.js";'],
    ["web/page/front.tsx", "const shown = `import { load } from \"elsewhere\";`;"],
    ["tests/web/browser.ts", 'import { chromium } from "playwright-core";'],
  ])("lets %s say %s", (file, text) => {
    expect(violations(file, `${text}\n`)).toEqual([]);
  });

  test("reads both kinds of include and every kind of import", () => {
    expect(importsOf("cpp/a.cpp", '#include <cmath>\n#include "b.h"\n// #include "c.h"\n')).toEqual(["<cmath>", "cpp/b.h"]);
    expect(importsOf("web/a.ts", 'import "./b.js";\nexport { c } from "d";\nvoid import("./e.js");\n')).toEqual(["web/b.ts", "d", "web/e.ts"]);
  });
});

describe("the check of README's table", () => {
  const folders = foldersOf(["README.md", "cpp/heed.h", "cpp/steps/score.cpp", "tests/cpp/steps/score.test.cpp"]);
  const table = tableOfRooms("| room | what |\n|---|---|\n| `cpp/` | the core |\n| `cpp/steps/` | steps |\n| `tests/cpp/**` | its tests |\n");

  test("is content when both agree", () => expect(tableErrors(table, folders)).toEqual([]));

  test("finds a folder without a row", () => {
    expect(tableErrors(table.slice(1), folders)).toEqual(["cpp/ has no row in README's table"]);
  });

  test("finds a row without a folder", () => {
    expect(tableErrors([...table, "cpp/fused/"], folders)).toEqual(["README's table names cpp/fused/, where no file is"]);
  });

  test("finds a row that is there twice", () => {
    expect(tableErrors([...table, "cpp/"], folders)).toEqual(["README's table names cpp/ twice"]);
  });
});
