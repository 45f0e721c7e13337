// How words of a command line are read, and the one error for what a user can put right.
import { parseArgs } from "node:util";

export class UsageError extends Error {}

/**
 * `parseArgs` of Node, whose complaints are the user's to hear. It takes "--scale -1" for two options; here it is one.
 * @template {import("node:util").ParseArgsConfig} Config
 * @param {Config} config
 * @returns {ReturnType<typeof parseArgs<Config>>}
 */
export function readWords(config) {
  try {
    return parseArgs(/** @type {Config} */ ({ ...config, args: joined(config.args ?? []) }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split(". ")[0] : String(error), { cause: error });
  }
}

/** @param {readonly string[]} words */
function joined(words) {
  return words.reduce((/** @type {string[]} */ all, word) => {
    const isItsNumber = /^-[\d.]/.test(word) && /^--[^=]+$/.test(all.at(-1) ?? "");
    return isItsNumber ? [...all.slice(0, -1), `${all.at(-1)}=${word}`] : [...all, word];
  }, []);
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @param {{ whole?: boolean, least?: number, most?: number }} [bounds]
 * @returns {number | undefined} undefined: it was not given
 */
export function readNumber(option, text, { whole = false, least = -Infinity, most = Infinity } = {}) {
  if (text === undefined) return undefined;
  const number = Number(text);
  const isFine = text.trim() !== "" && Number.isFinite(number) && number >= least && number <= most && (!whole || Number.isInteger(number));
  if (isFine) return number;
  const range = most < Infinity ? ` from ${least} to ${most}` : least > -Infinity ? ` from ${least} up` : "";
  throw new UsageError(`--${option}: expected a ${whole ? "whole " : ""}number${range}, got "${text}"`);
}
