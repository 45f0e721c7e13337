// Puts the documentation of the package's types into the site, under docs/, and the site without it into the package, for
// `npx heed`: there the types themselves hold the same words.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

function replace(/** @type {string} */ to, /** @type {string} */ from) {
  rmSync(path(to), { recursive: true, force: true });
  cpSync(path(from), path(to), { recursive: true });
}

rmSync(path("../build/site/docs"), { recursive: true, force: true });
replace("heed/site", "../build/site");
replace("../build/site/docs", "../build/docs");
