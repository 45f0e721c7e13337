#!/usr/bin/env node
// `npx heed …`: which command, and what is said when it cannot be done: one line, a hint, and exit code 2. A fault of
// ours keeps its stack and exits with 1.
import { readFileSync } from "node:fs";
import { attendCommand } from "./attend.mjs";
import { benchCommand } from "./bench.mjs";
import { UsageError } from "./usage.mjs";
import { serveCommand } from "./serve.mjs";

/** @type {Record<string, { run: (words: string[]) => Promise<void>, help: string }>} */
const commands = { serve: serveCommand, bench: benchCommand, attend: attendCommand };

const help = `heed: attention you can open

  heed            serves the teaching page from this package, offline
  heed bench      races the engines on this machine
  heed attend     attention on .npy files

  heed COMMAND --help says more of each; --version says which heed this is.`;

const words = process.argv.slice(2);
const isCommand = words[0] !== undefined && !words[0].startsWith("-");
const name = isCommand ? String(words.shift()) : "serve";

// Who reads has had enough, as `heed bench | head -1` has: the end, and no fault.
process.stdout.on("error", (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPIPE") throw error;
  process.exit();
});

try {
  await start();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`heed${isCommand ? ` ${name}` : ""}: ${error.message}\n  ${isCommand && Object.hasOwn(commands, name) ? `heed ${name} --help` : "heed --help"} says how it is used.`);
  process.exitCode = 2;
}

async function start() {
  const wanted = (/** @type {string[]} */ ...flags) => words.some((word) => flags.includes(word));
  if (!isCommand && wanted("--version", "-v")) {
    console.log(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
  } else if (!isCommand && wanted("--help", "-h")) {
    console.log(`${help}\n\n${serveCommand.help}`);
  } else if (!Object.hasOwn(commands, name)) {
    throw new UsageError(`there is no such command; there are ${Object.keys(commands).join(", ")}`);
  } else if (wanted("--help", "-h")) {
    console.log(commands[name].help);
  } else {
    await commands[name].run(words);
  }
}
