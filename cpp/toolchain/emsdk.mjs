// The public Emscripten SDK at one pinned version, into .toolchain/emsdk: any system with git and Python 3, no root.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { must, onPath } from "./ask.mjs";

const pinned = "3.1.69";
const source = "https://github.com/emscripten-core/emsdk.git";

/**
 * Throws with what to do where it cannot.
 * @param {string} tools the .toolchain folder
 */
export function emscriptenFromSdk(tools) {
  for (const needed of ["git", "python3"]) {
    if (onPath(needed) === undefined) throw new Error(`the Emscripten SDK needs ${needed}: install it and run this again`);
  }
  const folder = join(tools, "emsdk");
  try {
    if (!existsSync(join(folder, "emsdk"))) {
      rmSync(folder, { recursive: true, force: true });   // what an interrupted clone left
      must("git", ["clone", "-q", "--depth", "1", "--branch", pinned, source, folder]);
    }
    must("./emsdk", ["install", pinned], { cwd: folder });
    must("./emsdk", ["activate", pinned], { cwd: folder });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\nThe SDK could not be brought. With a network run this again, or put an emcc on PATH yourself.`);
  }
}
