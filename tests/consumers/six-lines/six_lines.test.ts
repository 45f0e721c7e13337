// The packed tarball, installed in an empty folder: the README's six lines in Node; a plain page in Chromium with and
// without isolation and under a strict policy. Nothing is printed but what the example prints.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../../web/serve.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const packageFolder = here("../../../web/heed");
const app = mkdtempSync(join(tmpdir(), "heed-six-lines-"));

beforeAll(() => {
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", app], { cwd: packageFolder, encoding: "utf8" })) as [{ filename: string }];
  writeFileSync(join(app, "package.json"), '{ "private": true, "type": "module" }\n');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", `./${packed.filename}`], { cwd: app });
  for (const name of ["index.html", "main.js", "worker.js", "shown.js"]) copyFileSync(here(name), join(app, name));
});
afterAll(() => rmSync(app, { recursive: true, force: true }));

describe("Node", () => {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  const [, example, printed] = /```js\n(.+?)```\n\nprints\n\n```\n(.+?)```/s.exec(readme)!;

  it("the README's example has six statements and prints what the README says", () => {
    expect(example!.split("\n").filter((line) => line && !line.startsWith("import "))).toHaveLength(5);
    writeFileSync(join(app, "example.js"), example!);
    const { stdout, stderr, status } = spawnSync(process.execPath, ["example.js"], { cwd: app, encoding: "utf8" });
    expect({ stdout, stderr, status }).toEqual({ stdout: printed, stderr: "", status: 0 });
  });

  it("where WebAssembly is switched off it says so, and prints nothing", () => {
    writeFileSync(join(app, "refused.js"), 'import { load } from "heed";\nload().catch(({ code, message }) => process.stdout.write(`${code} | ${message}`));\n');
    const { stdout, stderr } = spawnSync(process.execPath, ["--jitless", "refused.js"], { cwd: app, encoding: "utf8" });
    expect(stdout).toBe("unsupported | heed: this host has no WebAssembly");
    expect(stderr.replace(/^Warning: disabling flag --expose_wasm.*\n/, "")).toBe("");   // V8's own
  });
});

describe("Chromium, without a bundler", () => {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env["CHROMIUM"] ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
    const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet });
  });
  afterAll(() => browser.close());

  async function visit(isolated: boolean, policy?: string) {
    const server = await serve({ folder: app, isolated, ...(policy && { headers: { "Content-Security-Policy": policy } }) });
    const page = await browser.newPage();
    const noise: string[] = [];
    page.on("console", (message) => noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(error.message));
    try {
      await page.goto(`${server.address}/`);
      await page.waitForSelector("html[data-done]", { state: "attached", timeout: 20_000 });
      return { shown: await page.innerText("#shown"), isIsolated: await page.evaluate(() => crossOriginIsolated), noise };
    } finally {
      await page.close();
      await server.close();
    }
  }

  const numbers = "3.655293 0.806824 0.000000 3.655 relaxed";
  const both = `${numbers} | ${numbers}`;
  it("isolated", async () => {
    expect(await visit(true)).toEqual({ shown: both, isIsolated: true, noise: [] });
  });
  it("not isolated", async () => {
    expect(await visit(false)).toEqual({ shown: both, isIsolated: false, noise: [] });
  });
  it("under a policy that allows 'wasm-unsafe-eval' and no other eval", async () => {
    expect(await visit(true, "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")).toEqual({ shown: both, isIsolated: true, noise: [] });
  });
  it("under a policy that refuses WebAssembly: a clear error", async () => {
    const { shown } = await visit(false, "default-src 'none'; img-src data:; script-src 'self'; worker-src 'self'");
    const refused = "unsupported: heed: this host refused to run WebAssembly (a page's content security policy must allow 'wasm-unsafe-eval'): ";
    expect(shown.split(" | ").map((text) => text.slice(0, refused.length))).toEqual([refused, refused]);
  });
});
