// One small driver for pages in a real browser; which tool and which browser is behind it shows nowhere else.
// It serves build/site itself. A page that prints, throws or asks another host for something fails its test.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page as Tab } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";
import { serve } from "../../web/serve.mjs";

export interface OpenOptions {
  /** Serve with the headers that allow SharedArrayBuffer; true by default. */
  isolated?: boolean;
  javaScript?: boolean;
  /** CSS pixels; 1280 x 900 by default. */
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  reducedMotion?: boolean;
  /** A coarse pointer, and touch events. */
  touch?: boolean;
  /** A Content-Security-Policy header, on top of what the page itself asks for. */
  csp?: string;
  /** Plants a fault: sees the text of every script that is served, and says what to serve instead. */
  alter?: (script: string) => string;
  /** Runs in the page before its own scripts. */
  first?: () => void;
  /** Console output that this test causes on purpose. */
  expectedOutput?: RegExp;
}

/** An element as the reader meets it. */
export interface Shown { text: string; value: string; data: Record<string, string>; label: string }

export interface Page {
  /**
   * Elements are named by CSS selectors; the first match is meant, of a click with `text` the first with exactly that text.
   * Each action waits for its element, ten seconds at most.
   */
  click(selector: string, text?: string): Promise<void>;
  hover(selector: string): Promise<void>;
  focus(selector: string): Promise<void>;
  /** Replaces the text of a field, key by key; does not leave the field. */
  type(selector: string, text: string): Promise<void>;
  /** Chooses an option of a select by its value. */
  choose(selector: string, value: string): Promise<void>;
  /** A key, as in KeyboardEvent.key, with modifiers in front: "Shift+ArrowUp". */
  press(...keys: string[]): Promise<void>;
  /** Presses the middle of the element, moves by so many CSS pixels, lets go; before that does what is to be done `meanwhile`. */
  drag(selector: string, by: { x: number; y: number }, meanwhile?: () => Promise<void>): Promise<void>;
  /**
   * Takes hold of the middle of the element and moves by each of `moves` in turn, from there. Gives for each the milliseconds
   * that the page's own thread has worked for it, all its frames and answers included.
   */
  workOfDrag(selector: string, moves: readonly { x: number; y: number }[]): Promise<number[]>;
  /** The same as `drag` with a finger; the page must have been opened with `touch`. */
  swipe(selector: string, by: { x: number; y: number }): Promise<void>;
  waitFor(selector: string): Promise<void>;
  read(selector: string): Promise<string>;
  readAll(selector: string): Promise<Shown[]>;
  count(selector: string): Promise<number>;
  /** Runs a function in the page. It sees nothing but its argument. */
  run<Result, Argument>(script: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>>;
  run<Result>(script: () => Result): Promise<Awaited<Result>>;
  /** Runs a script's text in the page, whatever the page's policy says. */
  inject(script: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  prefer(colorScheme: "light" | "dark"): Promise<void>;
  screenshot(file: string): Promise<void>;
  address(): string;
  /** "#..." changes the hash only, as a reader does who edits the address; anything else loads a page. */
  setAddress(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** What the page has said so far that it should not have. */
  consoleMessages(): string[];
  close(): Promise<void>;
}

const site = fileURLToPath(new URL("../../build/site", import.meta.url));
const patience = 10_000;
let browser: Promise<Browser> | undefined;

afterAll(async () => (await browser)?.close());

/** Opens a page of the built site; the running test closes it at its end and fails if the page complained. */
export async function open(address: string, options: OpenOptions = {}): Promise<Page> {
  const headers: Record<string, string> = options.csp ? { "Content-Security-Policy": options.csp } : {};
  const server = await serve({ folder: site, isolated: options.isolated ?? true, headers, ...(options.alter && { intercept: scriptsThrough(options.alter) }) });
  const context = await (await (browser ??= launch())).newContext({
    baseURL: server.address,
    viewport: options.viewport ?? { width: 1280, height: 900 },
    javaScriptEnabled: options.javaScript ?? true,
    colorScheme: options.colorScheme ?? "light",
    reducedMotion: options.reducedMotion === false ? "no-preference" : "reduce",
    hasTouch: options.touch ?? false,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(patience);
  if (options.first) await context.addInitScript(options.first);
  const tab = await context.newPage();
  const complaints = listen(tab, server.address);
  const page = drive(tab, complaints, async () => {
    await context.close();
    await server.close();
    const unexpected = complaints.filter((complaint) => !options.expectedOutput?.test(complaint));
    if (unexpected.length > 0) throw new Error(`the page at ${address} should be silent, but:\n${unexpected.join("\n")}`);
  });
  onTestFinished(page.close);
  await tab.goto(address);
  return page;
}

// ---- behind it: Chromium through Playwright -----------------------------------------------------------------------

function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];
  return chromium.launch({ ...(executablePath && { executablePath }), args: process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet });
}

function listen(tab: Tab, home: string): string[] {
  const complaints: string[] = [];
  tab.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  tab.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  tab.on("crash", () => complaints.push("the page crashed"));
  tab.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== home) complaints.push(`request to another host: ${request.url()}`);
  });
  return complaints;
}

