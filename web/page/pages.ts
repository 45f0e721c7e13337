// The pages that are built, in order. Links, tests and the build all read this list.
import { page as front } from "./front.js";
import { page as glossary } from "./glossary.js";
import { page as playground } from "./labs/playground.js";
import { walkPages } from "./lessons/walks.js";
import type { Page } from "./page.js";

export const pages: readonly Page[] = [front, ...walkPages, playground, glossary];
