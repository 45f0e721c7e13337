// The two walks. A step's file name gives its number and its place: lessons/WALK/NUMBER-title.tsx, and summary.tsx last.
import { linkTo, type Page } from "../page.js";
import { termIds } from "../words/en/glossary.js";
import { lesson as words } from "../words/en/lesson.js";
import type { Stop } from "./pipeline.js";
import { StepPage, type Step, type Turn } from "./step.js";

const files = import.meta.glob<Step>(["./self-attention/*.tsx", "./scaled-dot-product/*.tsx"], { eager: true, import: "step" });

const walkNames = ["self-attention", "scaled-dot-product"] as const;

/** Every step as a page, walk by walk, in order. */
export const walkPages: readonly Page[] = walkNames.flatMap(pagesOf);

function pagesOf(walk: (typeof walkNames)[number]): Page[] {
  const found = Object.entries(files).filter(([file]) => file.startsWith(`./${walk}/`)).sort(([a], [b]) => (a < b ? -1 : 1));
  const steps = found.map(([file, step]) => ({ file, step, place: /(\d+|summary)[^/]*$/.exec(file)![1]! }));
  const numbered = steps.filter(({ place }) => place !== "summary").length;
  const addresses = steps.map(({ place }) => `/${walk}/${place}/`);
  return steps.map(({ file, step, place }, at) => {
    const address = addresses[at]!, link = (to: number) => steps[to] && { href: linkTo(address, addresses[to]!), title: steps[to].step.title };
    const glossary = { href: linkTo(address, "/glossary/"), ids: termIds };
    const stops: Partial<Record<Stop, string>> = {};
    steps.forEach(({ step: other }, to) => other.at.forEach((stop) => (stops[stop] ??= linkTo(address, addresses[to]!))));
    const turn: Turn = { count: place === "summary" ? words.summary : words.count(Number(place), numbered), back: link(at - 1), next: link(at + 1), stops };
    return {
      address, file: `lessons/${file.slice(2)}`, title: step.title, description: step.description, outset: step.outset, place: { turn, glossary },
      ...(at === 0 ? { bar: words.walks[walk] } : {}),
      View: ({ first }) => <StepPage step={step} place={{ turn, glossary }} first={first} />,
    };
  });
}
