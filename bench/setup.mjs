// Brings what the bench needs and the rest of the project does not: the peers at pinned versions, the peaks in wasm, the
// float64 reference for Node. Builds the package where its sources are newer. Nothing is done twice.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { apt } from "../cpp/toolchain/debian.mjs";
import { setUp } from "../cpp/toolchain/setup.mjs";
import { build as buildProject } from "../web/build.mjs";
import { absentPeers } from "./cpp/native.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const built = `${root}build/bench/`;

/** @param {string[]} parts that will be measured @param {(line: string) => void} say */
export async function prepare(parts, say) {
  mkdirSync(built, { recursive: true });
  const env = setUp("test", say);   // for its browser
  buildProject(env, say);
  if (!existsSync(`${root}bench/node_modules/onnxruntime-web`)) {
    say("the peers: npm ci in bench/");
    execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: `${root}bench`, stdio: "inherit", shell: process.platform === "win32" });
  }
  if (parts.includes("native")) bringNativePeers(say);
  for (const [flavour, flags] of Object.entries({ simd128: [], relaxed: ["-mrelaxed-simd"] })) buildPeaks(flavour, flags, env);
  await build({ entryPoints: [`${root}tests/web/reference.ts`], bundle: true, format: "esm", outfile: `${built}reference.mjs`, logLevel: "error" });
}

/** Without them the library is measured alone. @param {(line: string) => void} say */
function bringNativePeers(say) {
  if (absentPeers().length === 0) return;
  say("  OpenBLAS and oneDNN: not there, bringing them …");
  try {
    apt("libopenblas-dev", "libdnnl-dev");
  } catch (cause) {
    say(`  ${cause instanceof Error ? cause.message : cause}\n  (without them the native library is measured without ${absentPeers().join(" and ")})`);
  }
}

/** As the core compiles the same tiles. @param {string} flavour @param {string[]} flags @param {NodeJS.ProcessEnv} env */
function buildPeaks(flavour, flags, env) {
  const sources = [`${root}bench/web/peaks.cpp`, `${root}cpp/fused/tiles.cpp`];
  const out = `${built}peaks-${flavour}.wasm`;
  const newest = Math.max(...[...sources, `${root}cpp/fused/exp_lanes.h`, `${root}cpp/fused/float4.h`].map((file) => statSync(file).mtimeMs));
  if (existsSync(out) && statSync(out).mtimeMs > newest) return;
  const options = ["-std=c++20", "-O3", "-fno-unroll-loops", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-msimd128", ...flags];
  execFileSync(`${env.EMSCRIPTEN_ROOT}/em++`, [...options, `-I${root}cpp`, ...sources, "--no-entry", "-sSTANDALONE_WASM", "-sINITIAL_MEMORY=64MB", "-o", out], { env, stdio: "inherit" });
}
