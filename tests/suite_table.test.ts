// The table of case files × builds: one cell that is missing or short fails it. And what is packed for the C++ tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readCells, suiteTable } from "./suite_table.mjs";

const folder = fileURLToPath(new URL("suites", import.meta.url));
const suites = ["onnx-attention", "ort-attention", "worked", "backward", "bug-cases"];
const files = (suite: string) => readdirSync(join(folder, suite)).filter((file) => file.endsWith(".json"));
const programs = ["core_test", ...["scalar", "simd128", "relaxed", "simd128-threads", "relaxed-threads"].map((build) => `core_test-${build}`)];

const printed = ["steps", "fused"].flatMap((engine) => suites.map((suite) =>
  `\x1b[0msuite ${suite}, ${engine}: ${files(suite).length} files, ${files(suite).length} within tolerance\n`)).join("");
const whole = programs.flatMap((program) => readCells(program, `[doctest] hello\n${printed}===\n`));

test("twelve rows with every file of the folders pass", () => {
  expect(whole).toHaveLength(60);
  const { text, counts } = suiteTable(whole);
  expect(counts).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(text.split("\n").slice(1).map((row) => row.split(/\s{2,}/)[0])).toEqual([
    "native steps", "native fused", "scalar steps", "scalar fused", "simd128 steps", "simd128 fused", "relaxed steps", "relaxed fused",
    "simd128-threads steps", "simd128-threads fused", "relaxed-threads steps", "relaxed-threads fused"]);
});

test("a build or an engine that said nothing fails", () => {
  const { text, counts } = suiteTable(whole.filter(({ build, engine }) => build !== "relaxed" || engine !== "fused"));
  expect(counts.failed).toBe(1);
  expect(counts.firstFailure).toContain("worked, relaxed fused: none within tolerance, the folder has 13 files");
  expect(text).toMatch(/^relaxed fused( +none){5}$/m);
});

test("one file off, or one file not run, fails", () => {
  const off = whole.map((cell) => (cell.build === "scalar" && cell.suite === "backward" ? { ...cell, within: cell.within - 1 } : cell));
  expect(suiteTable(off).counts.firstFailure).toContain("backward, scalar steps: 7 of 8 within tolerance, the folder has 8 files");
  const short = whole.map((cell) => (cell.build === "native" && cell.suite === "backward" ? { ...cell, files: 7, within: 7 } : cell));
  expect(suiteTable(short).counts.firstFailure).toContain("backward, native steps: 7 within tolerance, the folder has 8 files");
});

test("every case file is packed, under its suite and name", () => {
  const target = mkdtempSync(join(tmpdir(), "suites-"));
  try {
    execFileSync(process.execPath, [join(folder, "pack.mjs"), join(target, "suites.bin")]);
    const packed = readFileSync(join(target, "suites.bin"));
    expect(packed.toString("latin1", 0, 8)).toBe("HEEDCASE");
    expect(packed.readUInt32LE(8)).toBe(suites.flatMap(files).length);
    for (const suite of suites) for (const file of files(suite)) {
      const { name, op } = JSON.parse(readFileSync(join(folder, suite, file), "utf8")) as { name: string; op: string };
      const text = (value: string) => { const head = Buffer.alloc(4); head.writeUInt32LE(value.length); return Buffer.concat([head, Buffer.from(value)]); };
      const opening = Buffer.concat([text(suite), text(name), text(op.replace("Generated", ""))]);
      expect(packed.includes(opening), file).toBe(true);
    }
  } finally {
    rmSync(target, { recursive: true });
  }
});
