// Debian's packages: installing them, and Emscripten from them. Debian 13 has a new enough one; Debian 12 gets its own
// clang 19 with Debian 13's emscripten and binaryen unpacked beside, in .toolchain. The running system is not upgraded.
import {
  existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ask, atLeast, must, onPath } from "./ask.mjs";

/** @type {string[] | undefined} the words in front of a command that needs root; undefined: there is no way */
const asRoot = process.getuid?.() === 0 ? [] : ask("sudo", ["-n", "true"]) === undefined ? undefined : ["sudo", "-n"];
const install = ["install", "-y", "-qq", "--no-install-recommends"];
let listsAreFresh = false;

export const hasApt = onPath("apt-get") !== undefined;
export const canInstall = hasApt && asRoot !== undefined;

/** @param {string[]} words */
function runAsRoot(words) {
  if (asRoot === undefined) throw new Error(`this needs root. Run, as root:\n${words.join(" ")}`);
  const [command, ...args] = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", ...words];
  return must(command, args);
}

/**
 * Installs Debian packages; throws with what to run by hand where it cannot.
 * @param {...string} packages
 */
export function apt(...packages) {
  if (!canInstall) throw new Error(`this needs root. Run, as root:\napt-get install --no-install-recommends ${packages.join(" ")}`);
  try {
    refreshLists();
    runAsRoot(["apt-get", "-o", "DPkg::Lock::Timeout=300", ...install, ...packages]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const offline = reason.match(/(Temporary failure|Could not|Cannot|Unable to) (resolv|connect|initiate).*/);
    if (offline === null) throw error;
    throw new Error(`Debian's mirrors cannot be reached ("${offline[0]}"). Connect to a network and run this again.`);
  }
}

function refreshLists() {
  if (listsAreFresh) return;
  runAsRoot(["apt-get", "update", "-qq"]);
  listsAreFresh = true;
}

/**
 * Brings Emscripten; false when this distribution cannot give one that is new enough.
 * @param {string} least
 * @param {string} tools the .toolchain folder
 */
export function emscriptenFromDebian(least, tools) {
  if (!canInstall) return false;
  refreshLists();
  const candidate = ask("apt-cache", ["policy", "emscripten"])?.match(/Candidate: (\d[\d.]*)/)?.[1];
  if (candidate !== undefined && atLeast(candidate, least)) {
    apt("emscripten");
    linkAcorn("/usr/share/emscripten");
    return true;
  }
  const release = existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "";
  if (!/^ID=debian$/m.test(release) || !/^VERSION_ID="12"$/m.test(release)) return false;
  apt("clang-19", "lld-19", "llvm-19", "python3");   // not node-acorn: it would bring Debian's Node 18
  unpackFromDebian13(tools);
  configureUnpacked(tools);
  return true;
}

/**
 * A Node that is not Debian's own does not look into /usr/share/nodejs, where emcc's optimiser finds acorn.
 * @param {string} root emscripten's folder
 */
function linkAcorn(root) {
  if (ask("node", ["--input-type=module", "-e", "await import('acorn')"], { cwd: root }) !== undefined) return;
  runAsRoot(["mkdir", "-p", `${root}/node_modules`]);
  runAsRoot(["ln", "-sfn", "/usr/share/nodejs/acorn", `${root}/node_modules/acorn`]);
}

// Emscripten itself; acorn, which its optimiser imports; Binaryen and the libraries that it was built against.
const unpacked = ["emscripten", "node-acorn", "binaryen", "libc6", "libstdc++6", "libgcc-s1"];

/**
 * apt-get with lists and a cache of its own, so that the system never hears of Debian 13.
 * @param {string} tools
 */
function unpackFromDebian13(tools) {
  const work = join(tools, "apt");
  for (const folder of ["sources", "lists/partial", "archives/partial", "debs"]) mkdirSync(join(work, folder), { recursive: true });
  const mirror = ask("apt-get", ["indextargets", "--format", "$(SITE)", "Codename: bookworm", "Created-By: Packages"])?.split("\n")[0];
  if (!mirror) throw new Error("apt names no mirror of bookworm: put Debian's own line into /etc/apt/sources.list and run this again");
  writeFileSync(join(work, "sources/trixie.sources"), [
    "Types: deb", `URIs: ${mirror}`, "Suites: trixie", "Components: main",
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg", "",
  ].join("\n"));
  writeFileSync(join(work, "apt.conf"), [
    'Dir::Etc::SourceList "/dev/null";', `Dir::Etc::SourceParts "${work}/sources";`, `Dir::State::Lists "${work}/lists";`,
    `Dir::Cache "${work}";`, `APT::Sandbox::User "root";`, "",
  ].join("\n"));
  const env = { ...process.env, APT_CONFIG: join(work, "apt.conf") };
  must("apt-get", ["update", "-qq"], { env });
  must("apt-get", ["download", "-qq", ...unpacked], { env, cwd: join(work, "debs") });
  for (const deb of readdirSync(join(work, "debs"))) must("dpkg-deb", ["-x", join(work, "debs", deb), join(tools, "root")]);
  rmSync(work, { recursive: true });
}

/**
 * Ties what was unpacked to this folder and this Node. Cheap, and done at each run: either may have moved.
 * @param {string} tools
 */
export function configureUnpacked(tools) {
  const root = join(tools, "root");
  const emscripten = join(root, "usr/share/emscripten");
  if (!existsSync(join(emscripten, "emcc"))) return;

  // Binaryen was built against a newer libc than Debian 12's: it runs through the loader that came with it.
  const libraries = join(root, "usr/lib", process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu");
  const loader = readdirSync(libraries).find((name) => name.startsWith("ld-linux"));
  if (loader === undefined) throw new Error(`no loader in ${libraries}: remove ${tools} and run this again`);
  mkdirSync(join(tools, "binaryen/bin"), { recursive: true });
  for (const tool of readdirSync(join(root, "usr/bin")).filter((name) => name.startsWith("wasm"))) {
    const line = `exec "${join(libraries, loader)}" --library-path "${libraries}" "${join(root, "usr/bin", tool)}" "$@"`;
    write(join(tools, "binaryen/bin", tool), `#!/bin/sh\n${line}\n`, 0o755);
  }

  const config = join(emscripten, ".emscripten");
  write(config, readFileSync(config, "utf8")
    .replace(/^BINARYEN_ROOT.*$/m, `BINARYEN_ROOT = '${join(tools, "binaryen")}'`)
    .replace(/^NODE_JS .*$/m, `NODE_JS = '${process.execPath}'`));
  // Its scripts are CommonJS and Debian ships no package.json beside them: this project's, above, would say "module".
  write(join(tools, "package.json"), '{ "type": "commonjs" }\n');
  mkdirSync(join(emscripten, "node_modules"), { recursive: true });
  relink("../../nodejs/acorn", join(emscripten, "node_modules/acorn"));
  relink("root/usr/share/emscripten", join(tools, "emscripten"));
}

/**
 * Writes a file unless it says this already: another build may be reading it.
 * @param {string} file
 * @param {string} text
 * @param {number} [mode]
 */
function write(file, text, mode) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text, { mode });
}

/**
 * @param {string} target
 * @param {string} link
 */
function relink(target, link) {
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(link) === target) return;
  rmSync(link, { force: true });
  symlinkSync(target, link);
}
