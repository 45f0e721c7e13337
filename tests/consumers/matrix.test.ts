// The packed tarball in the hands of each consumer of matrix.ts: one test for each consumer, browser, isolation and policy.
// CONSUMERS=all in the environment: the whole table; else what is fast, in Chromium.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isolationHeaders, serve } from "../../web/serve.mjs";
import { browserNames, isThere, open, type Visitor } from "./browsers.js";
import { type Page, pages, programs } from "./matrix.js";
import { build, installPacked, type Served, serveByCommand, withoutBundler } from "./packed.js";

const all = process.env["CONSUMERS"] === "all";
const tried = <T extends { fast?: true }>(consumers: T[]) => (all ? consumers : consumers.filter(({ fast }) => fast));

const computed = (threads: string) => `3.655 0.807 0.000, opened 3.655, ${threads}, same bits, in a worker too`;
const notIsolated = "1 thread: the page is not cross-origin isolated (it needs the COOP and COEP headers)";

describe.each(tried(programs).map((program) => [program.name, program] as const))("%s", (_, { folders, run: [command, ...words] }) => {
  it("prints its line and ends by itself", () => {
    const app = installPacked(folders.join("-"), folders);
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: app, encoding: "utf8", timeout: 60_000 });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${computed("4 threads")}\n`, stderr: "" });
  }, 300_000);
});

describe.each(tried(pages).map((page) => [page.name, page] as const))("%s", (_, page) => {
  let app: string;
  beforeAll(() => { app = prepared(page); }, 600_000);

  describe.each(browserNames.filter((name) => (all ? name !== "WebKit" || page.webKit : name === "Chromium")))("%s", (browserName) => {
    let browser: Visitor;
    beforeAll(async () => { if (isThere(browserName)) browser = await open(browserName); }, 60_000);
    afterAll(() => browser?.close());

    it.skipIf(!isThere(browserName)).each(cells(page))("%s, %s", async (isolation, policy) => {
      const isolated = isolation === "isolated";
      const served = await start(page, app, { ...(isolated && isolationHeaders) }, policies[policy]);
      try {
        const { shown, noise } = await browser.visit(`${served.address}/${policy === "pool worker by URL" ? "?own" : ""}`);
        const line = computed(isolated ? "4 threads" : notIsolated);
        expect(shown).toBe([isolation, line, line].join(" | "));
        expect(noise.filter((text) => !/debug: "?\[vite\] /.test(text)).join("\n")).toBe("");
        if (page.rendersOnServer) expect(await (await fetch(served.address)).text()).toContain(`<p id="served">${computed("4 threads")}</p>`);
      } finally {
        await served.close();
      }
    });
  });
});

type Policy = "no policy" | "strict policy" | "pool worker by URL";

function cells({ findsPoolWorker }: Page): ["isolated" | "not isolated", Policy][] {
  return [
    ["isolated", "no policy"], ["isolated", "strict policy"], ["not isolated", "no policy"], ["not isolated", "strict policy"],
    ...(findsPoolWorker ? [["isolated", "pool worker by URL"] as ["isolated", Policy]] : []),
  ];
}

/** The documented ones: no eval but WebAssembly's, and workers from text; or those from the page's own address alone. */
const policies: Record<Policy, string | undefined> = { "no policy": undefined, "strict policy": "'self' blob:", "pool worker by URL": "'self'" };

function prepared(page: Page): string {
  const app = installPacked(page.folders.join("-"), page.folders);
  if (page.build) build(app, page.build);
  if (!("folder" in page.serve)) return app;
  const html = join(app, page.serve.folder, "index.html");
  if (page.unbundled) withoutBundler(app, "./", page.serve.folder);
  else if (!existsSync(html)) copyFileSync(join(app, "index.html"), html);   // a bundler of scripts alone
  return app;
}

/** Serves a page with a policy, which adds where its workers come from; heed comes from elsewhere where it should. */
async function start({ serve: by, unbundled, ownScripts = "" }: Page, app: string, headers: Record<string, string>, workers: string | undefined): Promise<Served> {
  const policy = (origin: string): Record<string, string> => (workers === undefined ? {} : {
    "Content-Security-Policy": `default-src 'self'; connect-src 'self' ws:; img-src data:; script-src 'self' ${origin} 'wasm-unsafe-eval' ${ownScripts}; worker-src ${workers} ${origin}`,
  });
  if ("command" in by) return serveByCommand(app, by.command, { ...headers, ...policy("") });
  const folder = join(app, by.folder);
  if (unbundled !== "other origin") return serve({ folder, isolated: false, headers: { ...headers, ...policy("") } });

  const other = await serve({ folder, headers: { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" } });
  withoutBundler(app, `${other.address}/`, by.folder);
  const own = await serve({ folder, isolated: false, headers: { ...headers, ...policy(other.address) } });
  return { address: own.address, close: () => Promise.all([own.close(), other.close()]) };
}
