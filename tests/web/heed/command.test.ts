// The command `heed`: what it prints, the codes it exits with, the files it writes, the page it serves.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { type AttendInput, load, readNpy, type Tensor } from "heed";
import { npyBytes } from "../../../web/heed/command/npy.mjs";
import { made, random } from "./made.js";

const command = fileURLToPath(new URL("../../../web/heed/command/heed.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "heed-command-"));
afterAll(() => rmSync(folder, { recursive: true }));
const heed = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], { cwd: folder, encoding: "utf8", timeout: 60_000 });
  return { status, stdout, stderr };
};

const next = random(80);
const [q, k, v] = [made(next, 2, 3, 4), made(next, 2, 5, 4), made(next, 2, 5, 6)];
const write = (name: string, tensor: Tensor) => writeFileSync(join(folder, name), npyBytes(tensor));
const read = (name: string) => readNpy(readFileSync(join(folder, name)));
write("q.npy", q);
write("k.npy", k);
write("v.npy", v);
write("bias.npy", made(next, 3, 5));
write("mask.npy", { data: Float32Array.of(1, 0, 1, 1, 0), shape: [5] });

describe("heed", () => {
  const { version } = JSON.parse(readFileSync(join(command, "../../package.json"), "utf8")) as { version: string };

  it("says its version, and how it is used", () => {
    expect(heed("--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
    for (const words of [["--help"], ["-h"]]) expect(heed(...words).stdout).toMatch(/heed bench[^]*heed attend[^]*--port N/);
    for (const name of ["serve", "bench", "attend"]) expect(heed(name, "--help")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(new RegExp(`^heed \\[?${name}`)) as string });
  });

  it.each([
    [["sreve"], "heed sreve: there is no such command; there are serve, bench, attend\n  heed --help says how it is used.\n"],
    [["--prot", "1"], "heed: Unknown option '--prot'\n  heed --help says how it is used.\n"],
    [["--port", "99999"], 'heed: --port: expected a whole number from 0 to 65535, got "99999"\n  heed --help says how it is used.\n'],
    [["serve", "--port", ""], 'heed serve: --port: expected a whole number from 0 to 65535, got ""\n  heed serve --help says how it is used.\n'],
    [["bench", "--keys", "0"], 'heed bench: --keys: expected a whole number from 1 up, got "0"\n  heed bench --help says how it is used.\n'],
  ])("%s: exit code 2 and a hint", (words, stderr) => expect(heed(...words)).toEqual({ status: 2, stdout: "", stderr }));

  it("a reader that has had enough ends it without a word", async () => {
    const child = spawn(process.execPath, [command, "bench", "--queries", "8", "--seconds", "0"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => { stderr += text; });
    const status = await new Promise((done) => child.on("close", done));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe("heed serve", () => {
  it("serves the page from the package, with the headers that threads need, until it is ended", async () => {
    const child = spawn(process.execPath, [command, "--port", "0", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      const line = await new Promise<string>((resolve, reject) => {
        child.stdout.setEncoding("utf8").once("data", resolve);
        child.once("exit", () => reject(new Error("it ended")));
      });
      const [, address] = /^Heed is at (http:\/\/127\.0\.0\.1:\d+\/) {3}\(Ctrl-C ends it\)\n$/.exec(line)!;
      const page = await fetch(address!);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain("<title>");
      expect([page.headers.get("cross-origin-opener-policy"), page.headers.get("cross-origin-embedder-policy")]).toEqual(["same-origin", "require-corp"]);
      expect((await fetch(`${address}playground/`)).status).toBe(200);
      expect(await (await fetch(`${address}docs/`)).text()).toMatch(/^# heed\n/);   // what the page links to, offline too
      const taken = heed("--port", new URL(address!).port);
      expect(taken).toMatchObject({ status: 2, stderr: expect.stringMatching(/^heed: port \d+ is taken: name another with --port N\n/) as string });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      expect(await ended).toBe(0);
    } finally {
      child.kill("SIGKILL");
    }
  });
});

describe("heed bench", () => {
  it("races the engines and prints a table, and no progress where nobody watches", () => {
    const { status, stdout, stderr } = heed("bench", "--heads", "1", "--queries", "8", "--keys", "8", "--width", "4", "--seconds", "0");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [title, header, steps, ...fused] = stdout.trimEnd().split("\n");
    expect(title).toBe("1 heads, 8 queries, 8 keys, 4 wide");
    expect(header).toMatch(/^engine +ms +Gflop\/s +speed$/);
    expect(steps).toMatch(/^steps +\d+\.\d\d +\d+\.\d +1\.0x$/);
    expect(fused.map((row) => row.split("  ")[0])).toEqual(expect.arrayContaining(["fused, scalar", "fused, simd128"]));
  });
});

it("heed bench with sizes that no machine holds: exit code 2", () => {
  const { status, stderr } = heed("bench", "--heads", "1000000000");
  expect(status).toBe(2);
  expect(stderr).toMatch(/^heed bench: these sizes are too large: .*\n {2}heed bench --help says how it is used.\n$/);
});

describe("heed attend", () => {
  const attend = (...more: string[]) => heed("attend", "q.npy", "k.npy", "v.npy", ...more);

  it.each<[string[], Partial<AttendInput>]>([
    [[], {}],
    [["--causal"], { causal: true }],
    [["--causal", "--bottom-right", "--scale", "0.3", "--softcap", "2"], { causal: "bottom-right", scale: 0.3, softcap: 2 }],
    [["--causal", "--causal-offset", "2", "--window-left", "1"], { causal: true, causalOffset: 2, window: { left: 1 } }],
    [["--mask", "mask.npy", "--bias", "bias.npy", "--engine", "steps", "--threads", "1"], { mask: { data: [true, false, true, true, false], shape: [5] }, bias: read("bias.npy"), engine: "steps" }],
  ])("%s", async (words, options) => {
    expect(attend("-o", "out.npy", "--weights", "w.npy", ...words)).toEqual({ status: 0, stdout: "out.npy: float32 (2, 3, 6)\nw.npy: float32 (2, 3, 5)\n", stderr: "" });
    const want = (await load()).attend({ q, k, v, ...options, weights: true });
    expect(read("out.npy")).toEqual(want.output);
    expect(read("w.npy")).toEqual(want.weights);
  });

  it("says when rows see no key", () => {
    expect(attend("-o", "out.npy", "--causal", "--causal-offset", "-1").stdout).toBe("out.npy: float32 (2, 3, 6); 2 rows see no key and are 0\n");
  });

  it.each([
    [["attend", "q.npy", "k.npy"], "expected three files, the queries, the keys and the values, got 2"],
    [["attend", "q.npy", "k.npy", "v.npy"], "expected -o FILE for the output"],
    [["attend", "q.npy", "k.npy", "v.npy", "-o", "o.npy", "--weights", "./o.npy"], "expected --weights to name another file than -o"],
    [["attend", "q.npy", "k.npy", "none.npy", "-o", "o.npy"], "none.npy cannot be read: there is no such file"],
    [["attend", "q.npy", "v.npy", "v.npy", "-o", "o.npy"], "k: the last dimension must equal q's (4), got 6"],
    [["attend", "q.npy", "k.npy", "v.npy", "-o", "no/o.npy"], "no/o.npy cannot be written: ENOENT: no such file or directory, open 'no/o.npy'"],
    [["attend", "q.npy", "k.npy", "v.npy", "-o", "o.npy", "--mask", "q.npy"], expect.stringContaining("--mask: expected true and false, or 1 and 0, got ") as string],
    [["attend", "q.npy", "k.npy", "v.npy", "-o", "o.npy", "--engine", "fast"], 'engine: must be "fused" or "steps", got "fast"'],
    [["attend", "q.npy", "k.npy", "v.npy", "-o", "o.npy", "--scale", "big"], '--scale: expected a number, got "big"'],
    [["attend", "q.npy", "k.npy", "v.npy", "-o", "o.npy", "--bottom-right"], "--bottom-right goes with --causal"],
    [["attend", command, "k.npy", "v.npy", "-o", "o.npy"], expect.stringContaining("heed.mjs: bytes: ") as string],
  ])("%s: exit code 2 and a hint", (words, text) => {
    const { status, stdout, stderr } = heed(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    const [, told, hint] = /^heed attend: (.+)\n {2}(.+)\n$/.exec(stderr)!;
    expect([told, hint]).toEqual([text, "heed attend --help says how it is used."]);
  });
});

describe("the .npy files it writes", () => {
  it.each([[[]], [[0]], [[3]], [[2, 0]], [[1, 2, 3, 4]]])("shape %j: version 1.0, a header that ends on 64 bytes, read again as it was", (shape) => {
    const tensor = made(next, ...shape);
    const bytes = npyBytes(tensor);
    expect([...bytes.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
    expect((bytes.length - 4 * tensor.data.length) % 64).toBe(0);
    expect(readNpy(bytes)).toEqual(tensor);
  });
});
