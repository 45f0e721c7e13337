// What `npm run dev` adds to `npm start`: build again when a source changes, and tell the open pages to reload.
import { watch } from "node:fs";
import { join } from "node:path";
import { build, root } from "./build.mjs";

const scriptAddress = "/@reload.js";
const eventsAddress = "/@reload";

/** Server-sent events that reload the pages. A file of its own, because the site's CSP allows no inline script. */
export function reloading() {
  /** @type {Set<import("node:http").ServerResponse>} */
  const pages = new Set();
  return {
    script: `<script src="${scriptAddress}"></script>`,
    /** @type {NonNullable<import("./serve.mjs").ServeOptions["intercept"]>} */
    intercept(request, response) {
      if (request.url === scriptAddress) {
        response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" });
        response.end(`new EventSource("${eventsAddress}").onmessage = () => location.reload();\n`);
        return true;
      }
      if (request.url !== eventsAddress) return false;
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.write("\n");
      pages.add(response);
      response.on("close", () => pages.delete(response));
      return true;
    },
    reload() {
      for (const page of pages) page.write("data: built\n\n");
    },
  };
}

/**
 * Builds when a file under cpp/ or web/ changes; a build that fails says why and leaves the last site as it is.
 * @param {NodeJS.ProcessEnv} env of setUp
 * @param {() => void} built
 * @returns {{ close: () => void }}
 */
export function watchAndBuild(env, built) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {   // an editor writes a file in several steps
      try {
        if (build(env)) built();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }, 150);
  };
  const watchers = ["cpp", "web"].map((folder) => watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!/(^|\/)(node_modules|dist|generated)(\/|$)/.test(file ?? "")) later();
  }));
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
