// The document around a page's view: head, bar, notices, footer. Drawn by the build only; no script touches it again
// but head.ts. The view alone is made live.
import type { VNode } from "preact";
import { documentation, linkTo, type Page } from "./page.js";
import { frame } from "./words/en/frame.js";

/** Files of the built site, by their path inside it. */
export interface Assets {
  script: string;
  /** What a source file of a page, and what it needs, has become: loaded ahead, so that the page is live sooner. */
  partsOf(file: string): readonly string[];
  head: string;
  /** What makes a page live, beyond what shows it. */
  core: { script: string; wasm: string };
  /** Faces that the first screen of a page needs too, by its source file. */
  facesOf(file: string): readonly string[];
  /** Of all pages, then a page's own, by its source file. */
  stylesOf(file: string | undefined): readonly string[];
  icon: string;
  /** Faces that the first screen needs. */
  fonts: readonly string[];
}

interface DocumentProps {
  page: Page;
  pages: readonly Page[];
  assets: Assets;
  /** The page's Shown as JSON: see first.ts. */
  first: string;
  children: VNode;
}

// Nothing of a third party can load, no inline script or style attribute works. WebAssembly is compiled, from its own file
// or from bytes in the script, and a worker may start from a blob.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; img-src 'self' data:";

// --board of tokens.css, which a browser's own bar cannot read.
const board = { light: "#faf6ec", dark: "#161a1a" } as const;

export function Document({ page, pages, assets, first, children }: DocumentProps) {
  const asset = (path: string) => linkTo(page.address, `/${path}`);
  // For ahead.ts.
  const soon = (file: string) => ({ "data-faces": assets.facesOf(file).map(asset).join(" "), "data-script": asset(assets.core.script), "data-wasm": asset(assets.core.wasm) });
  return (
    <html lang={frame.language}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.address === "/" ? page.title : frame.titleOf(page.title)}</title>
        <meta name="description" content={page.description} />
        {(["light", "dark"] as const).map((theme) =>
          <meta name="theme-color" media={`(prefers-color-scheme: ${theme})`} content={board[theme]} data-light={board.light} data-dark={board.dark} />)}
        <link rel="icon" href={asset(assets.icon)} type="image/svg+xml" />
        <script src={asset(assets.head)} {...(page.file === undefined ? {} : soon(page.file))} />
        {assets.fonts.map((font) => <link rel="preload" href={asset(font)} as="font" type="font/woff2" crossorigin="anonymous" />)}
        {assets.stylesOf(page.file).map((style) => <link rel="stylesheet" href={asset(style)} />)}
        <script type="module" src={asset(assets.script)} />
        {page.file !== undefined && assets.partsOf(page.file).map((part) => <link rel="modulepreload" href={asset(part)} />)}
      </head>
      <body>
        <a class="skip" href="#view">{frame.skip}</a>
        <Bar page={page} pages={pages} />
        <noscript><div class="wrap"><p class="notice">{frame.noScript}</p></div></noscript>
        <main class="wrap" id="view" tabindex={-1} data-address={page.address} data-file={page.file}>{children}</main>
        <footer class="wrap">
          <div class="foot">
            <span>{frame.device}</span><span>{frame.caution}</span>
            {pages.filter(({ foot }) => foot !== undefined).map((other) => <a href={linkTo(page.address, other.address)}>{other.foot}</a>)}
            <a href={linkTo(page.address, documentation)}>{frame.documentation}</a>
          </div>
        </footer>
        <script type="application/json" id="first" dangerouslySetInnerHTML={{ __html: first }} />
      </body>
    </html>
  );
}

function Bar({ page, pages }: { page: Page; pages: readonly Page[] }) {
  // A step marks its walk: what stands before its number.
  const place = (address: string) => address.split("/")[1];
  const here = (other: Page) => other === page ? "page" : place(other.address) === place(page.address) ? "true" : undefined;
  return (
    <header class="bar">
      {pages.filter(({ address }) => address === "/").map((home) =>
        <a class="mark" href={linkTo(page.address, "/")} aria-current={here(home)}><Mark />{frame.mark}</a>)}
      <nav aria-label={frame.site}>
        {pages.filter(({ bar }) => bar !== undefined).map((other) =>
          <a href={linkTo(page.address, other.address)} aria-current={here(other)}>{other.bar}</a>)}
      </nav>
      <span class="tools">
        <button type="button" class="plain theme">
          <span class="to-light">{frame.toLight.shown}<span class="vh">{frame.toLight.heard}</span></span>
          <span class="to-dark">{frame.toDark.shown}<span class="vh">{frame.toDark.heard}</span></span>
        </button>
        <button type="button" class="plain" popovertarget="keys">{frame.keys.button} <kbd>?</kbd></button>
      </span>
      <Keys />
    </header>
  );
}

/** All keys; the button opens it without a script, live.tsx on "?". */
function Keys() {
  return (
    <div id="keys" class="keys-list" popover="auto">
      <h2>{frame.keys.heading}</h2>
      <dl>
        {frame.keys.list.map(([keys, what]) => (
          <div key={what}><dt>{keys.map((name) => <kbd key={name}>{name}</kbd>)}</dt><dd>{what}</dd></div>
        ))}
      </dl>
    </div>
  );
}

/** The arc over the name: one e heeds the other. */
function Mark() {
  return (
    <svg viewBox="0 0 62 12" preserveAspectRatio="none" aria-hidden="true">
      <path class="line" d="M43 11.5C41.5 3.5 31 2 28.2 9" />
      <path class="head" d="M27.3 12.5L24.9 6.6L31.6 8.2Z" />
    </svg>
  );
}
