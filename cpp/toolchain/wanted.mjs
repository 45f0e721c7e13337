// What Heed needs, in the order in which it is brought: for each thing the least version, how it is found, how it is
// brought, and what to do by hand where that fails. setup.mjs walks this list.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ask, atLeast, must, onPath, versionIn } from "./ask.mjs";
import { apt, canInstall, configureUnpacked, emscriptenFromDebian, hasApt } from "./debian.mjs";
import { emscriptenFromSdk } from "./emsdk.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const tools = join(root, ".toolchain");
const emscriptenLeast = "3.1.69";

/** Each needs all that the one before it needs: the page built and served, `npm test`, `npm run test:long`. */
export const purposes = /** @type {const} */ (["page", "test", "long"]);

/**
 * @typedef {typeof purposes[number]} Purpose
 * @typedef {{ version: string, env?: Record<string, string> }} Found `env`: what later steps need to use it
 * @typedef {object} Wanted
 * @property {string} name
 * @property {string} [least] the least version
 * @property {Purpose} purpose what it is needed for, and for the later ones
 * @property {() => Found | undefined} find asks the thing itself
 * @property {() => void} bring throws with what to do by hand
 * @property {string} [without] what happens without it; absent: nothing works without it
 */

/** @type {Wanted[]} */
export const wanted = [
  { name: "Emscripten", least: emscriptenLeast, purpose: "page", find: findEmscripten, bring: bringEmscripten },
  { name: "CMake", least: "3.25", purpose: "page", find: () => tool("cmake"), bring: () => fromDebian("CMake 3.25 or newer", "cmake") },
  { name: "Ninja", least: "1.10", purpose: "page", find: () => tool("ninja"), bring: () => fromDebian("Ninja", "ninja-build") },
  { name: "npm packages", purpose: "page", find: findNpmPackages, bring: bringNpmPackages },
  { name: "g++", least: "12", purpose: "test", find: () => tool("g++", "-dumpfullversion"), bring: () => fromDebian("g++ 12 or newer", "g++") },
  { name: "doctest", least: "2.4.9", purpose: "test", find: findDoctest, bring: () => fromDebian("doctest 2.4.9 or newer", "doctest-dev"), without: hasApt ? undefined : "CMake fetches it" },
  { name: "Chromium", least: "120", purpose: "test", find: findChromium, bring: bringChromium },
  { name: "clang with sanitizers", least: "19", purpose: "test", find: findClang, bring: () => fromDebian("clang 19 with its sanitizers and libFuzzer", "clang-19", "libclang-rt-19-dev"), without: "sanitizers and fuzzing are skipped" },
  { name: "clang-tidy", least: "19", purpose: "test", find: () => named19("clang-tidy", "CLANG_TIDY"), bring: () => fromDebian("clang-tidy 19", "clang-tidy-19", "clang-19"), without: "the lint of C++ is skipped" },
  { name: "clang-format", least: "19", purpose: "test", find: () => named19("clang-format", "CLANG_FORMAT"), bring: () => fromDebian("clang-format 19", "clang-format-19"), without: "the format check is skipped" },
  { name: "Firefox", least: "128", purpose: "long", find: findFirefox, bring: () => fromDebian("Firefox 128 or newer", "firefox-esr"), without: "consumers are not tried in Firefox" },
  { name: "WebKit's driver and Xvfb", purpose: "long", find: findWebKit, bring: () => fromDebian("WebKitGTK's driver and Xvfb", "webkit2gtk-driver", "xvfb"), without: "consumers are not tried in WebKit" },
];

/**
 * @param {string} what
 * @param {...string} debianPackages
 */
function fromDebian(what, ...debianPackages) {
  if (hasApt) apt(...debianPackages);
  else throw new Error(`install ${what} with this system's package manager (on macOS: brew), so that it is on PATH`);
}

/**
 * @param {string} command
 * @param {string} [option]
 * @returns {Found | undefined}
 */
function tool(command, option = "--version") {
  const version = versionIn(ask(command, [option]));
  return version === undefined ? undefined : { version };
}

