// What Firefox's and WebKit's drivers share: five commands of W3C WebDriver, however they travel, and a process at the
// other end whose output holds what pages print.
import { type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { patience, type Visitor } from "./browsers.js";

export interface Commands {
  newSession: (capabilities: object) => Promise<unknown>;
  navigate: (address: string) => Promise<unknown>;
  /** Waits for the element. */
  find: (selector: string) => Promise<string>;
  text: (element: string) => Promise<string>;
}

/** Opens a session. `isNoise` says which lines of the browser's output are a page's. */
export async function drive(commands: Commands, printed: { lines: string[] }, isNoise: (line: string) => boolean, options: object, close: () => Promise<void>): Promise<Visitor> {
  try {
    await commands.newSession({ timeouts: { implicit: patience }, ...options });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async visit(address) {
      printed.lines = [];
      await commands.navigate(address);
      await commands.find("html[data-done]");
      const visit = { shown: await commands.text(await commands.find("#shown")), noise: printed.lines.filter(isNoise) };
      // Left at once: Firefox cuts short what a page runs as it is left (Next, on pagehide) and says so, which is no line of the next one.
      await commands.navigate("about:blank");
      return visit;
    },
    close,
  };
}

/** An element's reference is the one value of an object. */
export const reference = (found: unknown): string => Object.values(found as Record<string, string>)[0]!;

/** Lines that a process prints, from now on; each when it is whole. */
export function linesOf({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): { lines: string[] } {
  const printed = { lines: [] as string[] };
  for (const input of [stdout, stderr]) createInterface(input).on("line", (line) => printed.lines.push(line));
  return printed;
}

/** Tries until it works, for 30 s at most. */
export async function until<T>(action: () => Promise<T> | T): Promise<T> {
  for (const end = Date.now() + patience; ;) {
    try {
      return await action();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export function end(child: ChildProcess): Promise<unknown> {
  const ended = child.exitCode !== null || child.signalCode !== null ? undefined : new Promise((resolve) => child.once("close", resolve));
  child.kill();
  return Promise.resolve(ended);
}
