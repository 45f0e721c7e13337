// A worker of the pool that is ended in the middle of a call: the caller learns of it, on a thread that may sleep and on a
// page's main thread, which may not. Nobody else could tell it, since its own events wait until the call returns.
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { visit } from "./page.js";

const file = (name: string) => new URL(`./lost_worker/${name}`, import.meta.url);
const lost = "disposed | heed: one of its workers was lost in the middle of a call; load a new one";
const told = ["2 threads", "1", lost, lost, "0 bytes"].join("\n");

/** The end may fall between two calls, where nothing is lost and the caller goes on alone: then it is tried again. */
const again = { retry: 3 };

it("Node", again, async () => {
  const worker = new Worker(new URL("../../../web/heed/dist/pool-worker.js", import.meta.url));
  const caller = new Worker(file("in_node.js"));
  const ended = new Promise((resolve, reject) => {
    caller.on("error", reject);
    caller.on("message", (message: "end it" | { data: unknown } | { told: string }) => {
      if (message === "end it") setTimeout(() => void worker.terminate(), 300);
      else if ("told" in message) resolve(message.told);
      else worker.postMessage(message.data);
    });
    worker.on("message", (message) => caller.postMessage(message));
  });
  try {
    expect(await ended).toBe(told);
  } finally {
    for (const thread of [caller, worker]) void thread.terminate();
  }
});

it("Chromium", again, async () => {
  const files = Object.fromEntries(["lose.js", "in_page.js", "maker.js"].map((name) => [name, readFileSync(file(name), "utf8")]));
  const page = { "index.html": '<!doctype html><link rel="icon" href="data:,"><body></body><script type="module" src="in_page.js"></script>' };
  expect(await visit({ isolated: true, files: { ...files, ...page } })).toEqual({ shown: told, noise: [] });
});
