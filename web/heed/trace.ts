// trace: every stage of one attention as copies. Which stages there are and how large they are, the core says.
import { place, succeed, type Machine } from "./machine.js";
import type { Request } from "./request.js";
import { countOf } from "./tensors.js";
import type { StageName, Tensor, Trace } from "./types.js";

/** Stage of heed.h; a test compares the two. */
export const stageNames: readonly StageName[] = [
  "x", "context", "q", "k", "v", "scores", "scaled", "capped", "biased", "masked", "rowMax", "exponentials", "rowSum", "weights",
  "output", "concat", "projected",
];
const rowOfTable = 5;   // address, batch, heads, rows, columns
const tableBytes = 8 * rowOfTable * stageNames.length;

export function trace(machine: Machine, asked: Request): Trace {
  const { core, heap } = machine;
  place(machine, asked);
  const { floats } = succeed(machine, core.planTrace());
  const table = heap.room(tableBytes + 4 * floats);
  const { maskedRows } = succeed(machine, core.trace(table + tableBytes, table));
  const numbers = heap.doubles(table, rowOfTable * stageNames.length);

  const stages: Partial<Record<StageName, Tensor>> = {};
  stageNames.forEach((stage, at) => {
    const [address, ...sizes] = numbers.slice(rowOfTable * at, rowOfTable * (at + 1)) as [number, number, number, number, number];
    if (!address) return;
    stages[stage] = { data: heap.floats(address, countOf(sizes)), shape: shapeOf(stage, sizes, asked.rank) };
  });
  return { ...stages, maskedRows } as Trace;   // the stages without a question mark are in every trace
}

function shapeOf(stage: StageName, sizes: number[], rank: number): number[] {
  const isMatrix = stage === "x" || stage === "context" || stage === "concat" || stage === "projected";
  const shape = sizes.slice(isMatrix ? -2 : -rank);
  return stage === "rowMax" || stage === "rowSum" ? shape.slice(0, -1) : shape;
}
