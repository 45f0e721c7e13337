// `npm start`: set-up, build, then the site on 127.0.0.1:8080 or the next free port until Ctrl-C. With --watch
// (`npm run dev`) what changes is built again and the page in the browser reloads.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setUp } from "../cpp/toolchain/setup.mjs";
import { build, root } from "./build.mjs";
import { openOnScreen } from "./open.mjs";
import { serve } from "./serve.mjs";
import { reloading, watchAndBuild } from "./watch.mjs";

try {
  const { values: options } = parseArgs({
    options: { port: { type: "string" }, "no-open": { type: "boolean" }, watch: { type: "boolean" } },
  });
  const port = portFrom(options.port);
  console.log("Set-up");
  const env = setUp("page");
  console.log("Build");
  build(env);

  const reload = options.watch ? reloading() : undefined;
  const server = await serve({
    folder: join(root, "build/site"), port: port ?? 8080, tries: port === undefined ? 20 : 1,
    intercept: reload?.intercept, appendToHtml: reload?.script,
  });
  console.log(`Heed is at ${server.address}/   (Ctrl-C ends it)`);
  if (!options["no-open"]) openOnScreen(`${server.address}/`);
  const watcher = reload && watchAndBuild(env, reload.reload);

  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      watcher?.close();
      void server.close();
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {string | undefined} text
 * @returns {number | undefined} undefined: none was named
 */
function portFrom(text) {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (text === "" || !Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`--port: expected a whole number from 0 (any free port) to 65535, got "${text}"`);
  }
  return port;
}