function drive(tab: Tab, complaints: string[], end: () => Promise<void>): Page {
  let closed = false;
  const first = (selector: string) => tab.locator(selector).first();
  return {
    click: (selector, text) => (text === undefined ? first(selector) : tab.locator(selector).filter({ hasText: exactly(text) }).first()).click(),
    hover: (selector) => first(selector).hover(),
    focus: (selector) => first(selector).focus(),
    async type(selector, text) {
      await first(selector).focus();
      await tab.keyboard.press("Control+a");
      await tab.keyboard.press("Delete");
      await tab.keyboard.type(text);
    },
    choose: async (selector, value) => void await first(selector).selectOption(value),
    async press(...keys) { for (const key of keys) await tab.keyboard.press(key); },
    drag: (selector, by, meanwhile) => drag(tab, selector, by, meanwhile),
    workOfDrag: (selector, moves) => workOfDrag(tab, selector, moves),
    swipe: (selector, by) => swipe(tab, selector, by),
    waitFor: (selector) => first(selector).waitFor(),
    read: async (selector) => (await first(selector).innerText()).trim(),
    readAll: (selector) => tab.locator(selector).evaluateAll((elements) => elements.map((element) => ({
      text: (element.textContent ?? "").trim(),
      value: element instanceof HTMLInputElement ? element.value : "",
      data: { ...(element as HTMLElement).dataset } as Record<string, string>,
      label: element.getAttribute("aria-label") ?? "",
    }))),
    count: (selector) => tab.locator(selector).count(),
    run: (script: (argument: unknown) => unknown, argument?: unknown) => tab.evaluate(script, argument) as Promise<never>,
    inject: async (script) => void await tab.evaluate(script),
    resize: (width, height) => tab.setViewportSize({ width, height }),
    prefer: (colorScheme) => tab.emulateMedia({ colorScheme }),
    screenshot: async (file) => void await tab.screenshot({ path: file, fullPage: true }),
    address: () => tab.url(),
    async setAddress(address) {
      if (address.startsWith("#")) await tab.evaluate((hash) => { location.hash = hash; }, address);
      else await tab.goto(address);
    },
    back: async () => void await tab.goBack(),
    reload: async () => void await tab.reload(),
    consoleMessages: () => [...complaints],
    async close() {
      if (!closed) {
        closed = true;
        await end();
      }
    },
  };
}

const exactly = (text: string) => new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);

/** The middle of an element on the screen. */
async function middle(tab: Tab, selector: string): Promise<{ x: number; y: number }> {
  const target = tab.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${selector} has no place on the screen to drag it from`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(tab: Tab, selector: string, by: { x: number; y: number }, meanwhile?: () => Promise<void>): Promise<void> {
  const { x, y } = await middle(tab, selector);
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  await tab.mouse.move(x + by.x, y + by.y, { steps: 8 });
  await meanwhile?.();
  await tab.mouse.up();
}

/** Long enough for the frames that a move leads to. */
const pause = 80;

async function workOfDrag(tab: Tab, selector: string, moves: readonly { x: number; y: number }[]): Promise<number[]> {
  const { x, y } = await middle(tab, selector), inside = await tab.context().newCDPSession(tab), work: number[] = [];
  // Time of the processor, not of the clock: what else the machine does is not counted, nor is what is asked from here.
  await inside.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await inside.send("Performance.getMetrics"), spent = (name: string) => metrics.find((metric) => metric.name === name)!.value * 1000;
    return spent("TaskDuration") - spent("DevToolsCommandDuration");
  };
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  for (const by of moves) {
    const before = await worked();
    // Straight to the page: the driver's own move runs scripts in it, to see whether something is dragged and dropped.
    await inside.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: x + by.x, y: y + by.y, button: "left", buttons: 1 });
    await new Promise((done) => setTimeout(done, pause));
    work.push(await worked() - before);
  }
  await tab.mouse.up();
  await inside.detach();
  return work;
}

async function swipe(tab: Tab, selector: string, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await middle(tab, selector), steps = 8;
  const finger = await tab.context().newCDPSession(tab);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let step = 1; step <= steps; step++) {
    await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + (by.x * step) / steps, y: y + (by.y * step) / steps }] });
  }
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

/** Answers for every script of the site with what `alter` makes of it. */
function scriptsThrough(alter: (script: string) => string): NonNullable<Parameters<typeof serve>[0]["intercept"]> {
  return (request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    if (!path.endsWith(".js")) return false;
    readFile(join(site, path), "utf8").then(
      (script) => response.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8", "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" }).end(alter(script)),
      () => response.writeHead(404).end());
    return true;
  };
}
