// The parts of a step by themselves, put into a page of the built site in place of its own view: see walk_parts.test.ts.
import { h, hydrate } from "preact";
import { Code } from "../../../web/page/stage/code.js";
import { Guess } from "../../../web/page/stage/guess.js";
import type { Prose } from "../../../web/page/stage/prose.js";
import { Recall } from "../../../web/page/stage/recall.js";
import { Glossary, Term } from "../../../web/page/stage/terms.js";
import { code as codeWords } from "../../../web/page/words/en/code.js";
import { guess as guessWords, recall as recallWords } from "../../../web/page/words/en/walk_parts.js";

export const programs = { numpy: "Q @ K.T  # of V", javascript: "const q = k; // v\nwq", latex: "Q K^\\top % V" };

const question: Prose = ["Which ", ["k", "key"], " wins?"];
export const choices = [
  { label: "the long one", reveal: [["k", "Length"], " counts."] as Prose },
  { label: "the short one", reveal: "Length counts in favour." },
  { label: "neither", reveal: "Some key always leads." },
];

const card = (id: string) => ({ id, question: [`What is ${id}?`], answer: [[`It is ${id}.`], ["And more."]] });

export const Parts = () => h("div", { class: "step" },
  h("h1", null, "Parts"),
  h(Glossary.Provider, { value: { href: "../glossary/", idOf: (text) => (text === "keys" ? "key" : undefined) } },
    h("p", null, h(Term, { text: "keys" }), " and ", h(Term, { text: "unknown" }))),
  h(Code<keyof typeof programs>, { id: "code", languages: { numpy: "NumPy", javascript: "JavaScript", latex: "LaTeX" }, textOf: (language) => programs[language], words: codeWords }),
  h(Guess, { id: "walk/1", question, choices, words: guessWords }),
  h(Recall, { id: "walk", cards: [card("one"), card("two"), card("three")], ideas: [{ id: "first", text: ["The ", ["q", "query"], " asks."] }, { id: "second", text: ["It ends."] }], words: recallWords }));

/** Draws them where the build's drawing stands, as a page does. */
export function show(main: Element): void {
  hydrate(h(Parts, null), main);
}
