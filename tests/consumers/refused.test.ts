// heed where something is refused, missing or silent: an answer with the reason, never a hang. The packed tarball in Node,
// and in a page without a bundler in Chromium. The README's example runs here too, as it stands.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../web/serve.mjs";
import { open, type Visitor } from "./browsers.js";
import { installPacked, packageFolder, withoutBundler } from "./packed.js";

const app = installPacked("refused", ["program", "page"]);
withoutBundler(app, "./", "site");

describe("Node", () => {
  const run = (text: string, ...flags: string[]) => {
    writeFileSync(join(app, "example.js"), text);
    const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, "example.js"], { cwd: app, encoding: "utf8" });
    return { stdout, stderr, status };
  };

  it("the README's example has six statements and prints what the README says", () => {
    const [, example, printed] = /```js\n(.+?)```\n\nprints\n\n```\n(.+?)```/s.exec(readFileSync(join(packageFolder, "README.md"), "utf8"))!;
    expect(example!.split("\n").filter((line) => line && !line.startsWith("import "))).toHaveLength(5);
    expect(run(example!)).toEqual({ stdout: printed, stderr: "", status: 0 });
  });

  it("where WebAssembly is switched off it says so, and prints nothing", () => {
    const { stdout, stderr } = run('import { load } from "heed";\nload().catch(({ code, message }) => process.stdout.write(`${code} | ${message}`));\n', "--jitless");
    expect(stdout).toBe("unsupported | heed: this host has no WebAssembly");
    expect(stderr.replace(/^Warning: disabling flag --expose_wasm.*\n/, "")).toBe("");   // V8's own
  });
});

describe("a page, isolated", () => {
  let browser: Visitor;
  beforeAll(async () => { browser = await open("Chromium"); });
  afterAll(() => browser.close());

  /** What the main thread and the page's own worker show. */
  async function seen(query: string, policy?: string) {
    const server = await serve({ folder: join(app, "site"), ...(policy && { headers: { "Content-Security-Policy": `default-src 'none'; img-src data:; ${policy}` } }) });
    try {
      const { shown, noise } = await browser.visit(`${server.address}/${query}`);
      const [isolation, ...both] = shown.split(" | ");
      expect(isolation).toBe("isolated");
      return { both, noise };
    } finally {
      await server.close();
    }
  }
  const oneThread = (reason: string, worker = "in a worker too") => Array<string>(2).fill(`3.655 0.807 0.000, opened 3.655, 1 thread: a worker did not start: ${reason}, same bits, ${worker}`);
  const notLoaded = "its script was not loaded (does the page's content security policy allow worker-src blob:?)";

  it("under a policy that refuses WebAssembly: a clear error", async () => {
    const { both } = await seen("", "script-src 'self'; worker-src 'self' blob:");
    const refused = "unsupported: heed: this host refused to run WebAssembly (a page's content security policy must allow 'wasm-unsafe-eval'): ";
    expect(both.map((text) => text.slice(0, refused.length))).toEqual([refused, refused]);
  });

  it("under a policy that allows no worker from text: one thread, and why; no heed/worker, and why", async () => {
    expect((await seen("", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")).both).toEqual(oneThread(notLoaded, `unsupported: heed: the worker did not start: ${notLoaded}`));
  });

  it("a pool worker whose script is not there: one thread, and why", async () => {
    expect((await seen("?missing")).both).toEqual(oneThread(notLoaded));
  });

  it("a pool worker that never answers: one thread after startTimeout, and nothing printed", async () => {
    expect(await seen("?silent")).toEqual({ both: oneThread("nothing was heard of it for 300 ms"), noise: [] });
  });
});
