// The two walks. A step's file name gives its number and its place: lessons/WALK/NUMBER-title.tsx, and summary.tsx last.
import { linkTo, type Page } from "../page.js";
import { lesson as words } from "../words/en/lesson.js";
import type { Stop } from "./pipeline.js";
import { StepView, type Step, type Turn } from "./step.js";

const files = import.meta.glob<Step>(["./self-attention/*.tsx", "./scaled-dot-product/*.tsx"], { eager: true, import: "step" });

const walkNames = ["self-attention", "scaled-dot-product"] as const;

/** Every step as a page, walk by walk, in order. */
export const walkPages: readonly Page[] = walkNames.flatMap(pagesOf);

function pagesOf(walk: (typeof walkNames)[number]): Page[] {
  const found = Object.entries(files).filter(([file]) => file.startsWith(`./${walk}/`)).sort(([a], [b]) => (a < b ? -1 : 1));
  const steps = found.map(([file, step]) => ({ step, place: /(\d+|summary)[^/]*$/.exec(file)![1]! }));
  const numbered = steps.filter(({ place }) => place !== "summary").length;
  const addresses = steps.map(({ place }) => `/${walk}/${place}/`);
  return steps.map(({ step, place }, at) => {
    const address = addresses[at]!, link = (to: number) => steps[to] && { href: linkTo(address, addresses[to]!), title: steps[to].step.title };
    const stops: Partial<Record<Stop, string>> = {};
    steps.forEach(({ step: other }, to) => other.at.forEach((stop) => (stops[stop] ??= linkTo(address, addresses[to]!))));
    const turn: Turn = { count: place === "summary" ? words.summary : words.count(Number(place), numbered), back: link(at - 1), next: link(at + 1), stops };
    return {
      address, title: step.title, description: step.description, outset: step.outset, ...(at === 0 ? { bar: words.walks[walk] } : {}),
      View: ({ first }) => <StepView step={step} turn={turn} first={first} />,
    };
  });
}
