// The glossary against the walks: every term that a step explains stands in it, and leads back to the step that explains it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { pages } from "../../../web/page/pages.js";
import { glossary, termId } from "../../../web/page/words/en/glossary.js";

const site = fileURLToPath(new URL("../../../build/site", import.meta.url));
const mainOf = (address: string) => /<main[^>]*>(.*)<\/main>/s.exec(readFileSync(`${site}${address}index.html`, "utf8"))![1]!;
const steps = pages.map(({ address }) => address).filter((address) => /^\/(self-attention|scaled-dot-product)\//.test(address));
/** What a step says in its own words. */
const saidIn = (address: string) => mainOf(address).replace(/<[^>]+>/g, " ").replace(/&[a-z]+;/g, " ").replace(/\s+/g, " ").toLowerCase();
const explainedIn = (address: string) => [...mainOf(address).matchAll(/<dfn>(.*?)<\/dfn>/g)].map(([, term]) => term!);
const formsOf = ({ term, also = [] }: (typeof glossary)[number]) => [term, ...also];

describe("the glossary", () => {
  it("is in the order of the alphabet, each term and each form of it once", () => {
    expect(glossary.map(({ id }) => id)).toEqual(glossary.map(({ id }) => id).sort());
    const forms = glossary.flatMap(formsOf).map((form) => form.toLowerCase());
    expect(new Set(forms).size).toBe(forms.length);
  });
  it("finds a term in any form and any case", () => {
    expect([termId("Softmax"), termId("keys"), termId("−∞"), termId("nothing")]).toEqual(["softmax", "key", "minus-infinity", undefined]);
  });
  it("says each meaning in at most two sentences after the first, none of them long", () => {
    for (const { term, meaning } of glossary) {
      const sentences = meaning.map((piece) => (typeof piece === "string" ? piece : piece[0] === "f" ? "d" : piece[1])).join("").split(/(?<=[.?]) /);
      expect(sentences.length, term).toBeLessThanOrEqual(3);
      for (const sentence of sentences) expect(sentence.split(" ").length, sentence).toBeLessThanOrEqual(26);
    }
  });
  it.each(glossary.filter(({ first }) => steps.includes(first)).map((entry) => [entry.term, entry] as const))("leads to a step that speaks of %s", (_, entry) => {
    expect(formsOf(entry).some((form) => saidIn(entry.first).includes(form.toLowerCase().replace("_", " "))), entry.first).toBe(true);
  });
});

describe("a step", () => {
  it.each(steps)("%s links every term that it explains", (address) => {
    for (const term of explainedIn(address)) expect(term, address).toMatch(/^<a href="\.\.\/\.\.\/glossary\/#[a-z-]+">/);
  });
});
