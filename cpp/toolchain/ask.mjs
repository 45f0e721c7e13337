// Asking a tool what it is, by running it: its output, its version, the folder it lies in. Installs nothing.
import { spawnSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * What a command prints, or undefined when it is missing or fails.
 * @param {string} command
 * @param {string[]} [args]
 * @param {{ cwd?: string, input?: string }} [options]
 */
export function ask(command, args = [], options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", timeout: 60_000, ...options });
  return status === 0 ? `${stdout}\n${stderr}`.trim() : undefined;
}

/**
 * The first thing like 1.2 or 1.2.3 in a text.
 * @param {string | undefined} text
 */
export function versionIn(text) {
  return text?.match(/\d+(\.\d+)+|\b\d+\b/)?.[0];
}

/**
 * @param {string} version
 * @param {string} least
 */
export function atLeast(version, least) {
  const [have, need] = [version, least].map((text) => text.split(".").map(Number));
  for (let i = 0; i < need.length; i++) {
    const difference = (have[i] ?? 0) - need[i];
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * The real path of a command on PATH.
 * @param {string} command
 */
export function onPath(command) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const candidate = join(folder || ".", command);
    try {
      accessSync(candidate, constants.X_OK);
      return realpathSync(candidate);
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * Runs a command that changes something; throws with what it printed, without a long middle, when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function must(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (status === 0) return stdout;
  const lines = error?.message.split("\n") ?? `${stdout}\n${stderr}`.trim().split("\n");
  const said = lines.length <= 30 ? lines : [...lines.slice(0, 10), "…", ...lines.slice(-20)];
  throw new Error(`"${[command, ...args].join(" ")}" failed:\n${said.join("\n")}`);
}
