// Looks numbers up in a Shown. It makes none.
import type { StageName, Tensor, Trace } from "heed/lab";
import { oncePer } from "./once.js";
import type { StageVector } from "./questions.js";
import type { Shown } from "./shown.js";

/** A stage as rows of numbers, without the head axis; rowMax and rowSum as rows of one number. Empty where it is absent. */
export function rowsOf({ trace }: { trace: Partial<Trace> }, stage: StageName): number[][] {
  const tensor = trace[stage];
  return tensor ? (stage === "rowMax" || stage === "rowSum" ? singles : rows)(tensor) : [];
}

const rows = oncePer((tensor: Tensor) => rowsAs(tensor, tensor.shape.at(-2)!, tensor.shape.at(-1)!));
const singles = oncePer((tensor: Tensor) => rowsAs(tensor, tensor.shape.at(-1)!, 1));

function rowsAs({ data }: Tensor, count: number, columns: number): number[][] {
  return Array.from({ length: count }, (_, at) => Array.from(data.subarray(at * columns, (at + 1) * columns)));
}

/** One number of a stage; undefined where there is none. */
export function numberAt(trace: Partial<Trace>, stage: StageName, row: number, column: number): number | undefined {
  const tensor = trace[stage], columns = stage === "rowMax" || stage === "rowSum" ? 1 : tensor?.shape.at(-1) ?? 0;
  return column < columns ? tensor?.data[row * columns + column] : undefined;
}

/** A row or a column of a stage. */
export function numbersOf(trace: Trace, vector: StageVector): number[] {
  const rows = rowsOf({ trace }, vector.stage);
  return "row" in vector ? rows[vector.row]! : rows.map((row) => row[vector.column]!);
}

/** Whether a number went out of float32's range on the way. A masked score is -Infinity on purpose and does not count. */
export const isBroken = oncePer(({ trace }: Shown): boolean =>
  (["q", "k", "v", "scores", "scaled", "rowSum", "weights", "output"] as const).some((stage) => trace[stage].data.some((value) => !Number.isFinite(value))));

/** Every key is hidden from the row's query. */
export function looksNowhere(shown: { trace: Partial<Trace> }, row: number): boolean {
  return rowsOf(shown, "weights")[row]!.every((weight) => weight === 0);
}

/** The column of the largest number of a row, the first of equals; -1 for a row of zeros. */
export function strongest(row: readonly number[]): number {
  return row.reduce((best, value, at) => (value > (best < 0 ? 0 : row[best]!) ? at : best), -1);
}
