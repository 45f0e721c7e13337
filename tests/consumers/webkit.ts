// WebKitGTK's small browser through its WebDriver, on a screen that only Xvfb sees.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Visitor } from "./browsers.js";
import { freePort } from "./packed.js";
import { drive, end, linesOf, reference, until } from "./webdriver.js";

export async function openWebKit(): Promise<Visitor> {
  const home = mkdtempSync(join(tmpdir(), "heed-webkit-"));
  const screen = spawn("Xvfb", ["-displayfd", "3", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const display = await firstLine(screen.stdio[3] as Readable);
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"], DISPLAY: `:${display}`, HOME: home, XDG_RUNTIME_DIR: home,
      LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1",      // no graphics card
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
      JSC_useSharedArrayBuffer: "1",
    },
  });
  let session = "/session";
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await until(() => fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) }));
    const { value } = await answer.json() as { value: { message?: string } };
    if (!answer.ok) throw new Error(`WebKit: ${value.message ?? answer.statusText}`);
    return value as unknown;
  };
  const options = { "webkitgtk:browserOptions": { args: ["--automation", "--enable-write-console-messages-to-stdout=true"] } };
  return drive({
    newSession: async (alwaysMatch) => {
      const { sessionId } = await ask("POST", session, { capabilities: { alwaysMatch } }) as { sessionId: string };
      session += `/${sessionId}`;
    },
    navigate: (url) => ask("POST", `${session}/url`, { url }),
    find: async (value) => reference(await ask("POST", `${session}/element`, { using: "css selector", value })),
    text: async (element) => await ask("GET", `${session}/element/${element}/text`) as string,
  }, linesOf(driver), (line) => line.startsWith("CONSOLE"), options, async () => {
    if (session !== "/session") await ask("DELETE", session);
    for (const child of [driver, screen]) await end(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    stream.on("data", (bytes: Buffer) => resolve(bytes.toString().trim())).on("end", () => reject(new Error("Xvfb did not start")));
  });
}
