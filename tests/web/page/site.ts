// What the page tests share: which pages there are, and how to tell that one has caught up with what was done to it.
import { open, type OpenOptions, type Page } from "../browser.js";

export const addresses = ["/", "/playground/"];

export const longWords = ["incomprehensibilities", "counterrevolutionary", "electroencephalogram", "misunderstandings", "straightforwardness",
  "uncharacteristically", "telecommunications", "disproportionately", "internationalization", "acknowledgements", "photolithography", "Wissenschaftlerinnen"];

/** Waits until the picture belongs to the last thing that was done: two frames for the change to start, then no trace awaited. */
export async function settled(page: Page): Promise<void> {
  await page.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitFor("html[data-live=true]:not([data-busy])");
  await page.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

export async function openLive(address: string, options: OpenOptions = {}): Promise<Page> {
  const page = await open(address, options);
  await settled(page);
  return page;
}

/** The link that "Copy link" puts on the clipboard. */
export async function linkOf(page: Page): Promise<string> {
  await page.click("button", "Copy link");
  return page.run(() => navigator.clipboard.readText());
}
