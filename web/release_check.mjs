// `npm run release:check`: everything that must hold before the package is published. Builds from nothing, packs, prints
// what is in it and how large, and runs the consumers on it. Publishes nothing.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setUp } from "../cpp/toolchain/setup.mjs";
import { build, root } from "./build.mjs";

const mostBytes = 1.5e6;
const made = ["build/wasm", "build/made", "build/site", "build/docs", "build/heed-types", "build/page-render", "build/release", "web/heed/dist", "web/heed/generated", "web/heed/site"];

try {
  checkSources();
  for (const path of made) rmSync(join(root, path), { recursive: true, force: true });
  build(setUp("page"));
  checkTarball(pack());
  const { status } = spawnSync("npm", ["run", "test:consumers"], { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error("the consumers failed");
  console.log("Ready to publish.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** What is packed must be what git has, under a version that the changelog knows. */
function checkSources() {
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  if (changed) throw new Error(`not committed:\n${changed}`);
  const { version } = JSON.parse(readFileSync(join(root, "web/heed/package.json"), "utf8"));
  const [, newest] = /^## (.+)$/m.exec(readFileSync(join(root, "web/heed/CHANGELOG.md"), "utf8")) ?? [];
  if (newest !== version) throw new Error(`package.json has version ${version}, CHANGELOG.md begins with ${newest}`);
}

/** @typedef {{ filename: string, size: number, unpackedSize: number, files: { path: string, size: number }[] }} Packed */

/** @returns {Packed} */
function pack() {
  const to = join(root, "build/release");
  mkdirSync(to, { recursive: true });
  return JSON.parse(execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", to], { cwd: join(root, "web/heed"), encoding: "utf8" }))[0];
}

/** @param {Packed} packed the site's files are counted, the others named */
function checkTarball({ filename, size, unpackedSize, files }) {
  const inSite = files.filter(({ path }) => path.startsWith("site/"));
  for (const { path, size: bytes } of files.filter((file) => !inSite.includes(file))) console.log(`${String(bytes).padStart(9)}  ${path}`);
  console.log(`${String(inSite.reduce((sum, file) => sum + file.size, 0)).padStart(9)}  site/ (${inSite.length} files)`);
  console.log(`build/release/${filename}: ${size} bytes, ${unpackedSize} unpacked; at most ${mostBytes}`);
  if (size > mostBytes) throw new Error("the tarball is too large");
}
