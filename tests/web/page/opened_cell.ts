// Holds an opened cell, line by line, against the reference: which operands it has, their products, running sums, result.
import type { Page } from "../browser.js";
import { misprint } from "./shown_numbers.js";
import type { Truth } from "./scene_in_address.js";

/** A float64 number and how far a float32 core's may be from it. */
interface Bounded { value: number; tolerance: number }
interface Line { operands: string[]; product?: Bounded; partial?: Bounded }

/** What the opened view shows. An operand is its place and its text. */
export interface OpenedView {
  stage: string;
  index: number[];
  lines: { word: string | undefined; operands: { place: string; text: string }[]; product: string | undefined; partial: string | undefined }[];
  result: string;
}

/** The opened cell as it stands on the page; undefined when none is open. */
export function openedOn(page: Page): Promise<OpenedView | undefined> {
  return page.run(() => {
    const view = document.querySelector<HTMLElement>("[data-opened]");
    if (!view) return undefined;
    const sums = view.querySelector(".sums:not([data-paper])")!;
    const text = (element: Element | null | undefined) => element?.textContent?.trim();
    return {
      stage: view.dataset.opened!, index: view.dataset.index!.split(",").map(Number), result: text(sums.querySelector("[data-result]")) ?? "",
      lines: [...sums.querySelectorAll("tbody tr")].map((row) => ({
        word: text(row.querySelector("th")),
        operands: [...row.querySelectorAll<HTMLElement>("[data-stage]")].map((operand) => ({ place: `${operand.dataset.stage}[${operand.dataset.index}]`, text: text(operand)! })),
        product: text(row.querySelector("[data-product]")), partial: text(row.querySelector("[data-partial]")),
      })),
    };
  });
}

/** One line for each thing that is wrong with an opened cell. */
export function openedMistakes(view: OpenedView, truth: Truth): string[] {
  const name = `${view.stage}[${view.index.join()}] opened`, want = linesOf(view.stage, view.index, truth);
  if (view.lines.length !== want.length) return [`${name}: ${view.lines.length} lines, expected ${want.length}`];
  const perKey = ["rowMax", "rowSum", "output"].includes(view.stage);
  const result = numberAt(`${view.stage}[${view.index.join()}]`, truth);
  const found = [["the result", misprint(view.result, result.value, result.tolerance)]];
  view.lines.forEach(({ word, operands, product, partial }, at) => {
    const line = want[at]!;
    if (operands.map(({ place }) => place).join(" ") !== line.operands.join(" ")) found.push([`line ${at}`, `made of ${operands.map(({ place }) => place).join(" ")}, expected ${line.operands.join(" ")}`]);
    else for (const { place, text } of operands) found.push([place, misprint(text, numberAt(place, truth).value, numberAt(place, truth).tolerance)]);
    for (const [what, text, number] of [["product", product, line.product], ["running sum", partial, line.partial]] as const) {
      if ((text === undefined) !== (number === undefined)) found.push([`line ${at}`, `${text === undefined ? "no" : "a"} ${what}`]);
      else if (number) found.push([`${what} ${at}`, misprint(text!, number.value, number.tolerance)]);
    }
    if (perKey && word !== truth.scene.keys[at]) found.push([`line ${at}`, `stands at "${word}", not "${truth.scene.keys[at]}"`]);
  });
  return found.filter(([, wrong]) => wrong).map(([where, wrong]) => `${name}, ${where}: ${wrong}`);
}

/** The number that a place such as "weights[2,1]" names. */
function numberAt(place: string, { stages }: Truth): Bounded {
  const [, stage, inside] = /^(\w+)\[(.*)\]$/.exec(place)!, { shape, data, tolerance } = stages[stage!]!;
  const index = inside === "" ? [] : inside!.split(",").map(Number);
  const at = shape.reduce((place, size, axis) => place * size + index[axis]!, 0);
  return { value: data[at]!, tolerance: tolerance[at]! };
}

/** What a cell is made of, by the formula. */
function linesOf(stage: string, [row = 0, column = 0]: number[], truth: Truth): Line[] {
  const { scene: { tables, keys, allow } } = truth, at = (place: string) => numberAt(place, truth);
  const each = (count: number, operands: (at: number) => string[]) => Array.from({ length: count }, (_, i) => operands(i));
  const here = `[${row},${column}]`;
  switch (stage) {
    case "q": case "k": case "v": return tables.x ? dot(each(tables.x[0]!.length, (i) => [`x[${row},${i}]`, `w${stage}[${i},${column}]`]), at) : [];
    case "scores": return dot(each(truth.stages.q!.shape[1]!, (i) => [`q[${row},${i}]`, `k[${column},${i}]`]), at);
    case "scaled": return [{ operands: [`scores${here}`, "scale[]"], product: at(`scaled${here}`) }];
    case "masked": return [{ operands: [`scaled${here}`, `mask${here}`], product: allow[row]![column] ? at(`scaled${here}`) : { value: -Infinity, tolerance: 0 } }];
    case "rowMax": return running(each(keys.length, (j) => [`masked[${row},${j}]`]), at, (sum, next) => (next.value > sum.value ? next : sum), { value: -Infinity, tolerance: 0 });
    case "exponentials": {
      const [score, largest] = [at(`masked${here}`), at(`rowMax[${row}]`)];
      const difference = { value: score.value - largest.value, tolerance: score.tolerance + largest.tolerance + 2 ** -24 * Math.abs(score.value - largest.value || 0) };
      return [{ operands: [`masked${here}`, `rowMax[${row}]`], product: difference, partial: at(`exponentials${here}`) }];
    }
    case "rowSum": return running(each(keys.length, (j) => [`exponentials[${row},${j}]`]), at, add, { value: 0, tolerance: 0 });
    case "weights": return [{ operands: [`exponentials${here}`, `rowSum[${row}]`], product: at(`weights${here}`) }];
    case "output": return dot(each(keys.length, (j) => [`weights[${row},${j}]`, `v[${j},${column}]`]), at);
    default: return [];
  }
}

const add = (sum: Bounded, next: Bounded): Bounded => ({ value: sum.value + next.value, tolerance: sum.tolerance + next.tolerance });

function dot(groups: string[][], at: (place: string) => Bounded): Line[] {
  let sum: Bounded = { value: 0, tolerance: 0 };
  return groups.map((operands) => {
    const [left, right] = operands.map(at) as [Bounded, Bounded];
    const product = { value: left.value * right.value, tolerance: left.tolerance * Math.abs(right.value) + right.tolerance * (Math.abs(left.value) + left.tolerance) };
    sum = add(sum, product);
    return { operands, product, partial: sum };
  });
}

function running(groups: string[][], at: (place: string) => Bounded, step: (sum: Bounded, next: Bounded) => Bounded, start: Bounded): Line[] {
  let sum = start;
  return groups.map((operands) => ({ operands, partial: (sum = step(sum, at(operands[0]!))) }));
}
