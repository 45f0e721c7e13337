// What the consumers share: the packed tarball installed in an empty folder, and a browser that visits pages there.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { serve } from "../../web/serve.mjs";

export const packageFolder = fileURLToPath(new URL("../../web/heed", import.meta.url));

/** An app of its own, outside the repository, with heed from the tarball and these files of `folder`. */
export function installPacked(folder: URL, files: string[]): { app: string; remove: () => void } {
  const app = mkdtempSync(join(tmpdir(), "heed-consumer-"));
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", app], { cwd: packageFolder, encoding: "utf8" })) as [{ filename: string }];
  writeFileSync(join(app, "package.json"), '{ "private": true, "type": "module" }\n');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", `./${packed.filename}`], { cwd: app });
  for (const name of files) copyFileSync(fileURLToPath(new URL(name, folder)), join(app, name));
  return { app, remove: () => rmSync(app, { recursive: true, force: true }) };
}

export function launchChromium(): Promise<Browser> {
  const executablePath = process.env["CHROMIUM"] ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];
  return chromium.launch({ ...(executablePath && { executablePath }), args: process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet });
}

export interface Visit { isolated: boolean; policy?: string; query?: string }

/** What the app's page shows once it is done, and what the browser printed meanwhile. */
export async function visit(browser: Browser, app: string, { isolated, policy, query = "" }: Visit) {
  const server = await serve({ folder: app, isolated, ...(policy && { headers: { "Content-Security-Policy": policy } }) });
  const page = await browser.newPage();
  const noise: string[] = [];
  page.on("console", (message) => noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(error.message));
  try {
    await page.goto(`${server.address}/${query}`);
    await page.waitForSelector("html[data-done]", { state: "attached", timeout: 30_000 }).catch(() => {
      throw new Error(`the page was not done after 30 s; it printed: ${noise.join("; ") || "nothing"}`);
    });
    return { shown: await page.innerText("#shown"), isIsolated: await page.evaluate(() => crossOriginIsolated), noise };
  } finally {
    await page.close();
    await server.close();
  }
}
