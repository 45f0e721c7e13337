// What the page tests share: which pages there are, and how to tell that one has caught up with what was done to it.
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { open, type OpenOptions, type Page } from "../browser.js";

/** Every page of the built site but typedoc's. */
export const addresses = readdirSync(fileURLToPath(new URL("../../../build/site", import.meta.url)), { recursive: true, encoding: "utf8" })
  .filter((path) => /(^|\/)index\.html$/.test(path) && !path.startsWith("docs/")).map((path) => (dirname(path) === "." ? "/" : `/${dirname(path)}/`)).sort();

export const longWords = ["incomprehensibilities", "counterrevolutionary", "electroencephalogram", "misunderstandings", "straightforwardness",
  "uncharacteristically", "telecommunications", "disproportionately", "internationalization", "acknowledgements", "photolithography", "Wissenschaftlerinnen"];

/** The playground, or a step, with these words; their numbers are of no matter. */
export function addressOf(words: readonly string[], at = "/playground/"): string {
  const x = words.map((_, at) => `${(Math.sin(at) * 1.5).toFixed(2)},${(Math.cos(at * 2) * 1.5).toFixed(2)}`).join(";");
  const names = words.map(encodeURIComponent).join("+"), origins = words.map(() => "edited").join();
  return `${at}#v=1&kind=words&words=${names}&x=${x}&wq=-0.5,1.2;1.4,-0.3&wk=1.3,0.2;-0.2,1.2&wv=1.2,0.6;-0.5,1.1&origins=${origins}&matrices=edited&mask=none&temperature=1&row=0`;
}

/** Two frames: what has changed is on the screen. */
export const drawn = (page: Page) => page.run(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until the picture belongs to the last thing that was done: two frames for the change to start, then no trace awaited. */
export const settled = (page: Page) => page.run(async () => {
  const { dataset } = document.documentElement, end = performance.now() + 10_000;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame().then(frame);
  while (dataset["live"] !== "true" || "busy" in dataset) {
    if (performance.now() > end) throw new Error("the page was not live, or still busy, after ten seconds");
    await frame();
  }
  await frame().then(frame);
});

export async function openLive(address: string, options: OpenOptions = {}): Promise<Page> {
  const page = await open(address, options);
  await settled(page);
  return page;
}

/** For `first`: the address is written at once, not after a rest of 400 ms. Where it is of no matter when, this saves most of the waiting. */
export function withoutRest(): void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((run: (...given: unknown[]) => void, delay?: number, ...given: unknown[]) => setTimeout(run, delay === 400 ? 0 : delay, ...given)) as typeof setTimeout;
}

/** The link that a reader copies, with the pointer. */
export async function copied(page: Page): Promise<string> {
  await page.click("button", "Copy link");
  return page.run(() => navigator.clipboard.readText());
}

/** The same, asked inside of the page, at once: the pointer and the focus stay where they are. */
export const linkOf = (page: Page) => page.run(async () => {
  await navigator.clipboard.writeText("");
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Copy link")!.click();
  for (;;) {
    const link = await navigator.clipboard.readText();
    if (link !== "") return link;
  }
});

/** A number in a table. */
export const cell = (stage: string, ...index: number[]) => `td > [data-stage=${stage}][data-index="${index.join()}"]`;

/** The tip of a word's arrow. */
export const handle = (word: number) => `[data-arrow=x][data-index="${word}"]`;

/** Clicks and waits until the picture has followed. */
export async function press(page: Page, selector: string, text?: string): Promise<void> {
  await page.click(selector, text);
  await settled(page);
}

/** Chooses one of a few radio buttons, by its label, as a pointer does. */
export const choose = (page: Page, name: string, value: string) => press(page, `label:has(input[name=${name}][value="${value}"])`);

/** Types a number into a field of a table and commits it. */
export async function enter(page: Page, field: string, text: string): Promise<void> {
  await page.type(field, text);
  await page.press("Enter");
  await settled(page);
}

/** Types a sentence and leaves the field. */
export async function typeSentence(page: Page, sentence: string): Promise<void> {
  await page.type("input[name=sentence]", sentence);
  await page.press("Tab");
  await settled(page);
}