function findEmscripten() {
  configureUnpacked(tools);
  const emcc = onPath("emcc");
  const folders = [process.env.EMSCRIPTEN_ROOT, emcc && dirname(emcc), join(tools, "emscripten"), join(tools, "emsdk/upstream/emscripten")];
  /** @type {Found | undefined} */
  let old;
  for (const folder of folders) {
    if (!folder || !existsSync(join(folder, "cmake/Modules/Platform/Emscripten.cmake"))) continue;
    const version = versionIn(ask(join(folder, "emcc"), ["--check"]));   // also asks its clang and its Node
    if (version === undefined) continue;
    // The optimiser's one import, which Debian's package leaves to Debian's own Node.
    const complete = ask("node", ["--input-type=module", "-e", "await import('acorn')"], { cwd: folder }) !== undefined;
    if (!complete) continue;
    if (atLeast(version, emscriptenLeast)) return { version, env: { EMSCRIPTEN_ROOT: folder } };
    old ??= { version };
  }
  return old;
}

function bringEmscripten() {
  if (!emscriptenFromDebian(emscriptenLeast, tools)) emscriptenFromSdk(tools);
}

/**
 * npm's own record of what it installed against the lock file. Packages for other systems are in the lock only.
 * @returns {Found | undefined}
 */
function findNpmPackages() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return undefined;
  const [lock, installed] = [join(root, "package-lock.json"), record].map((file) => JSON.parse(readFileSync(file, "utf8")).packages);
  const wants = Object.keys(lock).filter((path) => path !== "");
  const good = wants.every((path) => (path in installed ? installed[path].version === lock[path].version : lock[path].optional))
    && Object.keys(installed).every((path) => path in lock);
  return good ? { version: `${Object.keys(installed).length} as locked` } : undefined;
}

function bringNpmPackages() {
  try {
    must("npm", ["ci", "--no-progress"], { cwd: root });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!/EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(reason)) throw error;
    throw new Error("npm's registry cannot be reached. Connect to a network and run this again, or run `npm ci` by hand.");
  }
}

function findDoctest() {
  const source = "#include <doctest/doctest.h>\nDOCTEST_VERSION_MAJOR.DOCTEST_VERSION_MINOR.DOCTEST_VERSION_PATCH\n";
  const text = ask("g++", ["-E", "-P", "-x", "c++", "-"], { input: source });
  const version = versionIn(text?.split("\n").at(-1)?.replaceAll(" ", ""));
  return version === undefined ? undefined : { version };
}

function findChromium() {
  const own = playwrightsChromium();
  for (const command of [process.env.CHROMIUM, "chromium", "google-chrome", "google-chrome-stable", "chromium-browser", own]) {
    const version = command && versionIn(ask(command, ["--version"])?.split("\n")[0]);
    if (version) return { version, env: { CHROMIUM: onPath(command) ?? command } };
  }
  return undefined;
}

/** Where Playwright would have put the browser that it downloads. */
function playwrightsChromium() {
  const script = "import { chromium } from 'playwright-core'; console.log(chromium.executablePath())";
  return existsSync(join(root, "node_modules/playwright-core")) ? ask("node", ["--input-type=module", "-e", script], { cwd: root }) : undefined;
}

function bringChromium() {
  if (canInstall) return apt("chromium");
  try {
    must("npx", ["--no-install", "playwright-core", "install", "chromium"], { cwd: root });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\nInstall Chromium or Chrome (Debian: apt-get install chromium), or name one in the variable CHROMIUM.`);
  }
}

function findFirefox() {
  for (const command of [process.env.FIREFOX, "firefox-esr", "firefox"]) {
    const version = command && versionIn(ask(command, ["--version"]));
    if (version) return { version, env: { FIREFOX: onPath(command) ?? command } };
  }
  return undefined;
}

/** Neither says a version. */
function findWebKit() {
  const both = ask("WebKitWebDriver", ["--help"]) !== undefined && ask("Xvfb", ["-help"]) !== undefined;
  return both ? { version: "answer", env: { WEBKIT: "WebKitWebDriver" } } : undefined;
}

/** Linked once, for the sanitizers' libraries come in a package of their own. */
function findClang() {
  const found = tool("clang++-19");
  const linked = ask("clang++-19", ["-fsanitize=fuzzer,address", "-x", "c++", "-", "-o", "/dev/null"], {
    input: 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }',
  });
  return found && linked !== undefined ? { ...found, env: { CLANG: "clang++-19" } } : undefined;
}

/**
 * A tool of clang 19: other versions say other things of the same sources.
 * @param {string} name
 * @param {string} variable
 * @returns {Found | undefined}
 */
function named19(name, variable) {
  for (const command of [`${name}-19`, name]) {
    const found = tool(command);
    if (found?.version.startsWith("19.")) return { ...found, env: { [variable]: command } };
  }
  return undefined;
}
