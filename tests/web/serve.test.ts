// The server of build/site over a folder of its own, and `npm start` as a reader would use it.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isolationHeaders, serve, splitTarget } from "../../web/serve.mjs";

type Server = Awaited<ReturnType<typeof serve>>;

let place: string;
let server: Server;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "heed-serve-"));
  const site = join(place, "site");
  mkdirSync(join(site, "playground"), { recursive: true });
  mkdirSync(join(site, "empty"));
  writeFileSync(join(place, "secret.txt"), "not to be served");
  symlinkSync(join(place, "secret.txt"), join(site, "link.txt"));
  writeFileSync(join(site, "index.html"), "<h1>front</h1>");
  writeFileSync(join(site, "playground/index.html"), "<h1>playground</h1>");
  for (const name of ["a.js", "a.css", "a.svg", "a.woff2", "a.wasm", "a.json", "a.unheard", "a b.txt"]) writeFileSync(join(site, name), name);
  server = await serve({ folder: site });
});

afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true });
});

const get = (path: string, init: RequestInit = {}) => fetch(server.address + path, { redirect: "manual", ...init });

/** A target just as it is: fetch would tidy the dots away. */
function getRaw(path: string): Promise<{ status: number; location: string | undefined; text: string }> {
  return new Promise((done, failed) => {
    request({ host: "127.0.0.1", port: server.port, path }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => done({ status: response.statusCode ?? 0, location: response.headers.location, text }));
    }).on("error", failed).end();
  });
}

describe("the server", () => {
  test("answers with a folder's index, and leads an address without its slash there", async () => {
    expect(await (await get("/")).text()).toBe("<h1>front</h1>");
    expect(await (await get("/playground/#words")).text()).toBe("<h1>playground</h1>");
    const moved = await get("/playground?words=a%20cat");
    expect(moved.status).toBe(301);
    expect(moved.headers.get("location")).toBe("/playground/?words=a%20cat");
  });

  test("never leads to another host", async () => {
    expect((await getRaw("//playground")).location).toBe("/playground/");
    expect((await getRaw("/%2fplayground")).location).toBe("/playground/");
  });

  test.each([
    ["/", "text/html; charset=utf-8"], ["/a.js", "text/javascript; charset=utf-8"], ["/a.css", "text/css; charset=utf-8"],
    ["/a.svg", "image/svg+xml"], ["/a.woff2", "font/woff2"], ["/a.wasm", "application/wasm"],
    ["/a.json", "application/json; charset=utf-8"], ["/a%20b.txt", "text/plain; charset=utf-8"], ["/a.unheard", "application/octet-stream"],
  ])("says what %s is", async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("isolates its pages, or not when told so", async () => {
    for (const path of ["/", "/a.js", "/nowhere"]) {
      for (const [name, value] of Object.entries(isolationHeaders)) expect((await get(path)).headers.get(name)).toBe(value);
    }
    const open = await serve({ folder: join(place, "site"), isolated: false, headers: { "Content-Security-Policy": "default-src 'self'" } });
    const answer = await fetch(`${open.address}/`);
    await open.close();
    expect(answer.headers.get("cross-origin-opener-policy")).toBeNull();
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'self'");
  });

  test("answers 404 to what is not there, with the site's own page if it has one", async () => {
    for (const path of ["/nowhere", "/a.js/", "/empty/"]) expect((await get(path)).status, path).toBe(404);
    writeFileSync(join(place, "site/404.html"), "<h1>not here</h1>");
    const answer = await get("/nowhere");
    expect([answer.status, await answer.text()]).toEqual([404, "<h1>not here</h1>"]);
    rmSync(join(place, "site/404.html"));
  });

  test.each(["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/playground/../../secret.txt", "/..%5csecret.txt", "/link.txt", "/%00", "/%"])(
    "gives nothing outside its folder for %s", async (path) => {
      const { status, text } = await getRaw(path);
      expect([400, 404]).toContain(status);
      expect(text).not.toContain("not to be served");
    });

  test("answers HEAD without a body, and refuses what would change something", async () => {
    const head = await get("/a.js", { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "4", ""]);
    const post = await get("/a.js", { method: "POST" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("sends a file again only when it has changed", async () => {
    const tag = (await get("/a.css")).headers.get("etag") ?? "";
    expect((await get("/a.css", { headers: { "If-None-Match": tag } })).status).toBe(304);
    writeFileSync(join(place, "site/a.css"), "changed");
    expect(await (await get("/a.css", { headers: { "If-None-Match": tag } })).text()).toBe("changed");
  });

  test("takes the next port when one is taken, and says so when it may not", async () => {
    const folder = join(place, "site");
    const next = await serve({ folder, port: server.port, tries: 20 });
    await next.close();
    expect(next.port).toBeGreaterThan(server.port);
    await expect(serve({ folder, port: server.port })).rejects.toThrow(`port ${server.port} is taken: name another with --port N`);
  });

  test("lets another see each request first, and adds a text to pages alone", async () => {
    const dev = await serve({
      folder: join(place, "site"), appendToHtml: "<script></script>",
      intercept: (asked, answer) => asked.url === "/mine" && answer.end("mine") !== undefined,
    });
    const texts = await Promise.all(["/mine", "/", "/a.js"].map(async (path) => (await fetch(dev.address + path)).text()));
    await dev.close();
    expect(texts).toEqual(["mine", "<h1>front</h1><script></script>", "a.js"]);
  });
});

test("a target is tidied: no empty part, no dots, no backslash", () => {
  expect(splitTarget("/a//./b/../c/?x=1?2")).toEqual({ path: "/a/c/", query: "?x=1?2" });
  expect(splitTarget("/../../a")).toEqual({ path: "/a", query: "" });
  expect(splitTarget("/..\\a").path).toBeUndefined();
  expect(splitTarget("/%E0%A4%A").path).toBeUndefined();
});

describe("npm start", () => {
  /** Waits for a line of the command; fails with all that it said when it ends before. */
  function said(command: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
    return new Promise((done, failed) => {
      let text = "";
      const read = (part: string) => {
        text += part;
        const match = text.match(pattern);
        if (match) done(match);
      };
      command.stdout?.setEncoding("utf8").on("data", read);
      command.stderr?.setEncoding("utf8").on("data", read);
      command.on("exit", (code) => failed(new Error(`it ended with ${code}:\n${text}`)));
    });
  }

  test("builds, prints an address that answers with the page, and ends on Ctrl-C", async () => {
    const command = spawn("npm", ["start", "--", "--no-open", "--port", "0"], { detached: true, stdio: "pipe" });
    const group = command.pid ?? expect.fail("npm did not start");
    onTestFinished(() => void (command.exitCode === null && command.signalCode === null && process.kill(-group, "SIGKILL")));
    const [, address = ""] = await said(command, /Heed is at (http:\/\/127\.0\.0\.1:\d+\/)/);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    expect(await page.text()).toContain("<h1");
    const ended = new Promise((done) => command.on("exit", done));
    process.kill(-group, "SIGINT");   // what a terminal does on Ctrl-C: to npm and to all that it started
    await ended;
    await expect(fetch(address)).rejects.toThrow();
  }, 120_000);

  test("names what it expected of a wrong option", async () => {
    const command = spawn("node", ["web/start.mjs", "--port", "eighty"], { stdio: "pipe" });
    const [message] = await said(command, /--port: .*/);
    expect(message).toBe('--port: expected a whole number from 0 (any free port) to 65535, got "eighty"');
  });
});
