// Set-up: `node cpp/toolchain/setup.mjs PURPOSE`. Asks for each thing that is wanted, brings only what is missing, says
// one line a step. Needs Node and git alone; imports no npm package, for there may be none yet.
import { realpathSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { atLeast } from "./ask.mjs";
import { purposes, wanted } from "./wanted.mjs";

const nodeLeast = "20.19";

/**
 * Makes this machine ready.
 * @param {import("./wanted.mjs").Purpose} purpose
 * @param {(line: string) => void} [say]
 * @returns {NodeJS.ProcessEnv} the environment in which the tools are found
 * @throws {Error} what is missing and what to do about it, all things together
 */
export function setUp(purpose, say = console.log) {
  const node = process.versions.node;
  if (!atLeast(node, nodeLeast)) throw new Error(`Node.js: wanted ${nodeLeast} or newer, got ${node}. Install a newer one and run this again.`);
  say(`  Node.js ${node}`);

  const env = { ...process.env };
  const problems = [];
  for (const thing of wanted) {
    if (purposes.indexOf(thing.purpose) > purposes.indexOf(purpose)) continue;
    try {
      const found = ready(thing, say);
      Object.assign(env, found.env);
    } catch (error) {
      const reason = `${thing.name}: ${error instanceof Error ? error.message : String(error)}`;
      if (thing.without) say(`  ${reason}\n  (without it ${thing.without})`);
      else problems.push(reason);
    }
  }
  if (problems.length > 0) throw new Error(`\nThis machine is not ready yet.\n${problems.join("\n")}`);
  env.PATH = [env.EMSCRIPTEN_ROOT, env.PATH].join(delimiter);
  return env;
}

/**
 * @param {import("./wanted.mjs").Wanted} thing
 * @param {(line: string) => void} say
 * @returns {import("./wanted.mjs").Found}
 */
function ready(thing, say) {
  const needs = thing.least === undefined ? "" : ` ${thing.least} or newer`;
  let found = thing.find();
  if (!isGood(thing, found)) {
    say(`  ${thing.name}: ${found === undefined ? "not there" : `${found.version} is too old`}, bringing${needs || " them"} …`);
    thing.bring();
    found = thing.find();
  }
  if (found === undefined || !isGood(thing, found)) throw new Error(`wanted${needs}, got ${found?.version ?? "none"}, also after bringing it`);
  say(`  ${thing.name} ${found.version}`);
  return found;
}

/**
 * @param {import("./wanted.mjs").Wanted} thing
 * @param {import("./wanted.mjs").Found | undefined} found
 */
function isGood(thing, found) {
  return found !== undefined && (thing.least === undefined || atLeast(found.version, thing.least));
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const purpose = purposes.find((name) => name === process.argv[2]);
  if (purpose === undefined) {
    console.error(`purpose: expected one of ${purposes.join(", ")}, got ${JSON.stringify(process.argv[2])}`);
    process.exit(2);
  }
  try {
    setUp(purpose);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
