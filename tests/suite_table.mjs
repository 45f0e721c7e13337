// The table of suites × builds: how many case files each engine of each build had within tolerance. Every cell must have
// all the files that are in the suite's folder. Reads what the test programs print; starts nothing.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { oneFailure, plain } from "./counts.mjs";

/** @typedef {{ build: string, engine: string, suite: string, files: number, within: number }} Cell */

const suites = ["onnx-attention", "ort-attention", "worked", "backward", "bug-cases"];
const builds = ["native", "scalar", "simd128", "relaxed", "simd128-threads", "relaxed-threads"];
const engines = ["steps", "fused"];
const folder = fileURLToPath(new URL("suites", import.meta.url));

/**
 * @param {string} program as CTest calls it: core_test is the native one, core_test-relaxed a wasm flavour
 * @param {string} output what it printed
 * @returns {Cell[]}
 */
export function readCells(program, output) {
  const build = program.replace(/^core_test-?/, "") || "native";
  return [...plain(output).matchAll(/^suite (\S+), (\w+): (\d+) files, (\d+) within tolerance$/gm)]
    .map(([, suite, engine, files, within]) => ({ build, engine, suite, files: Number(files), within: Number(within) }));
}

/**
 * @param {Cell[]} cells
 * @returns {{ text: string, counts: import("./counts.mjs").Counts }}
 */
export function suiteTable(cells) {
  const wanted = suites.map((suite) => readdirSync(join(folder, suite)).filter((file) => file.endsWith(".json")).length);
  /** @type {string[]} */
  const wrong = [];
  const rows = builds.flatMap((build) => engines.map((engine) => [`${build} ${engine}`, ...suites.map((suite, i) => {
    const cell = cells.find((one) => one.suite === suite && one.build === build && one.engine === engine);
    const text = cell === undefined ? "none" : cell.within === cell.files ? `${cell.files}` : `${cell.within} of ${cell.files}`;
    if (text !== `${wanted[i]}`) wrong.push(`${suite}, ${build} ${engine}: ${text} within tolerance, the folder has ${wanted[i]} files`);
    return text;
  })]));
  const counts = wrong.length > 0 ? oneFailure(wrong.join("\n")) : { passed: 1, failed: 0, skipped: 0 };
  return { text: aligned([["files within tolerance", ...suites], ...rows]), counts };
}

/** @param {string[][]} rows */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map(([name, ...numbers]) => [name.padEnd(widths[0]), ...numbers.map((text, i) => text.padStart(widths[i + 1]))].join("  ")).join("\n");
}
