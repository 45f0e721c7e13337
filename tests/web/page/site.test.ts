// The built site, read as files, and the page's sources: links, words, looks, and what travels in each page.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import { decodeFirst, encodeFirst } from "../../../web/page/first.js";
import { linkTo } from "../../../web/page/page.js";
import { pages } from "../../../web/page/pages.js";
import { literalsInMarkup, missingFacts, physicalDeclarations, references, styleAttributes, tagsOf, thirdParties } from "./site_checks.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const site = join(root, "build/site");
const source = join(root, "web/page");

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => ending.test(path) && !path.includes("node_modules")).sort();
}
const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
const inSite = (ending: RegExp) => {
  const found = filesIn(site, ending).filter((path) => !path.startsWith("docs/"));   // those are typedoc's
  expect(found, `build/site holds files ${ending}`).not.toEqual([]);   // a check over no files would always pass
  return found;
};
const htmlOf = (address: string) => read(site, `${address.slice(1)}index.html`);
const firstOf = (html: string) => /<script type="application\/json" id="first">(.*?)<\/script>/s.exec(html)![1]!;
const unescape = (html: string) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What `address`, met in the file `from`, leads to that is not there; "" when all is well. */
function brokenReference(from: string, address: string): string {
  if (/^(data|mailto):/.test(address)) return "";
  const [path = "", fragment] = address.split("#");
  const target = path === "" ? from : join(dirname(from), path);
  const file = path.endsWith("/") || existsSync(join(site, target)) && statSync(join(site, target)).isDirectory() ? join(target, "index.html") : target;
  if (path.startsWith("/") || target.startsWith("..")) return `${from}: ${address} leaves the site`;
  if (!existsSync(join(site, file))) return `${from}: ${address} is not built`;
  if (fragment && !fragment.includes("=") && !tagsOf(read(site, file)).some(({ attributes }) => attributes.id === fragment)) return `${from}: ${address} has no such place`;
  return "";
}

describe("the built site", () => {
  it("holds exactly the pages that are listed", () => {
    expect(inSite(/\.html$/)).toEqual(pages.map(({ address }) => `${address.slice(1)}index.html`).sort());
  });
  it("links only to what is built", () => {
    const broken = inSite(/\.(html|css|js)$/).flatMap((path) => references(path, read(site, path)).map((address) => brokenReference(path, address)));
    expect(broken.filter(Boolean)).toEqual([]);
  });
  it("reaches every page from the front page", () => {
    const reached = new Set<string>();
    const follow = (address: string) => {
      if (reached.has(address)) return;
      reached.add(address);
      for (const { address: to } of pages) if (references("index.html", htmlOf(address)).some((link) => link.split("#")[0] === linkTo(address, to))) follow(to);
    };
    follow("/");
    expect([...reached].sort()).toEqual(pages.map(({ address }) => address).sort());
  });
  it("names no other host", () => {
    expect(inSite(/\.(html|css|js|svg)$/).flatMap((path) => thirdParties(path, read(site, path)))).toEqual([]);
  });
  it("has no style attribute", () => {
    expect(inSite(/\.(html|svg)$/).flatMap((path) => styleAttributes(path, read(site, path)))).toEqual([]);
  });
  it("has the bare board as the browser's own colour", () => {
    const [, light, dark] = /--board: light-dark\((#\w+), (#\w+)\)/.exec(read(source, "styles/tokens.css"))!;
    for (const { address } of pages) {
      const colours = tagsOf(htmlOf(address)).filter(({ attributes }) => attributes.name === "theme-color").map(({ attributes }) => attributes.content);
      expect(colours).toEqual([light, dark]);
    }
  });
  it.each(pages.map(({ address }) => address))("needs less than 100 KiB, packed, to show %s", (address) => {
    const path = `${address.slice(1)}index.html`;
    const needed = new Set(references(path, htmlOf(address)).map((reference) => join(dirname(path), reference)).filter((file) => /\.\w+$/.test(file) && existsSync(join(site, file))));
    const packed = [path, ...needed].map((file) => gzipSync(readFileSync(join(site, file))).length / 1024);
    const all = inSite(/\.\w+$/).map((file) => gzipSync(readFileSync(join(site, file))).length / 1024);
    const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
    console.info(`${address}: ${sum(packed).toFixed(0)} KiB packed in ${packed.length} files; the whole site: ${sum(all).toFixed(0)} KiB in ${all.length} files`);
    expect(needed.size).toBeGreaterThan(3);
    expect(sum(packed)).toBeLessThan(100);
  });
});

describe.each(pages.map((page) => [page.address, page] as const))("%s", (address, { View, outset: { start }, title, description }) => {
  it("states its facts", () => expect(missingFacts(htmlOf(address))).toEqual([]));
  it("differs from other pages in title and description", () => {
    for (const other of pages) if (other.address !== address) expect([other.title, other.description]).not.toEqual(expect.arrayContaining([title, description]));
  });
  it("carries the trace of its default scene", () => {
    expect(decodeFirst(firstOf(htmlOf(address))).shown.scene).toEqual(start.scene);
  });
  it("is drawn alike from the Shown that travels in it", () => {
    const html = htmlOf(address);
    const main = /<main[^>]*>(.*)<\/main>/s.exec(html)![1];
    expect(renderToString(h(View, { first: decodeFirst(firstOf(html)).shown }))).toBe(main);
  });
});

describe("the front page's six lines", () => {
  it("print what the page says they print", () => {
    const [, lines = "", printed = ""] = /<pre class="code"><code>(.*?)<\/code>\s*<samp>.*?<\/span>(.*?)<\/samp>/s.exec(htmlOf("/"))!;
    const code = unescape(lines.replace(/<[^>]+>/g, ""));
    expect(code.trim().split("\n")).toHaveLength(6);
    const came = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: root, encoding: "utf8" }).trim().split(" ");
    const said = printed.split(" ");
    expect(came.map((number, place) => said[place]?.endsWith("…") ? `${number.slice(0, said[place].length - 1)}…` : number)).toEqual(said);
  });
});

