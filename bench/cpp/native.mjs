// Builds native.cpp with the sources of the core for this very processor, and runs it on some of the shapes. OpenBLAS and
// oneDNN take part where they are installed.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { flops, mainShapes } from "../shapes.mjs";

/** Peers that take part where their header is. */
const peers = { OpenBLAS: "cblas.h", oneDNN: "dnnl.hpp" };

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = `${root}build/bench/native`;

/** The sources that CMakeLists.txt lists. */
function coreSources() {
  const lists = readFileSync(`${root}CMakeLists.txt`, "utf8");
  return ["core_sources", "fused_sources"].flatMap((name) => lists.match(new RegExp(`set\\(${name}\\s([^)]*)\\)`))?.[1].match(/cpp\/\S+\.cpp/g) ?? []).map((file) => root + file);
}

const compiles = (/** @type {string} */ header) => spawnSync("g++", ["-fsyntax-only", "-xc++", "-"], { input: `#include <${header}>` }).status === 0;

/** Their names. */
export const absentPeers = () => Object.entries(peers).filter(([, header]) => !compiles(header)).map(([name]) => name);

/** @param {string[]} absent */
function build(absent) {
  const [blas, dnnl] = [!absent.includes("OpenBLAS"), !absent.includes("oneDNN")];
  execFileSync("g++", [
    "-std=c++20", "-O3", "-march=native", "-ffp-contract=off", "-DNDEBUG", "-DHEED_THREADS=1", `-DHAVE_OPENBLAS=${Number(blas)}`, `-DHAVE_DNNL=${Number(dnnl)}`,
    `-I${root}cpp`, `${root}bench/cpp/native.cpp`, ...coreSources(), "-o", program, "-pthread", ...(blas ? ["-lopenblas"] : []), ...(dnnl ? ["-ldnnl"] : []),
  ], { stdio: "inherit" });
}

/** @param {(line: string) => void} progress @param {boolean} quick */
export function measureNative(progress, quick) {
  progress("building");
  const absent = absentPeers();
  build(absent);
  const rows = mainShapes.filter(({ causal }) => !causal).flatMap((shape) => {
    progress(shape.id);
    const sizes = [shape.heads, shape.queryCount, shape.keyCount, shape.width, quick ? 3 : 9].map(String);
    // One thread each: oneDNN asks OpenMP.
    const printed = execFileSync(program, sizes, { encoding: "utf8", env: { ...process.env, OMP_NUM_THREADS: "1" } });
    return printed.trim().split("\n").map((line) => {
      const [name, ms] = [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))];
      return { shape: shape.id, name, ms, gflops: flops(shape) / ms / 1e6 };
    });
  });
  return { rows, absent };
}
