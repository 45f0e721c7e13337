// Who uses heed, and how each is built and served: every program, bundler and framework that the package promises to work
// in. matrix.test.ts tries each of them in every browser, isolated and not, with and without a content security policy.

export interface Consumer {
  name: string;
  /** Folders beside this file whose files make the app; the first has its package.json, and its lock where it needs more than heed. */
  folders: [string, ...string[]];
  /** Tried by `npm test` too: it takes seconds and brings no more than a package or two. */
  fast?: true;
}

/** Prints one line, and ends by itself. */
export interface Program extends Consumer { run: [string, ...string[]] }

export interface Page extends Consumer {
  build?: [string, ...string[]];
  /** How it is served: a command that takes its port and headers from the variables PORT and HEADERS; or a folder of the app. */
  serve: { command: [string, ...string[]] } | { folder: string };
  /** No bundler: heed's files lie beside the page's, or at another origin. */
  unbundled?: "same origin" | "other origin";
  /** It finds heed/pool-worker.js by its URL, so that threads need no worker-src blob:. */
  findsPoolWorker?: true;
  /** What its own scripts need of a policy. */
  ownScripts?: string;
  /** It computes when it is served, too. */
  rendersOnServer?: true;
  webKit?: true;
}

export const programs: Program[] = [
  { name: "Node, import", folders: ["program", "page"], run: ["node", "import.js"], fast: true },
  { name: "Node, require", folders: ["program", "page"], run: ["node", "require.cjs"], fast: true },
  { name: "Deno", folders: ["deno", "program", "page"], run: ["node_modules/.bin/deno", "run", "--allow-all", "import.js"] },
  { name: "onnxruntime-web, transformers.js", folders: ["tensors", "program", "page"], run: ["node", "tensors.js"] },
  { name: "Bun", folders: ["bun", "program", "page"], run: ["node_modules/.bin/bun", "import.js"] },
];

const vite = (version: number): Pick<Page, "folders" | "findsPoolWorker"> => ({ folders: [`vite${version}`, "vite", "page"], findsPoolWorker: true });
const viteBuild: Pick<Page, "build" | "serve"> = { build: ["node_modules/.bin/vite", "build"], serve: { folder: "dist" } };
const viteDev: Pick<Page, "serve"> = { serve: { command: ["node_modules/.bin/vite", "--host", "127.0.0.1"] } };

export const pages: Page[] = [
  { name: "no bundler", folders: ["program", "page"], serve: { folder: "site" }, unbundled: "same origin", findsPoolWorker: true, webKit: true, fast: true },
  { name: "import from another origin", folders: ["program", "page"], serve: { folder: "site" }, unbundled: "other origin", fast: true },
  {
    name: "esbuild", folders: ["esbuild", "page"], fast: true,
    build: ["node_modules/.bin/esbuild", "main.js", "worker.js", "--bundle", "--format=esm", "--outdir=dist"], serve: { folder: "dist" },
  },
  { name: "Rollup", folders: ["rollup", "page"], build: ["node_modules/.bin/rollup", "main.js", "worker.js", "-d", "dist", "-p", "node-resolve"], serve: { folder: "dist" } },
  { name: "webpack 5", folders: ["webpack", "page"], build: ["node_modules/.bin/webpack", "./main.js", "--mode", "production", "-o", "dist"], serve: { folder: "dist" }, findsPoolWorker: true },
  { name: "Vite 8, built", ...vite(8), ...viteBuild },
  { name: "Vite 8, dev", ...vite(8), ...viteDev },
  { name: "Vite 7, built", ...vite(7), ...viteBuild },
  { name: "Vite 7, dev", ...vite(7), ...viteDev },
  { name: "Vite 5, built", ...vite(5), ...viteBuild },
  { name: "Vite 5, dev", ...vite(5), ...viteDev },
  {
    name: "Next", folders: ["next", "page"], build: ["node_modules/.bin/next", "build"], serve: { command: ["node", "server.js"] },
    findsPoolWorker: true, ownScripts: "'unsafe-inline'", rendersOnServer: true,
  },
];
