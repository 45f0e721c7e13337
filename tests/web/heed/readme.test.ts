// Every block of code in the package's README: the JavaScript runs in Node, the page in Chromium, the commands in a shell,
// and what is put into other tools' files says what it must.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { isolationHeaders } from "../../../web/serve.mjs";
import { npyBytes } from "../../../web/heed/command/npy.mjs";
import { visit } from "./page.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readme = readFileSync(join(root, "web/heed/README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w*) ?(.*)\n([^]*?)^```$/gm)].map(([, language, file, text]) => ({ kind: file || language!, text: text! }));
const of = (kind: string) => blocks.filter((block) => block.kind === kind).map(({ text }) => text);

const folder = mkdtempSync(join(tmpdir(), "heed-readme-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules"));
for (const name of ["heed", "onnxruntime-common"]) symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));

/** What the blocks take for granted: an instance, tensors, files, and a server that has the files. */
const prelude = join(folder, "prelude.mjs");
writeFileSync(prelude, `
  import { readFileSync } from "node:fs";
  import { load } from "heed/lab";
  const wave = (...shape) => ({ data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(at)), shape });
  const [newKeys, newValues, newQuery] = [512, 512, 512].map((count) => wave(count).data);
  Object.assign(globalThis, {
    heed: await load(), q: wave(1, 4), k: wave(2, 4), v: wave(2, 3), newKeys, newValues, newQuery,
    x: wave(3, 4), wq: wave(4, 4), wk: wave(4, 4), wv: wave(4, 4), wo: wave(4, 4),
    fetch: async (name) => new Response(readFileSync(name)),
  });
`);

// onnxruntime-web takes this class from onnxruntime-common, and transformers.js wraps it behind a Proxy, as this does.
writeFileSync(join(folder, "wrapped.mjs"), `
  import { Tensor as OrtTensor } from "onnxruntime-common";
  export class Tensor {
    constructor(...parts) {
      this.ort_tensor = new OrtTensor(...parts);
      return new Proxy(this, { get: (tensor, name) => tensor[name] });
    }
    get dims() { return this.ort_tensor.dims; }
    get type() { return this.ort_tensor.type; }
    get data() { return this.ort_tensor.data; }
  }
`);
for (const [name, shape] of [["q", [1, 4]], ["k", [2, 4]], ["v", [2, 3]]] as const) {
  writeFileSync(join(folder, `${name}.npy`), npyBytes({ data: new Float32Array(shape[0] * shape[1]).fill(1), shape: [...shape] }));
}
const header = JSON.stringify({ wq: { dtype: "F32", shape: [1], data_offsets: [0, 4] }, wk: { dtype: "F32", shape: [1], data_offsets: [4, 8] } });
writeFileSync(join(folder, "weights.safetensors"), Buffer.concat([Buffer.from(BigUint64Array.of(BigInt(header.length)).buffer), Buffer.from(header), Buffer.alloc(8)]));
writeFileSync(join(folder, "heed-simd128.wasm"), readFileSync(join(root, "web/heed/dist/wasm/heed-simd128.wasm")));

const run = (...words: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8", timeout: 60_000 });
  return { status, stderr };
};

it("has blocks of these kinds only, each tested below", () => {
  expect([...new Set(blocks.map(({ kind }) => kind))].sort()).toEqual(["", "_headers", "app/attention.jsx", "html", "js", "nginx", "sh", "vite.config.js"]);
  expect(of("js").length).toBeGreaterThanOrEqual(12);
});

describe("the JavaScript runs", () => {
  it.each(of("js").map((text) => [text.trim().split("\n").find((line) => !line.startsWith("import "))!, text]))("%s", (_, text) => {
    const installed = text.replace('"onnxruntime-web"', '"onnxruntime-common"').replace('"@huggingface/transformers"', '"./wrapped.mjs"');
    expect(run("--import", prelude, "--input-type=module", "-e", installed)).toEqual({ status: 0, stderr: "" });
  });

  it("and a block that does not is found", () => {
    expect(run("--import", prelude, "--input-type=module", "-e", "heed.attent({ q, k, v });").stderr).toContain("heed.attent is not a function");
  });

  it.each(["onnxruntime-common", "./wrapped.mjs"])("tensors of %s come out with the numbers themselves, not copies", (module) => {
    expect(run("--import", prelude, "--input-type=module", "-e", `
      import { Tensor } from "${module}";
      const half = new Tensor("float16", Uint16Array.of(0x3c00, 0, 0x3c00, 0), [1, 4]);
      const { output } = heed.attend({ q: half, k: new Tensor("float32", k.data, k.shape), v: new Tensor("float32", v.data, v.shape) });
      const want = heed.attend({ q: { data: [1, 0, 1, 0], shape: [1, 4] }, k, v }).output;
      const tensor = new Tensor("float32", output.data, output.shape);
      if (tensor.data !== output.data || String(tensor.data) !== String(want.data) || String(tensor.dims) !== "1,3") throw new Error(String(tensor.data));
    `)).toEqual({ status: 0, stderr: "" });
  });
});

it("the page without a build shows its answer", async () => {
  const done = '<script type="module">document.documentElement.dataset.done = "true";</script>';   // modules run one after the other
  const page = `<!doctype html><link rel="icon" href="data:,">${of("html").join("")}${done}`;
  expect(await visit({ isolated: false, files: { "index.html": page } })).toEqual({ shown: "7", noise: [] });
});

it("Vite's, Netlify's and nginx's files hold the headers that the command sends", async () => {
  const config = join(folder, "vite.config.mjs");
  writeFileSync(config, of("vite.config.js")[0]!);
  const { default: vite } = await import(/* @vite-ignore */ pathToFileURL(config).href) as { default: unknown };
  expect(vite).toEqual({ server: { headers: isolationHeaders }, preview: { headers: isolationHeaders } });
  const pairs = Object.entries(isolationHeaders);
  expect(of("_headers")).toEqual([`/*\n${pairs.map(([name, value]) => `  ${name}: ${value}\n`).join("")}`]);
  expect(of("nginx")).toEqual([pairs.map(([name, value]) => `add_header ${name} ${value} always;\n`).join("")]);
});

it("the component for Next is sound JSX that imports React and heed", async () => {
  const { code, warnings } = await transform(of("app/attention.jsx")[0]!, { loader: "jsx", jsx: "automatic" });
  expect(warnings).toEqual([]);
  expect([...code.matchAll(/from "([^"]+)"/g)].map(([, name]) => name).sort()).toEqual(["heed", "react", "react/jsx-runtime"]);
});

it("the commands do what they say", () => {
  const words = of("sh").join("").split("\n").map((line) => line.replace(/#.*/, "").trim()).filter((line) => line.startsWith("npx heed")).map((line) => line.split(/\s+/).slice(2));
  expect(words.map(([name]) => name)).toEqual([undefined, "bench", "attend"]);   // the first is command.test.ts's
  for (const line of words.slice(1)) expect(run(join(root, "web/heed/command/heed.mjs"), ...line)).toEqual({ status: 0, stderr: "" });
});
