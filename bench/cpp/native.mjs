// Builds native.cpp with the sources of the core, for this very processor and as CMake does unless told more, and runs both
// on some of the shapes. OpenBLAS and oneDNN take part, in the former, where they are installed.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { flops, mainShapes } from "../shapes.mjs";

/** Peers that take part where their header is. */
const peers = { OpenBLAS: "cblas.h", oneDNN: "dnnl.hpp" };

const root = fileURLToPath(new URL("../../", import.meta.url));
const programs = [
  { file: `${root}build/bench/native`, flags: ["-O3", "-march=native"], besidePeers: true },
  { file: `${root}build/bench/native-default`, flags: ["-O3"], besidePeers: false },
];

/** The sources that CMakeLists.txt lists. */
function coreSources() {
  const lists = readFileSync(`${root}CMakeLists.txt`, "utf8");
  return ["core_sources", "fused_sources"].flatMap((name) => lists.match(new RegExp(`set\\(${name}\\s([^)]*)\\)`))?.[1].match(/cpp\/\S+\.cpp/g) ?? []).map((file) => root + file);
}

const compiles = (/** @type {string} */ header) => spawnSync("g++", ["-fsyntax-only", "-xc++", "-"], { input: `#include <${header}>` }).status === 0;

/** Their names. */
export const absentPeers = () => Object.entries(peers).filter(([, header]) => !compiles(header)).map(([name]) => name);

/** @param {typeof programs[number]} program @param {string[]} absent */
function build({ file, flags, besidePeers }, absent) {
  const [blas, dnnl] = ["OpenBLAS", "oneDNN"].map((name) => besidePeers && !absent.includes(name));
  execFileSync("g++", [
    "-std=c++20", ...flags, "-ffp-contract=off", "-DNDEBUG", "-DHEED_THREADS=1", `-DHAVE_OPENBLAS=${Number(blas)}`, `-DHAVE_DNNL=${Number(dnnl)}`,
    `-I${root}cpp`, `${root}bench/cpp/native.cpp`, ...coreSources(), "-o", file, "-pthread", ...(blas ? ["-lopenblas"] : []), ...(dnnl ? ["-ldnnl"] : []),
  ], { stdio: "inherit" });
}

/** @param {(line: string) => void} progress @param {boolean} quick */
export function measureNative(progress, quick) {
  progress("building");
  const absent = absentPeers();
  for (const program of programs) build(program, absent);
  const rows = mainShapes.filter(({ causal }) => !causal).flatMap((shape) => {
    progress(shape.id);
    const sizes = [shape.heads, shape.queryCount, shape.keyCount, shape.width, quick ? 3 : 9].map(String);
    // One thread each: oneDNN asks OpenMP.
    return programs.flatMap(({ file, flags }) => {
      const printed = execFileSync(file, sizes, { encoding: "utf8", env: { ...process.env, OMP_NUM_THREADS: "1" } });
      return printed.trim().split("\n").map((line) => {
        const [name, ms] = [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))];
        return { shape: shape.id, name: name === "heed" ? `heed ${flags.join(" ")}` : name, ms, gflops: flops(shape) / ms / 1e6 };
      });
    });
  });
  return { rows, absent };
}
