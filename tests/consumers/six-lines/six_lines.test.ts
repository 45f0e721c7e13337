// The packed tarball, installed in an empty folder: the README's six lines in Node; a plain page in Chromium with and
// without isolation and under a strict policy. Nothing is printed but what the example prints.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPacked, launchChromium, packageFolder, visit as visitApp } from "../packed.js";

const { app, remove } = installPacked(new URL("./", import.meta.url), ["index.html", "main.js", "worker.js", "shown.js"]);
afterAll(remove);

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
  beforeAll(async () => { browser = await launchChromium(); });
  afterAll(() => browser.close());
  const visit = (isolated: boolean, policy?: string) => visitApp(browser, app, { isolated, ...(policy && { policy }) });

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
