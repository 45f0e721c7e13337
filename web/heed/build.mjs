// Builds the package into dist/: embeds the wasm flavours, bundles and minifies the entries, writes their types. The
// C++ comes first: `cmake --preset wasm && cmake --build --preset wasm`.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { deflateRawSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const wasm = new URL("../../build/wasm/", here);
const generated = new URL("generated/", here);
const dist = new URL("dist/", here);
const declarations = new URL("../../build/heed-types/", here);

const cores = { heed: ["scalar", "simd128", "relaxed"], heed_threads: ["simd128", "relaxed"], lab: ["scalar", "simd128", "relaxed"] };
const sliceBytes = 4096;
const entries = ["index", "threads", "lab"];
const publicTypes = [...entries, "types", "errors", "read_npy", "read_safetensors"];   // what the entries' own types lead to

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
read.forEach(embed);
await embedPoolWorker();
await build({ ...bundled, entryPoints: entries.map((entry) => `${entry}.ts`), splitting: true, outdir: "dist", chunkNames: "shared-[hash]" });
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

/** The flavours go into the JavaScript together, and beside it as files for those who serve them. */
function embed({ core, glue, files }) {
  const archive = {
    base64: deflateRawSync(byTurns(files.map(([, bytes]) => bytes)), { level: 9 }).toString("base64"),
    sliceBytes,
    sizes: Object.fromEntries(files.map(([flavour, { length }]) => [flavour, length])),
  };
  writeFileSync(new URL(`${core}_glue.js`, generated), `// @ts-nocheck: emcc's\n${glue}`);
  writeFileSync(new URL(`${core}_wasm.js`, generated), `export default ${JSON.stringify(archive)};\n`);
  for (const [flavour, bytes] of files) writeFileSync(new URL(`wasm/${core}-${flavour}.wasm`, dist), bytes);
}

/** One script without imports: as a text within "heed/threads", and as a file for those who make the workers. */
async function embedPoolWorker() {
  await build({ ...bundled, entryPoints: ["pool_worker.js"], format: "iife", outfile: "dist/pool-worker.js" });
  const text = readFileSync(new URL("pool-worker.js", dist), "utf8");
  writeFileSync(new URL("pool_worker_source.js", generated), `export default ${JSON.stringify(text)};\n`);
  writeFileSync(new URL("pool-worker.d.ts", dist), "export {};\n");
}

/** A slice of each flavour, then the next of each: see embedded.ts. */
function byTurns(files) {
  const slices = [];
  for (let start = 0; start < Math.max(...files.map(({ length }) => length)); start += sliceBytes) {
    slices.push(...files.map((file) => file.subarray(start, start + sliceBytes)));
  }
  return Buffer.concat(slices);
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
