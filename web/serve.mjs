// A static file server for build/site, on 127.0.0.1 unless told otherwise: the isolation headers, clean addresses for folders, a 404
// page, conditional requests. It knows nothing of how the site is built; start.mjs and the browser tests use it.
import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const mediaTypes = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".mjs", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".map", "application/json; charset=utf-8"],
  [".webmanifest", "application/manifest+json"],
  [".txt", "text/plain; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".ico", "image/x-icon"],
  [".wasm", "application/wasm"],
  [".woff2", "font/woff2"],
]);

/** SharedArrayBuffer, and so threads, exist only on a page that is served with these two. */
export const isolationHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/**
 * @typedef {object} ServeOptions
 * @property {string} folder what is served
 * @property {number} [port] 0, the default: any free one
 * @property {string} [host] the address it listens at; 127.0.0.1, and so this machine alone, by default
 * @property {number} [tries] how many ports to try, counting up from `port`; 1 by default
 * @property {boolean} [isolated] send the isolation headers; true by default
 * @property {Record<string, string>} [headers] further headers of every answer
 * @property {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} [intercept]
 *   sees each request first; true: it has answered
 * @property {string} [appendToHtml] text put behind every HTML file
 */

/**
 * Serves a folder until `close` is called.
 * @param {ServeOptions} options
 * @returns {Promise<{ address: string, port: number, close: () => Promise<void> }>} address without a slash at its end
 */
export async function serve(options) {
  const folder = await realpath(options.folder);
  const server = createServer((request, response) => {
    if (options.intercept?.(request, response)) return;
    answer(folder, request, response, options).catch(() => {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, "The server failed to read this file.");
    });
  });
  const host = options.host ?? "127.0.0.1";
  const port = await listen(server, host, options.port ?? 0, options.tries ?? 1);
  const close = () => new Promise((/** @type {(value: void) => void} */ done) => {
    server.close(() => done());
    server.closeAllConnections();   // an event stream never ends by itself
  });
  return { address: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, port, close };
}

/**
 * @param {import("node:http").Server} server
 * @param {string} host
 * @param {number} first
 * @param {number} tries
 * @returns {Promise<number>} the port
 */
async function listen(server, host, first, tries) {
  for (let port = first; port < first + tries; port++) {
    const problem = await new Promise((done) => {
      server.once("error", done);
      server.listen(port, host, () => {
        server.off("error", done);
        done(undefined);
      });
    });
    if (problem === undefined) return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
    if (problem.code !== "EADDRINUSE" && problem.code !== "EACCES") throw problem;
  }
  const range = tries === 1 ? `port ${first} is` : `ports ${first} to ${first + tries - 1} are all`;
  throw new Error(`${range} taken: name another with --port N`);
}

/**
 * @param {string} folder
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {ServeOptions} options
 */
async function answer(folder, request, response, options) {
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader("Cache-Control", "no-cache");   // kept, but asked for again: a rebuilt site shows at once
  const isolation = options.isolated === false ? {} : isolationHeaders;
  for (const [name, value] of Object.entries({ ...isolation, ...options.headers })) response.setHeader(name, value);

  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    return sendText(response, 405, "Only GET and HEAD are answered here.");
  }
  const { path, query } = splitTarget(request.url ?? "/");
  if (path === undefined) return sendText(response, 400, "This address cannot be read.");

  const found = await find(folder, path);
  if (found === undefined) return sendNotFound(folder, request, response, options);
  if (found.redirect !== undefined) {
    response.writeHead(301, { Location: encodeURI(found.redirect) + query });
    return void response.end();
  }
  await sendFile(found.file, 200, request, response, options);
}

/**
 * The path of a request's target: decoded, with no empty, "." or ".." part; undefined when it cannot be read.
 * @param {string} target
 * @returns {{ path: string | undefined, query: string }}
 */
export function splitTarget(target) {
  const cut = target.indexOf("?");
  const query = cut < 0 ? "" : target.slice(cut);
  try {
    const decoded = decodeURIComponent(cut < 0 ? target : target.slice(0, cut));
    if (/[\0\\]/.test(decoded)) return { path: undefined, query };
    /** @type {string[]} */
    const parts = [];
    for (const part of decoded.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    const slash = decoded.endsWith("/") && parts.length > 0 ? "/" : "";
    return { path: `/${parts.join("/")}${slash}`, query };
  } catch {
    return { path: undefined, query };   // a broken percent sign
  }
}

/**
 * @param {string} folder
 * @param {string} path of splitTarget
 * @returns {Promise<{ file: string, redirect?: undefined } | { redirect: string, file?: undefined } | undefined>}
 */
async function find(folder, path) {
  try {
    const asked = await realpath(resolve(folder, `.${path}`));
    if (asked !== folder && !asked.startsWith(folder + sep)) return undefined;   // a link that leads outside
    const isFolder = (await stat(asked)).isDirectory();
    if (isFolder && !path.endsWith("/")) return { redirect: `${path}/` };
    if (!isFolder && path.endsWith("/")) return undefined;
    const file = isFolder ? join(asked, "index.html") : asked;
    return (await stat(file)).isFile() ? { file } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {number} status
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {ServeOptions} options
 */
async function sendFile(file, status, request, response, options) {
  const type = mediaTypes.get(extname(file).toLowerCase()) ?? "application/octet-stream";
  response.setHeader("Content-Type", type);
  if (options.appendToHtml && type.startsWith("text/html")) {
    response.writeHead(status);
    return void response.end(request.method === "HEAD" ? undefined : await readFile(file, "utf8") + options.appendToHtml);
  }
  const { size, mtimeMs } = await stat(file);
  const tag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  response.setHeader("ETag", tag);
  if (status === 200 && request.headers["if-none-match"] === tag) return void response.writeHead(304).end();
  response.writeHead(status, { "Content-Length": size });
  if (request.method === "HEAD") return void response.end();
  createReadStream(file).on("error", () => response.destroy()).pipe(response);
}

/**
 * @param {string} folder
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {ServeOptions} options
 */
async function sendNotFound(folder, request, response, options) {
  const own = await find(folder, "/404.html");
  if (own?.file !== undefined) return sendFile(own.file, 404, request, response, options);
  sendText(response, 404, "There is no such page here.");
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} text
 */
function sendText(response, status, text) {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`${text}\n`);
}
