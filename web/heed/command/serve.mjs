// `heed`: the teaching page, from this package, with the headers that threads need. Nothing is fetched from elsewhere.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openOnScreen } from "../dist/open.mjs";
import { serve } from "../dist/serve.mjs";
import { readNumber, readWords, UsageError } from "./usage.mjs";

const site = fileURLToPath(new URL("../site", import.meta.url));
const readme = new URL("../README.md", import.meta.url);

const help = `heed [serve] [--port N] [--host ADDRESS] [--open | --no-open]

  --port N         this port and no other; without it 8080 or the next free one
  --host ADDRESS   who may reach it; 127.0.0.1, this machine alone, by default
  --open           open a browser; by default where there is a screen. --no-open: never

Ctrl-C ends it.`;

/** @param {string[]} words */
async function run(words) {
  const { values } = readWords({
    args: words, allowNegative: true,
    options: { port: { type: "string" }, host: { type: "string" }, open: { type: "boolean" } },
  });
  const port = readNumber("port", values.port, { whole: true, least: 0, most: 65535 });
  if (!existsSync(site)) throw new UsageError("this copy of the package holds no page; the one from the registry does");
  const server = await serve({ folder: site, intercept: readmeAsDocumentation, host: values.host ?? "127.0.0.1", port: port ?? 8080, tries: port === undefined ? 20 : 1 }).catch((error) => {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  console.log(`Heed is at ${server.address}/   (Ctrl-C ends it)`);
  if (values.open !== false) openOnScreen(`${server.address}/`, values.open === true);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void server.close());
}

/**
 * The site's documentation, typedoc's, does not travel with the package; the README, with which it begins, does.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function readmeAsDocumentation({ url = "" }, response) {
  if (!/^\/docs\b/.test(url)) return false;
  response.writeHead(200, { "Content-Type": "text/plain; charset=utf-8" }).end(readFileSync(readme));
  return true;
}

export const serveCommand = { run, help };