describe("the page's sources", () => {
  it("name no side of the screen in a style", () => {
    expect(filesIn(source, /\.css$/).flatMap((path) => physicalDeclarations(path, read(source, path)))).toEqual([]);
  });
  it("keep all words in words/", () => {
    expect(filesIn(source, /\.tsx$/).flatMap((path) => literalsInMarkup(path, read(source, path)))).toEqual([]);
  });
  it("use every style sheet", () => {
    const ofAll = references("site.css", read(source, "styles/site.css")).map((path) => relative(".", path));
    const ofOne = filesIn(source, /\.tsx$/).flatMap((path) => [...read(source, path).matchAll(/^import "\.\.\/styles\/(.*\.css)";$/gm)].map(([, sheet]) => sheet!));
    expect([...ofAll, ...ofOne].sort()).toEqual(filesIn(join(source, "styles"), /\.css$/).filter((path) => path !== "site.css"));
  });
});

describe("the JSON that travels in a page", () => {
  it("keeps what JSON lacks, bit for bit", () => {
    const numbers = [0, -0, 1 / 3, -Infinity, Infinity, NaN, 1e-45, 3.4028234663852886e38, 16777217, 0.1];
    const shown = { ...decodeFirst(firstOf(htmlOf("/"))).shown, opened: [] };
    shown.trace.masked = { data: Float32Array.from(numbers), shape: [1, 1, numbers.length] };
    shown.scene.temperature = -0;
    const back = decodeFirst(encodeFirst({ shown })).shown;
    expect(back).toEqual(shown);
    expect(new Uint32Array(back.trace.masked.data.buffer)).toEqual(new Uint32Array(shown.trace.masked.data.buffer));
    expect(Object.is(back.scene.temperature, -0)).toBe(true);
  });
  it("cannot end its own script element", () => {
    const { shown } = decodeFirst(firstOf(htmlOf("/")));
    if (shown.scene.kind === "words") shown.scene.words = ["</script><!--"];
    expect(encodeFirst({ shown })).not.toContain("<");
    expect(decodeFirst(encodeFirst({ shown })).shown.scene).toEqual(shown.scene);
  });
});

describe("the checks of this file", () => {
  it("see a link to a page that is not built, a place that is not there, a way out of the site", () => {
    expect(brokenReference("index.html", "self-attention/99/")).toMatch(/not built/);
    expect(brokenReference("index.html", "#nowhere")).toMatch(/no such place/);
    expect(brokenReference("index.html", "../other/")).toMatch(/leaves/);
    expect(references("a.css", '@import "./x.css"; a { background: url(./y.svg) }')).toEqual(["./x.css", "./y.svg"]);
    expect(references("a.js", 'import{x}from"./b.js";new URL("./worker-1.js",import.meta.url);import(`./c.js`)')).toEqual(["./b.js", "./worker-1.js", "./c.js"]);
  });
  it("see another host", () => {
    expect(thirdParties("a", '<script src="https://cdn.example/x.js">')).toHaveLength(1);
    expect(thirdParties("a", 'url("//fonts.example/x")')).toHaveLength(1);
    expect(thirdParties("a", 'xmlns="http://www.w3.org/2000/svg"')).toEqual([]);
  });
  it("see a style attribute", () => expect(styleAttributes("a", '<p class="x" style="color:red">')).toHaveLength(1));
  it("see every fact that is missing", () => expect(missingFacts("<html><h1></h1><h1></h1><script>1</script>")).toHaveLength(8));
  it("see a side of the screen", () => {
    const css = "a { margin-left: 1px; padding: 1px 2px; width: 3px; text-align: right; inset: 0 auto; top: 0; border-left: 0; overflow-x: auto }";
    expect(physicalDeclarations("a", css)).toHaveLength(8);
    expect(physicalDeclarations("a", "a { margin: 0; padding: var(--a, 1px); inline-size: 1px; border-width: 0 } @media (width < 1px) { a { inset: 0 } }")).toEqual([]);
  });
  it("see words in markup", () => {
    const tsx = '<p title="a" style="b" class="c">{x ? "d" : `e ${y}`} f {say("g")} {"\\n"} <mi>h</mi></p>';
    expect(literalsInMarkup("a.tsx", tsx).map((line) => line.replace(/^a.tsx:1: /, ""))).toEqual(["a", "a style attribute", "d", "e", "f"]);
  });
});
