// A page of its own beside a copy of the package's scripts, in Chromium: what it shows once it is done, and what the
// browser printed.
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../../web/serve.mjs";

const dist = fileURLToPath(new URL("../../../web/heed/dist", import.meta.url));

export interface Visit {
  /** The page's files by their names; index.html is opened. The package's scripts are in heed/. It is done when <html> says data-done. */
  files: Record<string, string>;
  isolated: boolean;
  policy?: string;
}

export async function visit({ files, isolated, policy }: Visit): Promise<{ shown: string; noise: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "heed-page-"));
  cpSync(dist, join(folder, "heed"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const server = await serve({ folder, isolated, ...(policy && { headers: { "Content-Security-Policy": policy } }) });
  const executablePath = process.env["CHROMIUM"] ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet });
  try {
    const page = await browser.newPage();
    const noise: string[] = [];
    page.on("console", (message) => noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(error.message));
    await page.goto(server.address);
    await page.waitForSelector("html[data-done]", { state: "attached", timeout: 30_000 }).catch(() => {
      throw new Error(`the page was not done after 30 s; it printed: ${noise.join("; ") || "nothing"}`);
    });
    return { shown: await page.innerText("body"), noise };
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}
