// Parts of the bench in Chromium: a bundled page on a server of its own, isolated so that threads may start.
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { median } from "../arithmetic.mjs";

const here = fileURLToPath(new URL("./", import.meta.url));
const built = fileURLToPath(new URL("../../build/bench/", import.meta.url));
const packages = fileURLToPath(new URL("../node_modules/", import.meta.url));
/** @type {Record<string, string>} */
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const flags = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];

/** The default export of each is a contender, in an entry of its own. @type {Record<string, string>} */
const coldEntries = {
  "heed": `${minimal("heed")} export default contender({});`,
  "heed/threads": `${minimal("heed/threads")} export default contender({ threads: 2 });`,
  "onnxruntime-web": `import { onnxruntime } from "./contenders/onnxruntime.mjs"; export default onnxruntime({ wasmPaths: "/packages/onnxruntime-web/dist/" });`,
  "TF.js wasm": `import { tfjs } from "./contenders/tfjs.mjs"; export default tfjs({ wasmPaths: "/packages/@tensorflow/tfjs-backend-wasm/dist/" });`,
  "LiteRT.js": `import { litert } from "./contenders/litert.mjs"; export default litert({ wasmPaths: "/packages/@litertjs/core/wasm/" });`,
};

/** One entry of Heed and no other. @param {string} entry */
function minimal(entry) {
  return `import { load } from "${entry}";
    const contender = (options) => ({ async create() {
      const heed = await load(options);
      let request;
      const tensor = (data) => ({ data, shape: [1, 128, 64] });
      return { prepare(_, { q, k, v }) { request = { q: tensor(q), k: tensor(k), v: tensor(v) }; }, run: () => heed.attend(request) };
    } });`;
}

async function bundle() {
  /** @type {import("esbuild").BuildOptions} */
  const common = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "error", absWorkingDir: here };
  await build({ ...common, entryPoints: ["page.mjs", "cold.mjs"], outdir: built });
  for (const [at, contents] of Object.values(coldEntries).entries()) {
    await build({ ...common, stdin: { contents, resolveDir: here }, outfile: join(built, `cold${at}.js`) });
  }
}

/** @returns {Promise<import("node:http").Server>} */
function serve() {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://local").pathname);
    const file = path.startsWith("/packages/") ? join(packages, path.slice(10)) : join(built, path);
    const headers = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Content-Type": types[extname(file)] ?? "text/plain" };
    if (path === "/") response.writeHead(200, { ...headers, "Content-Type": "text/html" }).end('<!doctype html><link rel="icon" href="data:,">');
    else if (path.includes("..") || !existsSync(file)) response.writeHead(404, headers).end();
    else response.writeHead(200, headers).end(readFileSync(file));
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

/**
 * @template Result
 * @param {(open: () => Promise<import("playwright-core").Page>) => Promise<Result>} use gets a way to open a page in a new context
 * @returns {Promise<Result & { chromium: string }>}
 */
async function withBrowser(use) {
  await bundle();
  const server = await serve();
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: process.getuid?.() === 0 ? [...flags, "--no-sandbox"] : flags });
  try {
    const result = await use(async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      return page;
    });
    return { chromium: browser.version(), ...result };
  } finally {
    await browser.close();
    server.close();
  }
}

/** @param {string} part @param {(line: string) => void} progress @param {boolean} quick */
export function runPart(part, progress, quick) {
  return withBrowser(async (open) => {
    const page = await open();
    page.on("console", (message) => {
      if (message.text().startsWith("progress ")) progress(message.text().slice(9));
    });
    await page.addScriptTag({ type: "module", url: "/page.js" });
    await page.waitForFunction("window.runPart !== undefined");
    return /** @type {Promise<import("../aims.mjs").Part>} */ (page.evaluate(`window.runPart(${JSON.stringify(part)}, ${quick})`));
  });
}

/**
 * Milliseconds from the import to the first result in a new context each time, navigation excluded.
 * @param {(line: string) => void} progress @param {boolean} quick
 */
export function coldStart(progress, quick) {
  return withBrowser(async (open) => {
    /** @type {Record<string, number[]>} */
    const times = Object.fromEntries(Object.keys(coldEntries).map((name) => [name, []]));
    for (let round = 0; round < (quick ? 2 : 7); ++round) {
      for (const [at, name] of Object.keys(coldEntries).entries()) {
        progress(`${name}, round ${round + 1}`);
        const page = await open();
        await new Promise((settled) => setTimeout(settled, 500));   // a context that is still starting takes the cores
        times[name].push(await page.evaluate(`import("/cold.js").then(({ first }) => first("/cold${at}.js"))`));
        await page.context().close();
      }
    }
    return { times, median: Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)])) };
  });
}
