// The browsers that visit the consumers' pages: Chromium through Playwright, Firefox and WebKit through their own drivers.
import { chromium } from "playwright-core";
import { openFirefox } from "./firefox.js";
import { openWebKit } from "./webkit.js";

export const browserNames = ["Chromium", "Firefox", "WebKit"] as const;
export type BrowserName = typeof browserNames[number];

/** What a page shows in #shown once it is done, and what the browser printed meanwhile. */
export interface Visit { shown: string; noise: string[] }

export interface Visitor {
  /** Throws when the page is not done after 30 s. */
  visit(address: string): Promise<Visit>;
  close(): Promise<void>;
}

export const patience = 30_000;

/** Set-up names in a variable what it found beyond Chromium. */
export const isThere = (name: BrowserName): boolean => name === "Chromium" || process.env[name.toUpperCase()] !== undefined;

export function open(name: BrowserName): Promise<Visitor> {
  return { Chromium: openChromium, Firefox: openFirefox, WebKit: openWebKit }[name]();
}

async function openChromium(): Promise<Visitor> {
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet,
  });
  return {
    async visit(address) {
      const page = await browser.newPage();
      const noise: string[] = [];
      page.on("console", (message) => noise.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
      try {
        await page.goto(address);
        await page.waitForSelector("html[data-done]", { state: "attached", timeout: patience }).catch(() => {
          throw new Error(`the page was not done after 30 s; it printed: ${noise.join("; ") || "nothing"}`);
        });
        return { shown: await page.innerText("#shown"), noise };
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}
