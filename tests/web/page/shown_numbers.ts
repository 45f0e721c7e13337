// Holds every number that a page shows, [data-stage][data-index], and the words that label it, against the reference.
import type { Page } from "../browser.js";
import { readScene, truthOf, type Truth } from "./scene_in_address.js";

/** A number as it stands on the page. `row` and `column` are its table's headers, undefined where there is none. */
export interface ShownNumber { stage: string; index: number[]; text: string; row?: string | undefined; column?: string | undefined; table: boolean }

const perWord = ["x", "q", "k", "v", "scores", "scaled", "mask", "masked", "exponentials", "weights", "output", "rowMax", "rowSum"];
const byKey = ["k", "v"];
const overKeys = ["scores", "scaled", "mask", "masked", "exponentials", "weights"];

/** Every number of the tables and of the opened view, in the order of the page; what is rounded as on paper is left out. */
export async function numbersOn(page: Page, within = "body"): Promise<ShownNumber[]> {
  const found = await page.run((within) => [...document.querySelectorAll<HTMLElement>(`${within} [data-stage][data-index]`)].filter((element) => !element.closest("[data-paper]")).map((element) => {
    const cell = element.closest("td"), table = cell?.closest("table");
    const field = element instanceof HTMLInputElement ? element : element.querySelector("input");
    const spoken = (header: Element | null | undefined) => header?.textContent?.trim();
    const sides = (row: string | undefined, column: string | undefined, turned: boolean) => (turned ? { row: column, column: row } : { row, column });
    const headings = [...(table?.tHead?.rows ?? [])].at(-1);
    return {
      stage: element.dataset.stage!, place: element.dataset.index!, 
      // What was typed into a field may wear a plain hyphen.
      text: field ? field.value.trim().replace(/^-/, "\u2212") : (element.textContent ?? "").trim(),
      // A table that lies on its side wears its words on top.
      ...sides(spoken(cell?.parentElement?.querySelector("th")), cell ? spoken(headings?.cells[cell.cellIndex]) : undefined, table?.dataset.turned !== undefined), table: Boolean(table) && !element.closest("[data-opened]"),
    };
  }), within);
  return found.map(({ place, ...number }) => ({ ...number, index: place === "" ? [] : place.split(",").map(Number) }));
}

/** A shown text as a number and the size of its last digit; NaN when it is no number. "58 %" is 0.58. */
export function readNumber(text: string): { value: number; unit: number } {
  const share = /^(.*?)\s*%$/.exec(text)?.[1];
  if (share !== undefined) {
    const { value, unit } = readNumber(share);
    return { value: value / 100, unit: unit / 100 };
  }
  const plain = text.replaceAll("\u2212", "-").replace(/\s*[×·]\s*10/, "e").replace(/[⁻⁰¹²³⁴-⁹]/g, (sign) => (sign === "⁻" ? "-" : String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign))));
  if (/^[+-]?∞$/.test(plain)) return { value: plain.startsWith("-") ? -Infinity : Infinity, unit: 0 };
  const [, digits, decimals = "", power = "0"] = /^([+-]?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(plain) ?? [];
  return { value: digits === undefined ? NaN : Number(plain), unit: 10 ** (Number(power) - decimals.length) };
}

/** What is wrong with a text that stands for `want`; "" when it is `want` rounded to digits enough: to `coarsest`, or to three. */
export function misprint(text: string, want: number, tolerance: number, coarsest = 0.01): string {
  if (Number.isNaN(want)) return text === "NaN" ? "" : `"${text}" for a number that is none`;
  const { value, unit } = readNumber(text);
  if (!Number.isFinite(want)) return value === want ? "" : `"${text}" for ${want}`;
  if (/^-/.test(text)) return `"${text}" wears a hyphen for a minus`;
  if (/^[−]0(\.0*)?$/.test(text)) return `"${text}" is a zero with a sign`;
  // The tolerance matters only where `want` lies that close to the middle between two roundings.
  if (!(Math.abs(value - want) <= unit / 2 + tolerance + Math.abs(want) * 1e-15)) return `"${text}" for ${want}`;
  const exact = Math.abs(value - want) <= tolerance + Math.abs(want) * 1e-6;
  const digits = text.replace(/\D/g, "").replace(/^0+/, "").length;
  return exact || unit <= coarsest * 1.001 || digits >= 3 ? "" : `"${text}" says too little of ${want}`;
}

/** One line for each number or label that is wrong. */
export function mistakes(numbers: ShownNumber[], { scene, stages }: Truth): string[] {
  return numbers.flatMap(({ stage, index, text, row, column, table }) => {
    const name = `${stage}[${index.join()}]`, truth = stages[stage];
    const at = truth?.shape.reduce((place, size, axis) => place * size + index[axis]!, 0);
    if (!truth || index.length !== truth.shape.length || at === undefined || !index.every((i, axis) => i < truth.shape[axis]!)) return [`${name}: this scene has no such number`];
    const wrong = stage === "mask" ? "" : misprint(text, truth.data[at]!, truth.tolerance[at]!, table ? coarsestIn(truth.data) : undefined);
    const found = wrong ? [`${name}: ${wrong}`] : [];
    const rowWord = (byKey.includes(stage) ? scene.keys : scene.queries)[index[0]!], columnWord = scene.keys[index[1]!];
    if (table && perWord.includes(stage) && row !== undefined && row !== rowWord) found.push(`${name}: stands in the row of "${row}", not "${rowWord}"`);
    if (table && overKeys.includes(stage) && column !== columnWord) found.push(`${name}: stands in the column of "${column}", not "${columnWord}"`);
    return found;
  });
}

/** A table shares the decimals that give its largest number three digits, so that its columns line up. */
function coarsestIn(numbers: Float64Array): number {
  const largest = Math.max(...Array.from(numbers, Math.abs).filter(Number.isFinite));
  return Math.max(0.01, 10 ** (Math.floor(Math.log10(largest)) - 2));
}

/** Numbers of these stages that no table shows. */
export function missing(numbers: ShownNumber[], { stages }: Truth, wanted: string[]): string[] {
  const there = new Set(numbers.filter(({ table }) => table).map(({ stage, index }) => `${stage}[${index.join()}]`));
  return wanted.flatMap((stage) => {
    const { shape: [rows = 1, columns] } = stages[stage]!;
    const places = Array.from({ length: rows }, (_, i) => (columns === undefined ? [`${i}`] : Array.from({ length: columns }, (_, j) => `${i},${j}`))).flat();
    return places.map((place) => `${stage}[${place}]`).filter((name) => !there.has(name));
  });
}

/** What a whole playground shows in its tables. */
export const everyStage = ["q", "k", "v", "scores", "scaled", "mask", "masked", "rowMax", "exponentials", "rowSum", "weights", "output"];

/** Opens what is folded, and waits until it is drawn. */
export const unfold = (page: Page) => page.run(() => {
  document.querySelectorAll("details").forEach((fold) => { fold.open = true; });
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
});

/** The page as it stands against the scene in an address, its own unless told otherwise: what is wrong, and what is not there. */
export async function faults(page: Page, address = page.address()): Promise<string[]> {
  await unfold(page);
  const truth = truthOf(readScene(address)), numbers = await numbersOn(page);
  const wanted = [...new Set([...Object.keys(truth.scene.tables), ...everyStage])];
  return [...mistakes(numbers, truth), ...missing(numbers, truth, wanted).map((name) => `${name} is not shown`)];
}
