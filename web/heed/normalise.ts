// A row of scores shared out by other rules than softmax too, and a sum as it grows: checks what is asked and fetches it.
import { type LabCore, normalisations } from "./core.js";
import { choose } from "./fields.js";
import type { Machine } from "./machine.js";
import { readNumbers } from "./tensors.js";
import type { Normalisation, Normalised, Numbers, RunningSum } from "./types.js";

const rules = new Map<unknown, number>(normalisations.map((rule, at) => [rule, at]));

export function normalise({ core, heap }: Machine<LabCore>, row: Numbers, rule: Normalisation): Normalised {
  const values = readNumbers("row", row), number = choose("rule", rule, rules), count = values.length;
  const [scores = 0] = heap.place([{ kind: "float32", values, shape: [count] }]);
  const [numerators = 0, weights = 0] = heap.floatRooms([count, count]);
  const sum = core.normalise(number, scores, count, numerators, weights);
  const read = (address: number) => ({ data: heap.floats(address, count), shape: [count] });
  return { numerators: read(numerators), sum, weights: read(weights) };
}

export function runningSum({ core, heap }: Machine<LabCore>, numbers: Numbers): RunningSum {
  const values = readNumbers("values", numbers), count = values.length;
  const [terms = 0] = heap.place([{ kind: "float64", values, shape: [count] }]);
  const sums = heap.room(8 * Math.max(1, count));
  const total = core.runningSum(terms, count, sums);
  return { partialSums: heap.doubles(sums, count), total };
}
