// What a cell is called, how it reads as a sentence, and which words it joins.
import { looksNowhere, strongest, rowsOf } from "../scene/read.js";
import { allowed, namesOf, type Scene } from "../scene/scene.js";
import type { Shown } from "../scene/shown.js";
import type { Cell } from "../stage/grid.js";
import type { Prose } from "../stage/prose.js";
import { grid as words } from "../words/en/grid.js";
import { live, proseOf } from "./printed.js";

/** The tables that are drawn. */
export type Table = "x" | "wq" | "wk" | "wv" | "q" | "k" | "v" | "scores" | "scaled" | "biased" | "mask" | "weights" | "output" | "masked" | "rowMax" | "exponentials" | "rowSum";

/** A cell that is looked at. */
export interface Look extends Cell { table: Table }

/** Who asks and who offers in a cell; a table of keys has no asking word, one of queries no offering word. */
export function wordsOf({ table, row, column }: Look): { asks?: number; offers?: number } {
  switch (table) {
    case "wq": case "wk": case "wv": return {};
    case "k": case "v": return { offers: row };
    case "x": case "q": case "output": case "rowMax": case "rowSum": return { asks: row };
    default: return { asks: row, offers: column };
  }
}

/** What stands beside a table's symbol, and its caption. */
export function headOf(shown: Shown, table: Table): { note: string; caption: string } {
  return table === "weights" && rowsOf(shown, table).some((_, row) => looksNowhere(shown, row)) ? words.weightsWithNone : words.tables[table];
}

/** The name of a cell, without its number. */
export function cellName(scene: Scene, { table, row, column }: Look): string {
  const { queries, keys } = namesOf(scene);
  const asks = queries[row] ?? "", offers = keys[column] ?? "", place = column + 1;
  switch (table) {
    case "x": case "q": case "output": return words.cell[table](asks, place);
    case "k": case "v": return words.cell[table](keys[row] ?? "", place);
    case "wq": case "wk": case "wv": return words.cell.matrix(table, row + 1, place);
    case "rowMax": case "rowSum": return words.cell[table](asks);
    case "mask": return words.cell.mask(asks, offers, allowed(scene)[row]?.[column] ?? true);
    default: return words.cell[table](asks, offers);
  }
}

/** A cell as a sentence, from the numbers that are drawn. */
export function reading(shown: Shown, look: Look): Prose | undefined {
  const { table, row, column } = look;
  const { queries, keys } = namesOf(shown.scene);
  const asks = queries[row] ?? "", offers = keys[column] ?? "";
  if (table === "mask") return allowed(shown.scene)[row]?.[column] ? words.reading.mayLook(asks, offers) : words.reading.shut(asks, offers);
  if (table === "wq" || table === "wk" || table === "wv") return words.reading.matrix(table);
  const value = rowsOf(shown, table)[row]?.[column];
  if (value === undefined) return undefined;
  const text = proseOf(shown, table)(value);
  switch (table) {
    case "x": case "q": case "output": return words.reading[table](asks, column + 1, text);
    case "k": case "v": return words.reading[table](keys[row] ?? "", column + 1, text);
    case "rowMax": case "rowSum": return words.reading[table](asks, text);
    case "weights": return allowed(shown.scene)[row]?.[column] ? words.reading.weights(asks, offers, text) : words.reading.shut(asks, offers);
    default: return words.reading[table](asks, offers, text);
  }
}

/** Where a row looks most, as a sentence. `opens`: its number does. */
export function rowReading(shown: Shown, row: number, opens: boolean): Prose {
  const weights = rowsOf(shown, "weights")[row] ?? [];
  const asks = namesOf(shown.scene).queries[row] ?? "";
  if (weights.some(Number.isNaN)) return words.reading.broken(asks);
  const column = strongest(weights);
  if (column < 0) return words.reading.nobody(asks);
  const number = live(shown, `weights.${row}.${column}`);
  return words.reading.weights(asks, namesOf(shown.scene).keys[column]!, opens ? number : number[1]);
}
