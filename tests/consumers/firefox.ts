// Firefox through Marionette, its own form of WebDriver: JSON over a socket, each message behind its length. Not through
// WebDriver BiDi: under a BiDi session Firefox 153 never returned from one `new Worker` of a worker in about seven visits.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Visitor } from "./browsers.js";
import { drive, end, linesOf, reference, until } from "./webdriver.js";

const preferences = {
  "marionette.port": 0,                       // any free one, which it writes into the profile
  "devtools.console.stdout.content": true,    // what pages print, and their errors
  "devtools.console.stdout.chrome": false,
  "browser.dom.window.dump.enabled": true,
  "messaging-system.rsexperimentloader.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
};

// A line "console.error: Name: " is the browser's own.
export async function openFirefox(): Promise<Visitor> {
  const profile = mkdtempSync(join(tmpdir(), "heed-firefox-"));
  writeFileSync(join(profile, "user.js"), Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
  const browser = spawn(process.env["FIREFOX"] ?? "firefox-esr", ["--headless", "--no-remote", "--marionette", "--profile", profile], { stdio: ["ignore", "pipe", "pipe"] });
  const printed = linesOf(browser);
  const port = await until(() => Number(readFileSync(join(profile, "MarionetteActivePort"), "utf8")));
  const ask = client(port);
  return drive({
    newSession: (capabilities) => ask("WebDriver:NewSession", capabilities),
    navigate: (url) => ask("WebDriver:Navigate", { url }),
    find: async (value) => reference((await ask("WebDriver:FindElement", { using: "css selector", value }) as { value: object }).value),
    text: async (id) => (await ask("WebDriver:GetElementText", { id }) as { value: string }).value,
  }, printed, (line) => /^console\.(?!\w+: \w+: $)|^JavaScript (error|warning): http/.test(line), {}, async () => {
    await end(browser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** One command at a time: [0, id, name, parameters] gets [1, id, error, result]. */
function client(port: number) {
  const socket = connect(port, "127.0.0.1");
  let received = Buffer.alloc(0);
  let answered: (message: unknown) => void = () => {};
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const start = received.indexOf(":") + 1;
      const stop = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < stop) return;
      answered(JSON.parse(received.subarray(start, stop).toString()));
      received = received.subarray(stop);
    }
  });
  const greeting = new Promise((resolve) => { answered = resolve; });
  return async (name: string, parameters: object): Promise<unknown> => {
    await greeting;
    const text = JSON.stringify([0, 1, name, parameters]);
    const answer = new Promise((resolve) => { answered = resolve; });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answer as [number, number, { message: string } | null, unknown];
    if (error) throw new Error(`Firefox: ${error.message}`);
    return result;
  };
}
