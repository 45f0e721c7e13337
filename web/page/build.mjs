// Builds build/site: bundles the browser's side with Vite, loads the build's side in Node, writes each page's HTML.
// Needs the package's dist/. Leaves out serving: see web/serve.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import subsetFont from "subset-font";
import { build } from "vite";

const room = dirname(fileURLToPath(import.meta.url));
const output = join(room, "../../build");
const site = join(output, "site");
const draft = join(output, "site-draft");   // takes the site's place when it is whole
const faces = join(output, "faces");

// The signs of the page's formulas. Letters come from the text face.
const mathRanges = [
  [0x20, 0x20], [0x28, 0x29], [0x2b, 0x2c], [0x2e, 0x2e], [0x3d, 0x3d], [0x5b, 0x5b], [0x5d, 0x5d], [0x7b, 0x7d], [0xb7, 0xb7], [0xd7, 0xd7],
  [0xf7, 0xf7], [0x3b1, 0x3b1], [0x3b8, 0x3b8], [0x3c3, 0x3c3], [0x2009, 0x2009], [0x2016, 0x2016], [0x2026, 0x2026], [0x2032, 0x2032],
  [0x211d, 0x211d], [0x2190, 0x2193], [0x2202, 0x2202], [0x2208, 0x2208], [0x2211, 0x2212], [0x221a, 0x221a], [0x221e, 0x221e],
  [0x2225, 0x2225], [0x2248, 0x2248], [0x2260, 0x2260], [0x2264, 0x2265], [0x22a4, 0x22a4], [0x22c5, 0x22c5], [0x22ef, 0x22ef],
  [0x1d6fc, 0x1d6fc], [0x1d703, 0x1d703],
];

/** STIX Two Math cut to the signs above: 10 kB instead of 200; its MATH table stays. */
async function cutMathFace() {
  const whole = createRequire(import.meta.url).resolve("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2");
  const signs = mathRanges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)));
  await mkdir(faces, { recursive: true });
  await writeFile(join(faces, "heed-math.woff2"), await subsetFont(await readFile(whole), signs.join(""), { targetFormat: "woff2" }));
}

const shared = {
  root: room,
  configFile: false,
  logLevel: "warn",
  base: "./",   // relative addresses: the site works under any path of a host
  resolve: { alias: { "heed-faces": faces } },
};

/** The oldest browsers with all that the styles need: light-dark() and relative colours. */
const target = ["chrome125", "firefox128", "safari18"];

async function bundleBrowserSide() {
  await build({
    ...shared,
    build: {
      target, cssTarget: target,
      outDir: draft, emptyOutDir: true, manifest: "manifest.json",
      assetsInlineLimit: 0,   // the policy allows no faces in data: addresses
      modulePreload: false,   // the pages name what they need
      rolldownOptions: {
        input: { live: join(room, "live.tsx"), head: join(room, "head.ts") },
        // What several pages need is one file: twenty small ones would come one after the other, six at a time.
        output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 6 }] } },
      },
    },
    worker: { format: "es" },
  });
  const path = join(draft, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  await rm(path);
  return assetsOf(manifest);
}

function assetsOf(manifest) {
  const { file: script, css: [style] } = manifest["live.tsx"], files = Object.values(manifest).map(({ file }) => file);
  const fileOf = (name) => {
    const found = files.find((file) => file.includes(name));
    if (!found) throw new Error(`the bundle holds no ${name}, only ${files.join(", ")}`);
    return found;
  };
  // Every chunk that a page's own file leads to, without those of the entry, which its script names anyway.
  const partsOf = (source) => {
    const found = new Set();
    const follow = (name) => {
      if (name === "live.tsx" || found.has(manifest[name].file)) return;
      found.add(manifest[name].file);
      (manifest[name].imports ?? []).forEach(follow);
    };
    follow(source);
    return [...found];
  };
  const core = { script: manifest["scene/answer.ts"].file, wasm: fileOf(".wasm") };
  const fonts = ["brygada-1918-latin-400-normal", "figtree-latin-400-normal"].map(fileOf);
  const formulas = ["heed-math", "brygada-1918-latin-400-italic"], firstFaces = { lessons: [...formulas, "figtree-latin-600-normal"], labs: formulas };
  const facesOf = (source) => (firstFaces[source.split("/")[0]] ?? []).map(fileOf);
  const stylesOf = (source) => [style, ...(manifest[source]?.css ?? [])];
  return { script, partsOf, stylesOf, head: manifest["head.ts"].file, core, facesOf, icon: "favicon.svg", fonts };
}

async function bundleBuildSide() {
  const outDir = join(output, "page-render");
  await build({
    ...shared,
    publicDir: false,
    build: { ssr: join(room, "render.tsx"), outDir, emptyOutDir: true, target: "node20", rolldownOptions: { external: ["heed/lab"] } },
  });
  // A new query makes Node load the new bundle, when one process builds again and again.
  return import(`${pathToFileURL(join(outDir, "render.js"))}?at=${Date.now()}`);
}

export async function buildSite() {
  process.env.NODE_ENV = "production";   // left to whoever calls, it may make the scripts longer by a fifth
  await cutMathFace();
  const assets = await bundleBrowserSide();
  const { renderSite } = await bundleBuildSide();
  for (const [path, html] of await renderSite(assets)) {
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeFile(join(draft, path), html);
  }
  await rm(site, { recursive: true, force: true });
  await rename(draft, site);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite();
  console.log("build/site is ready");
}
