// Builds the package into dist/: embeds the wasm flavours, bundles and minifies the entries, writes their types. The
// C++ comes first: `cmake --preset wasm && cmake --build --preset wasm`.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const wasm = new URL("../../build/wasm/", here);
const generated = new URL("generated/", here);
const dist = new URL("dist/", here);
const declarations = new URL("../../build/heed-types/", here);

const cores = { heed: ["relaxed", "simd128", "scalar"], heed_threads: ["relaxed", "simd128"], lab: ["relaxed", "simd128", "scalar"] };   // the first is embedded
const entries = ["index", "threads", "worker", "lab"];
const publicTypes = [...entries, "types", "worker_types", "errors", "read_npy", "read_safetensors"];   // what the entries' own types lead to

const { version } = JSON.parse(readFileSync(new URL("package.json", here), "utf8"));
const bundled = {
  bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning", absWorkingDir: fileURLToPath(here),
  define: { HEED_VERSION: JSON.stringify(version) },
};

const read = Object.entries(cores).map(readCore);   // before anything is deleted: a core that is not sound leaves the last package whole
for (const folder of [generated, dist, declarations]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
mkdirSync(new URL("wasm/", dist));
read.forEach(writeCore);
const [single, threaded, lab] = read;
for (const together of [[single], [threaded, single], [lab]]) embedWasm(together);   // with threads one may have to do without
await embedScript("pool_worker.js", "pool-worker");
await embedScript("worker_script.ts", "worker-script");   // it holds the text of the first
await build({ ...bundled, entryPoints: entries.map((entry) => `${entry}.ts`), splitting: true, outdir: "dist", chunkNames: "shared-[hash]" });
for (const name of ["serve.mjs", "open.mjs"]) copyFileSync(new URL(`../${name}`, here), new URL(name, dist));   // for the command
writeTypes();
for (const entry of entries) console.log(`${entry === "index" ? "heed" : `heed/${entry}`}: ${await sizeOf(entry)}`);

/** One glue for all flavours, and the wasm of each. */
function readCore([core, flavours]) {
  const file = (flavour, name) => {
    const url = new URL(`${core}/${flavour}/${name}`, wasm);
    if (!existsSync(url)) throw new Error(`${fileURLToPath(url)} is missing: build the wasm flavours first`);
    return readFileSync(url);
  };
  const [glue, ...others] = flavours.map((flavour) => file(flavour, "core.mjs"));
  if (others.some((other) => !other.equals(glue))) throw new Error(`${core}: the glue differs between the flavours`);
  return { core, glue: withoutOwnStart(glue.toString()), files: flavours.map((flavour) => [flavour, file(flavour, "core.wasm")]) };
}

/** emcc appends lines that start the threaded glue by itself in any worker of a certain name: the loader does that. */
function withoutOwnStart(glue) {
  const end = "export default createCore;\n";
  const at = glue.indexOf(end);
  if (at < 0) throw new Error(`the glue has no "${end.trim()}"`);
  return glue.slice(0, at + end.length);
}

/** The glue for the bundle, and the wasm as files for those who serve them. */
function writeCore({ core, glue, files }) {
  writeFileSync(new URL(`${core}_glue.js`, generated), `// @ts-nocheck: emcc's\n${glue}`);
  for (const [flavour, bytes] of files) writeFileSync(new URL(`wasm/${core}-${flavour}.wasm`, dist), bytes);
}

/** The wasm for the bundle: the first flavour of each core, packed together under the name of the first; the second one is `single`. */
function embedWasm(cores) {
  const wasm = cores.map(({ files: [[, bytes]] }) => bytes);
  let before = 0;
  const [first, second] = wasm.map(({ length: size }) => {
    const archive = `{ base64, before: ${before}, size: ${size} }`;
    before += size;
    return archive;
  });
  const base64 = packLzma(Buffer.concat(wasm)).toString("base64");
  writeFileSync(new URL(`${cores[0].core}_wasm.js`, generated), [
    `const base64 = "${base64}";`, `export default ${first};`, ...(second ? [`export const single = ${second};`] : []), "",
  ].join("\n"));
}

/** One script without imports: as a text within the entry that starts it, and as a file for those who make the workers. */
async function embedScript(entry, name) {
  await build({ ...bundled, entryPoints: [entry], format: "iife", outfile: `dist/${name}.js` });
  const text = readFileSync(new URL(`${name}.js`, dist), "utf8");
  writeFileSync(new URL(`${name.replace("-", "_")}_source.js`, generated), `export default ${JSON.stringify(text)};\n`);
  writeFileSync(new URL(`${name}.d.ts`, dist), "export {};\n");
}

/**
 * A sixth smaller than deflate makes it: see lzma.ts for the settings. Python, without which
 * there is no Emscripten either, brings the packer.
 * @param {Buffer} bytes
 */
function packLzma(bytes) {
  const settings = "{'id': lzma.FILTER_LZMA1, 'preset': 9 | lzma.PRESET_EXTREME, 'lc': 0, 'lp': 0, 'pb': 0}";
  const program = `import lzma, sys; sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read(), lzma.FORMAT_RAW, filters=[${settings}]))`;
  return execFileSync(process.env.EMSDK_PYTHON ?? "python3", ["-c", program], { input: bytes });
}

/** The compiler writes a declaration for every file; only those that a reader can reach are shipped. */
function writeTypes() {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", fileURLToPath(here), "--outDir", fileURLToPath(declarations)], { stdio: "inherit" });
  for (const name of publicTypes) copyFileSync(new URL(`${name}.d.ts`, declarations), new URL(`${name}.d.ts`, dist));
}

/** What a page that imports this entry alone loads. */
async function sizeOf(entry) {
  const { outputFiles } = await build({ ...bundled, entryPoints: [`dist/${entry}.js`], write: false });
  const bytes = outputFiles[0].contents;
  return `${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`;
}
