// Puts the built site into the package, for `npx heed`. The developer docs stay out: they are long, and
// the package's types hold the same words.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));
const [from, to] = [path("../build/site"), path("heed/site")];

rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true, filter: (file) => file !== path("../build/site/docs") });
