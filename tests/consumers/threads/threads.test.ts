// heed/threads from the packed tarball in Chromium, without a bundler: threads where the page is isolated, else one and
// the reason; no hang and nothing printed.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPacked, launchChromium, visit, type Visit } from "../packed.js";

const { app, remove } = installPacked(new URL("./", import.meta.url), ["index.html", "main.js", "worker.js", "shown.js"]);
let browser: Browser;
beforeAll(async () => { browser = await launchChromium(); });
afterAll(async () => {
  await browser.close();
  remove();
});

describe("Chromium, without a bundler", () => {
  const twice = (text: string) => `${text} | ${text}`;
  const seen = (options: Visit) => visit(browser, app, options);
  const policy = (workers: string) => `default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src ${workers}`;

  it("isolated: threads", async () => {
    expect(await seen({ isolated: true })).toEqual({ shown: twice("4 threads, same bits"), isIsolated: true, noise: [] });
  });

  it("not isolated: one thread, and why", async () => {
    const reason = "1 the page is not cross-origin isolated (it needs the COOP and COEP headers), same bits";
    expect(await seen({ isolated: false })).toEqual({ shown: twice(reason), isIsolated: false, noise: [] });
  });

  it("under a policy that allows workers from text", async () => {
    expect((await seen({ isolated: true, policy: policy("'self' blob:") })).shown).toBe(twice("4 threads, same bits"));
  });

  it("under a policy that allows none: one thread, and why", async () => {
    const { shown } = await seen({ isolated: true, policy: policy("'self'") });
    expect(shown.split(" | ")[0]).toBe("1 a worker did not start: its script was not loaded (does the page's content security policy allow worker-src blob:?), same bits");
  });

  it("under that policy, with workers that the page makes from heed/pool-worker.js", async () => {
    expect(await seen({ isolated: true, policy: policy("'self'"), query: "?own" })).toEqual({ shown: "4 threads, same bits", isIsolated: true, noise: [] });
  });

  it("a worker that never answers: one thread after startTimeout", async () => {
    expect(await seen({ isolated: true, query: "?silent" })).toEqual({ shown: "1 a worker did not start: nothing was heard of it for 300 ms, same bits", isIsolated: true, noise: [] });
  });
});
