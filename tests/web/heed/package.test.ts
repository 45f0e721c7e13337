// What is shipped: the types by tsc as strict readers see them, the package by publint and attw, the README's texts.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = here("../../../web/heed");
const dist = join(packageFolder, "dist");
const run = (script: string, ...parameters: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], { encoding: "utf8", cwd: packageFolder });
  return { status, text: stdout + stderr };
};
const withoutHash = (name: string) => name.replace(/^(.*shared)-[A-Z0-9]{8}/, "$1");
const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
const compile = (...parameters: string[]) => run(createRequire(import.meta.url).resolve("typescript/bin/tsc"), "--ignoreConfig", ...strict, ...parameters);

describe("the types", { timeout: 180_000 }, () => {
  it("hold what types.test-d.ts says of them", () => {
    expect(compile("--module", "nodenext", "--lib", "es2022,dom,esnext.disposable", here("./types.test-d.ts"))).toEqual({ status: 0, text: "" });
  });

  it("a wrong expectation of them is found", () => {
    const folder = mkdtempSync(join(tmpdir(), "heed-types-"));
    try {
      const file = join(folder, "wrong.mts");
      writeFileSync(file, `import type { Heed } from "${join(dist, "index.js")}";\nexport const wrong = (heed: Heed): string => heed.threads;\n`);
      expect(compile("--module", "nodenext", "--lib", "es2022,dom", file).text).toContain("Type 'number' is not assignable to type 'string'");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("need no library but es2022 and dom of a reader who checks them too", () => {
    for (const module of [["--module", "nodenext"], ["--module", "esnext", "--moduleResolution", "bundler"]]) {
      expect(compile(...module, "--skipLibCheck", "false", "--lib", "es2022,dom", ...["index", "threads", "worker", "lab"].map((entry) => join(dist, `${entry}.d.ts`)))).toEqual({ status: 0, text: "" });
    }
  });
});

it("the documentation has a page for every entry and every public type", () => {
  const docs = here("../../../build/docs");
  for (const entry of ["index", "threads", "worker", "lab"]) expect(existsSync(join(docs, `modules/${entry}.html`)), entry).toBe(true);
  const pages = readdirSync(docs, { recursive: true, encoding: "utf8" });
  for (const name of ["types", "worker_types"]) {
    const names = [...readFileSync(join(packageFolder, `${name}.ts`), "utf8").matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, type]) => type!);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((type) => !pages.some((page) => page.endsWith(`.${type}.html`)))).toEqual([]);
  }
});

describe("the package", () => {
  const entries = ["index", "lab", "pool-worker", "threads", "worker", "worker-script"];
  const tool = (name: string, ...parameters: string[]) => run(here(`../../../node_modules/.bin/${name}`), ...parameters);

  it("is clean for publint", () => {
    const { status, text } = tool("publint", "run", "--strict");
    expect(text).toContain("All good!");
    expect(status).toBe(0);
  });

  it("is clean for attw", () => {
    const { status, text } = tool("attw", "--pack", ".", "--profile", "esm-only", "--no-color", "--no-emoji");
    for (const entry of ["heed/threads", "heed/worker", "heed/lab"]) expect(text).toContain(`"${entry}"`);
    expect(status, text).toBe(0);
  });

  it("imports statically, and asks its host for no address, no console, no eval", () => {
    const scripts = readdirSync(dist).filter((name) => name.endsWith(".js"));
    expect([...new Set(scripts.map(withoutHash))].sort()).toEqual(["shared.js", ...entries.map((entry) => `${entry}.js`)].sort());
    for (const name of scripts) {
      const text = readFileSync(join(dist, name), "utf8");
      expect(text).not.toMatch(/import\.meta|import\s*\(|new Function\(|\beval\(|__dirname|\brequire\(/);
      expect(text).not.toMatch(/^await |[;}]await /m);
    }
  });

  it("holds what package.json exports, and the licence", () => {
    const list = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], { cwd: packageFolder, encoding: "utf8" })) as { files: { path: string }[]; size: number }[];
    const flavours = ["heed-relaxed", "heed-scalar", "heed-simd128", "heed_threads-relaxed", "heed_threads-simd128", "lab-relaxed", "lab-scalar", "lab-simd128"];
    const [site, others] = [true, false].map((inSite) => list[0]!.files.map(({ path }) => path).filter((path) => path.startsWith("site/") === inSite)) as [string[], string[]];
    expect(site).toContain("site/index.html");
    expect(site.filter((path) => path.startsWith("site/docs/"))).toEqual([]);
    expect([...new Set(others.map(withoutHash))].sort()).toEqual([
      ...["attend", "bench", "heed", "npy", "serve", "usage"].map((name) => `command/${name}.mjs`), "dist/open.mjs", "dist/serve.mjs",
      "CHANGELOG.md", "LICENSE", "README.md", "dist/shared.js", ...["errors", "read_npy", "read_safetensors", "types", "worker_types"].map((name) => `dist/${name}.d.ts`),
      ...entries.flatMap((entry) => [`dist/${entry}.d.ts`, `dist/${entry}.js`]),
      ...flavours.map((flavour) => `dist/wasm/${flavour}.wasm`), "package.json",
    ].sort());
    expect(list[0]!.size).toBeLessThan(1.5e6);
  });

  it("the changelog begins with the version of package.json", () => {
    const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
    expect(/^## (.+)$/m.exec(readFileSync(join(packageFolder, "CHANGELOG.md"), "utf8"))![1]).toBe(version);
  });

  it("every error text in the README is one that a test has seen", () => {
    const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
    const tests = readdirSync(here(".")).filter((name) => name.endsWith(".test.ts")).map((name) => readFileSync(here(`./${name}`), "utf8")).join("\n");
    const texts = [...readme.matchAll(/^\| `(shape|type|option|memory|disposed|unsupported)` \| `([^`]+)`/gm)];
    expect(texts.length).toBeGreaterThanOrEqual(8);
    for (const [, code, text] of texts) {
      for (const part of `${code} | ${text}`.split("…")) expect(tests.replaceAll("\\", "")).toContain(part);
    }
  });
});
