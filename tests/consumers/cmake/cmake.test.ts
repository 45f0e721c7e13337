// The native library, installed under a prefix of its own, found by find_package in a project that knows nothing else.
// Wants the preset "native" built.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = fileURLToPath(new URL(".", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "web/heed/package.json"), "utf8")) as { version: string };
const folder = mkdtempSync(join(tmpdir(), "heed-cmake-"));
const prefix = join(folder, "prefix");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return { status, stdout, said: `${stdout}${stderr}` };
}

function configure(wanted: string) {
  return run("cmake", "-S", source, "-B", join(folder, wanted), "-G", "Ninja", `-Dwanted_version=${wanted}`,
    `-DCMAKE_PREFIX_PATH=${prefix}`, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Werror");
}

beforeAll(() => {
  const { status, said } = run("cmake", "--install", join(root, "build/native"), "--prefix", prefix);
  expect(status, said).toBe(0);
});

it("installs one library and the headers of the contract, and nothing of the engines", () => {
  expect(readdirSync(join(prefix, "lib")).filter((name) => name !== "cmake")).toEqual(["libheed.a"]);
  const headers = readdirSync(join(prefix, "include"), { recursive: true, encoding: "utf8" });
  expect(headers.filter((name) => name.endsWith(".h")).sort()).toEqual([
    "heed/heed.h", "heed/lab/open_cell.h", "heed/lab/pair.h", "heed/lab/softmax_jacobian.h", "heed/views.h",
  ]);
});

it("a program finds the package's version, links and gets the worked example from both engines", () => {
  for (const { status, said } of [configure(version), run("cmake", "--build", join(folder, version))]) expect(status, said).toBe(0);
  const { status, stdout } = run(join(folder, version, "consumer"));
  expect(stdout).toBe([
    "3.655293 0.806824 0.000000", "3.655293 0.806824 0.000000", "-0.196612",
    "v: the third dimension must equal k's (2), got 3", "",
  ].join("\n"));
  expect(status).toBe(0);
});

it.each(["99.0", "0.0.1"])("version %s is refused, with the one that is there named", (wanted) => {
  const { status, said } = configure(wanted);
  expect(status).not.toBe(0);
  expect(said).toContain(`version: ${version}`);
});
