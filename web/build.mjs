// `npm run build`: set-up, the core in WebAssembly, the package, the page. Each part is built only when something that
// it is made from has changed; CMake asks that itself.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setUp } from "../cpp/toolchain/setup.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string[][]} commands
 * @property {string[]} [from] files and folders that it is made from; absent: its commands ask that themselves
 * @property {string[]} [makes] gone: it is built again
 */

/** @type {Part[]} */
const parts = [
  { name: "core", commands: [["cmake", "--preset", "wasm"], ["cmake", "--build", "--preset", "wasm"]] },
  {
    name: "package", commands: [["node", "web/heed/build.mjs"]],
    from: ["build/wasm/heed", "build/wasm/heed_threads", "build/wasm/lab", "web/heed", "web/serve.mjs", "web/open.mjs", "package-lock.json"],
    makes: ["web/heed/dist/index.js"],
  },
  {
    name: "page", commands: [["node", "web/page/build.mjs"]],
    from: ["web/heed/dist", "web/page", "package-lock.json"], makes: ["build/site/index.html"],
  },
  {
    name: "docs", commands: [["node", "node_modules/typedoc/bin/typedoc", "--options", "web/heed/typedoc.json"]],
    from: ["web/heed", "web/page/public/favicon.svg", "package-lock.json"], makes: ["build/docs/index.html"],
  },
  {
    name: "copies", commands: [["node", "web/copy_site.mjs"]],
    from: ["build/made/page", "build/made/docs", "web/copy_site.mjs"], makes: ["build/site/docs/index.html", "web/heed/site/index.html"],
  },
];

/**
 * Builds what is out of date. Throws with the tool's output when a part fails.
 * @param {NodeJS.ProcessEnv} env of setUp
 * @param {(line: string) => void} [say]
 * @returns {boolean} whether the site was built anew
 */
export function build(env, say = console.log) {
  let siteIsNew = false;
  for (const part of parts) {
    const stamp = join(root, "build/made", part.name);
    const now = state(part);   // before the build: what changes during it is built next time
    if (part.makes?.every((file) => existsSync(join(root, file))) && existsSync(stamp) && readFileSync(stamp, "utf8") === now) {
      say(`  ${part.name}: nothing has changed`);
      continue;
    }
    say(`  ${part.name}: ${part.commands.map((words) => words.join(" ")).join(" && ")}`);
    rmSync(stamp, { force: true });   // an interrupted build is not taken for a finished one
    const output = part.commands.map((words) => run(words, env));
    if (part.from === undefined) continue;   // CMake's output is long, and right when it ends well
    for (const line of output.join("").trim().split("\n")) say(`    ${line}`);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, now);
    siteIsNew ||= part.name === "page";
  }
  return siteIsNew;
}

/**
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} what it printed
 */
function run([command, ...args], env) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0) return stdout;
  throw new Error(`"${[command, ...args].join(" ")}" failed:\n${error?.message ?? `${stdout}\n${stderr}`.trim()}`);
}

/**
 * A digest of all that a part is made from.
 * @param {Part} part
 */
function state({ from = [] }) {
  const digest = createHash("sha256");
  for (const path of from.flatMap(files)) digest.update(`${path}\0`).update(readFileSync(join(root, path)));
  return digest.digest("hex");
}

const madeByBuild = new Set(["node_modules", "dist", "site", "generated", "CMakeFiles"]);

/**
 * The files under a path, sorted, without what builds leave beside them. A folder that is itself asked for is read.
 * @param {string} path
 * @returns {string[]}
 */
function files(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(join(root, path)).filter((name) => !madeByBuild.has(name)).sort().flatMap((name) => files(`${path}/${name}`));
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log("Set-up");
    const env = setUp("page");
    console.log("Build");
    build(env);
    console.log("The site is in build/site; `npm pack --workspace heed` packs the package.");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
