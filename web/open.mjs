// Opens an address in the browser, where somebody is there to see it.
import { spawn } from "node:child_process";

/**
 * On a terminal, with a display, outside CI; or always when asked for.
 * @param {string} address
 * @param {boolean} [always]
 */
export function openOnScreen(address, always = false) {
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const hasDisplay = process.platform === "darwin" || process.platform === "win32" || DISPLAY || WAYLAND_DISPLAY;
  if (!always && (!process.stdout.isTTY || CI || !hasDisplay)) return;
  const [opener, ...before] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[String(process.platform)] ?? ["xdg-open"];
  spawn(opener, [...before, address], { stdio: "ignore", detached: true }).on("error", () => {}).unref();   // the address is printed
}
