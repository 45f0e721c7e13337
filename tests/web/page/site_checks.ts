// Checks on files of the site, as plain functions from text to what is wrong with it, so that each can be seen to fail.
import ts from "typescript";

export interface Tag { name: string; attributes: Record<string, string> }

/** The opening tags of HTML as the build writes it: lower-case names, double quotes. */
export function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][\w-]*)((?:\s+[^\s=>\/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([, name = "", rest = ""]) => ({
    name,
    attributes: Object.fromEntries([...rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [key, value])),
  }));
}

/** The addresses that a file of the site refers to, as they are written. */
export function references(path: string, text: string): string[] {
  if (path.endsWith(".html")) return tagsOf(text).flatMap(({ attributes: { href, src } }) => [href, src].filter((address) => address !== undefined));
  if (path.endsWith(".css")) return [...text.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']/g)].map(([, url, imported]) => url ?? imported!);
  if (path.endsWith(".js")) return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)["'`](\.{0,2}\/?[\w./-]+\.(?:js|css|svg|woff2|wasm))["'`]/g)].map(([, address]) => address!);
  return [];
}

/** Addresses that are no file's: another host, or a fragment that the page meant does not have. */
export function thirdParties(path: string, text: string): string[] {
  const allowed = /^https?:\/\/www\.w3\.org\//;   // names of XML namespaces, which nothing fetches
  return [...text.matchAll(/(?:https?|wss?):\/\/[^\s"'`)\\<]+|(?<=["'`(])\/\/[a-z0-9-]+\.[a-z][^\s"'`)]*/gi)].map(([address]) => address)
    .filter((address) => !allowed.test(address)).map((address) => `${path}: ${address}`);
}

export function styleAttributes(path: string, html: string): string[] {
  return tagsOf(html).filter(({ attributes }) => "style" in attributes).map(({ name, attributes }) => `${path}: <${name} style="${attributes.style}">`);
}

/** What a page lacks of the facts that every page states. */
export function missingFacts(html: string): string[] {
  const tags = tagsOf(html);
  const text = (name: string) => new RegExp(`<${name}[^>]*>([^<]+)</${name}>`).exec(html)?.[1]?.trim();
  const meta = (name: string) => tags.find(({ attributes }) => attributes.name === name || attributes["http-equiv"] === name)?.attributes.content;
  const facts: [string, boolean][] = [
    ["a language", Boolean(tags.find(({ name }) => name === "html")?.attributes.lang)],
    ["a title", Boolean(text("title"))],
    ["a description", Boolean(meta("description"))],
    ["exactly one h1", tags.filter(({ name }) => name === "h1").length === 1],
    ["one main", tags.filter(({ name }) => name === "main").length === 1],
    ["a policy without inline scripts and styles", /script-src 'self' 'wasm-unsafe-eval';.*style-src 'self'/.test(meta("Content-Security-Policy") ?? "")],
    ["no inline script but the first Shown", tags.filter(({ name, attributes }) => name === "script" && !attributes.src).every(({ attributes }) => attributes.type === "application/json")],
    ["an icon", tags.some(({ attributes }) => attributes.rel === "icon")],
  ];
  return facts.filter(([, there]) => !there).map(([fact]) => fact);
}

const sides = "(?:left|right|top|bottom)";
const physicalName = new RegExp(`^(?:${sides}|(?:margin|padding|border|scroll-margin|scroll-padding)-${sides}(?:-\\w+)?|(?:min-|max-)?(?:width|height)|overflow-[xy]|border-(?:top|bottom)-(?:left|right)-radius)$`);
const fourSides = /^(?:margin|padding|inset|border-width|border-style|border-color|scroll-margin|scroll-padding)$/;
const sidedValue = /^(?:text-align|float|clear|caption-side|resize)$/;

/** Declarations that name a side of the screen instead of a side of the text. */
export function physicalDeclarations(path: string, css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, "");
  return [...bare.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+?)\s*(?=[;}])/g)].filter(([, name = "", value = ""]) =>
    physicalName.test(name)
    || (fourSides.test(name) && value.replace(/\([^)]*\)/g, "()").split(/\s+/).length > 1)
    || (sidedValue.test(name) && /^(?:left|right)$/.test(value)),
  ).map(([declaration]) => `${path}: ${declaration}`);
}

const spokenAttributes = new Set(["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt"]);
const hasLetters = (text: string) => /\p{L}/u.test(text);

/** Prose, spoken labels and style attributes that a TSX file holds itself; words belong to words/, looks to styles/. */
export function literalsInMarkup(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const note = (node: ts.Node, text: string) => found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text.trim()}`);
  const literals = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (hasLetters(node.text)) note(node, node.text);
    } else if (ts.isConditionalExpression(node)) {
      literals(node.whenTrue);
      literals(node.whenFalse);
    } else if (ts.isTemplateExpression(node)) {
      literals(node.head);
      node.templateSpans.forEach(({ literal }) => literals(literal));
    } else if (ts.isBinaryExpression(node)) {
      literals(node.right);
    } else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
      if (node.expression) literals(node.expression);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === "mi") return;   // a letter of a formula is no word
    if (ts.isJsxText(node) && hasLetters(node.text)) note(node, node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) literals(node);
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText();
      if (name === "style") note(node, "a style attribute");
      if (spokenAttributes.has(name) && node.initializer) literals(node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
