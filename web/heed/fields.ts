// Reads the fields of an object that a caller gives: known names, and values of the simple kinds. Tensors have tensors.ts.
import { HeedError, shown } from "./errors.js";
import { isObject } from "./tensors.js";

export type Fields = Record<string, unknown>;

/**
 * The fields of an object that has no others; a typing error is answered with the nearest known name. Each is read once, so that
 * what was checked is what is used, whatever a getter says the next time. Those that are `ignored` may be there too.
 */
export function readFields(argument: string, input: unknown, known: readonly string[], ignored: readonly string[] = []): Fields {
  if (!isObject(input)) throw new HeedError("type", argument, `must be an object with named fields, got ${shown(input)}`);
  for (const name in input) {
    if (!known.includes(name) && !ignored.includes(name) && input[name] !== undefined) {
      throw new HeedError("option", name, `there is no such option; the nearest is ${nearest(name, known)}`);
    }
  }
  const fields: Fields = {};
  for (const name of known) fields[name] = input[name];
  return fields;
}

export function readFlag(fields: Fields, name: string): boolean {
  const { [name]: value = false } = fields;
  if (typeof value !== "boolean") throw new HeedError("option", name, `must be true or false, got ${shown(value)}`);
  return value;
}

/** Absent: `absent`. NaN never comes through, since to the core it would mean an absent one. */
export function readNumber(argument: string, value: unknown, absent: number): number {
  if (value === undefined) return absent;
  if (Number.isFinite(value)) return value as number;
  throw new HeedError("option", argument, `must be a finite number, got ${shown(value)}`);
}

export function readWholeIfGiven(argument: string, value: unknown): number {
  return value === undefined ? NaN : readWhole(argument, value);
}

export function readWhole(argument: string, value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new HeedError("option", argument, `must be a whole number, got ${shown(value)}`);
}

/** `undefined` among the choices: it may be absent. */
export function choose(argument: string, value: unknown, choices: Map<unknown, number>): number {
  const choice = choices.get(value);
  if (choice !== undefined) return choice;
  const names = [...choices.keys()].filter((name) => name !== undefined).map(shown);
  throw new HeedError("option", argument, `must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}, got ${shown(value)}`);
}

function nearest(name: string, known: readonly string[]): string {
  const byDistance = known.map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }));
  return byDistance.reduce((best, next) => (next.distance < best.distance ? next : best)).candidate;
}

/** Levenshtein's: how many letters must be put in, taken out or exchanged. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; ++i) {
    const above = row;
    row = [i];
    for (let j = 1; j <= to.length; ++j) {
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + Number(from[i - 1] !== to[j - 1]));
    }
  }
  return row[to.length]!;
}
