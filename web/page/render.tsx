// The build's side of the page, run in Node: traces each page's default scene through the package and draws its HTML.
import { load } from "heed/lab";
import { renderToString } from "preact-render-to-string";
import { encodeFirst } from "./first.js";
import { Document, type Assets } from "./frame.js";
import { pages } from "./pages.js";
import { computeShown } from "./scene/compute.js";
import { wantedAt } from "./scene/outset.js";

/** Every page as [path inside the site, HTML]. */
export async function renderSite(assets: Assets): Promise<[path: string, html: string][]> {
  const heed = await load();
  try {
    return pages.map((page) => {
      const first = computeShown(heed, wantedAt(page.outset, page.outset.start, true));
      const html = renderToString(
        <Document page={page} pages={pages} assets={assets} first={encodeFirst({ shown: first, ...(page.place ? { place: page.place } : {}) })}><page.View first={first} /></Document>,
      );
      return [`${page.address.slice(1)}index.html`, `<!doctype html>${html}\n`];
    });
  } finally {
    heed.dispose();
  }
}
