// A place ⇄ the part of the address after #. Readable, versioned, complete: every number of the scene is in it.
//   #v=1&kind=words&words=the+cat&x=0.2,0.1;1.4,-2&wq=1,0;0,1&wk=…&wv=…&origins=hand-made,edited&matrices=hand-made
//   #v=1&kind=given&queries=query&keys=key%201+key%202&Q=1,0&K=1,0;0,1&V=5,0;0,3&given=hand-made
// then, for both: &mask=none|causal|bottom-right|101;110 (one digit a key, one group a query) &divisor=root &temperature=1
// &bias=0,1;0,0 where a number is added to a score, &row=2 &column=0, &set.NAME=… for each control that the page has,
// and, when a cell is open: &open=output.2.1~weights.2.0 (the breadcrumb: stage.row.column, from the pinned cell on; with
// NAME: in front where it is of another trace, and TABLE/ where a table that is no stage's holds it).
// Words are joined by + and percent-encoded; numbers are the shortest decimals that give the same float64 back.
import { mostWords, shapeOf, type Origin, type Scene, type SceneOptions } from "./scene.js";
import { fitted, hasCell, type Knob, type Place, type Settings } from "./place.js";
import type { CellPath } from "./shown.js";

/** Why an address could not be read. `field` is the part at fault, `came` what stood there. */
export interface AddressProblem { field: string; rule: "version" | "choice" | "missing" | "text" | "number" | "size" | "cell"; came: string }

const version = "1";
const largestWidth = 8;

export function toAddress({ scene, row, column, settings, opened }: Place): string {
  const names = (list: string[]) => list.map(encodeURIComponent).join("+");
  const table = (rows: number[][]) => rows.map((numbers) => numbers.join(",")).join(";");
  const own: Record<string, string> = scene.kind === "words"
    ? { words: names(scene.words), x: table(scene.x), wq: table(scene.wq), wk: table(scene.wk), wv: table(scene.wv), origins: scene.origins.join(","), matrices: scene.matrices }
    : { queries: names(scene.queryNames), keys: names(scene.keyNames), Q: table(scene.q), K: table(scene.k), V: table(scene.v), given: scene.given };
  const mask = typeof scene.mask === "string" ? scene.mask : scene.mask.map((line) => line.map(Number).join("")).join(";");
  const fields: Record<string, string> = { v: version, kind: scene.kind, ...own, mask, divisor: scene.divisor, temperature: String(scene.temperature) };
  if (scene.bias) fields["bias"] = table(scene.bias);
  Object.assign(fields, { row: String(row), column: String(column) });
  for (const [name, said] of Object.entries(settings)) fields[`set.${name}`] = encodeURIComponent(said);
  if (opened.length) fields["open"] = opened.map(({ stage, index, of, table }) => `${table === undefined ? "" : `${table}/`}${of === undefined ? "" : `${of}:`}${[stage, ...index].join(".")}`).join("~");
  return `#${Object.entries(fields).map((pair) => pair.join("=")).join("&")}`;
}

/** Never throws: an address that cannot be read whole gives the problem instead, and nothing of it is used. */
/** Reads an address. A control of `knobs` that it does not name says what it says in `start`; controls of other pages are left out. */
export function fromAddress(hash: string, start: Settings = {}, knobs: Readonly<Record<string, Knob>> = {}): { place: Place } | { problem: AddressProblem } {
  try {
    const fields = new Fields(hash);
    if (fields.text("v") !== version) throw fields.wrong("v", "version");
    const scene = fields.choice("kind", ["words", "given"] as const) === "words" ? wordsScene(fields) : givenScene(fields);
    const { queries, keys } = shapeOf(scene);
    const row = fields.place("row", queries), column = fields.has("column") ? fields.place("column", keys) : 0;
    return { place: fitted({ scene, row, column, settings: settingsIn(fields, start, knobs), opened: openedIn(fields, scene) }) };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

function wordsScene(fields: Fields): Scene {
  const words = fields.names("words");
  const x = fields.table("x", words.length);
  const width = x[0]!.length;
  if (width !== 2 && width !== 4) throw fields.wrong("x", "size");
  const wq = fields.table("wq", width);
  const origins = fields.text("origins").split(",");
  if (origins.length !== words.length) throw fields.wrong("origins", "size");
  return {
    kind: "words", words, x, wq, wk: fields.table("wk", width, wq[0]!.length), wv: fields.table("wv", width),
    origins: origins.map((origin) => fields.oneOf("origins", origin, originNames)), matrices: fields.choice("matrices", originNames),
    ...options(fields, words.length, words.length),
  };
}

function givenScene(fields: Fields): Scene {
  const queryNames = fields.names("queries"), keyNames = fields.names("keys");
  const q = fields.table("Q", queryNames.length);
  return {
    kind: "given", queryNames, keyNames, q, k: fields.table("K", keyNames.length, q[0]!.length), v: fields.table("V", keyNames.length),
    given: fields.choice("given", originNames), ...options(fields, queryNames.length, keyNames.length),
  };
}

function options(fields: Fields, queries: number, keys: number): SceneOptions {
  const temperature = fields.number("temperature");
  if (temperature <= 0) throw fields.wrong("temperature", "number");
  return {
    mask: maskIn(fields, queries, keys), temperature,
    divisor: fields.has("divisor") ? fields.choice("divisor", ["root", "none", "width", "zero"] as const) : "root",
    ...(fields.has("bias") ? { bias: fields.table("bias", queries, keys) } : {}),
  };
}

function maskIn(fields: Fields, queries: number, keys: number): SceneOptions["mask"] {
  const mask = fields.text("mask");
  if (mask === "none" || mask === "causal" || mask === "bottom-right") return mask;
  const rows = mask.split(";");
  if (rows.length !== queries || rows.some((row) => row.length !== keys)) throw fields.wrong("mask", "size");
  if (!/^[01;]+$/.test(mask)) throw fields.wrong("mask", "choice");
  return rows.map((row) => [...row].map((digit) => digit === "1"));
}

function settingsIn(fields: Fields, start: Settings, knobs: Readonly<Record<string, Knob>>): Settings {
  const said = Object.entries(knobs).filter(([name]) => fields.has(`set.${name}`)).map(([name, knob]) => {
    const field = `set.${name}`;
    if ("choices" in knob) return [name, fields.choice(field, knob.choices)] as const;
    const number = fields.number(field);
    if (number < knob.from || number > knob.to) throw fields.wrong(field, "number");
    return [name, number] as const;
  });
  return { ...start, ...Object.fromEntries(said) };
}

function openedIn(fields: Fields, scene: Scene): CellPath[] {
  if (!fields.has("open")) return [];
  return fields.text("open").split("~").map((step) => {
    const [, table, of, cell = ""] = /^(?:([\w-]+)\/)?(?:([\w-]+):)?(.*)$/.exec(step)!, [stage, ...index] = cell.split(".");
    const path: CellPath = {
      stage: stage as CellPath["stage"], index: index.map((digits) => (/^\d+$/.test(digits) ? Number(digits) : -1)),
      ...(of === undefined ? {} : { of }), ...(table === undefined ? {} : { table }),
    };
    if (of === undefined && !hasCell(scene, path)) throw fields.wrong("open", "cell");
    return path;
  });
}

const originNames: readonly Origin[] = ["hand-made", "random", "edited"];

class Unreadable extends Error {
  constructor(readonly problem: AddressProblem) { super(problem.rule); }
}

/** The fields of an address. Each reader throws Unreadable with the field's name when what stands there will not do. */
class Fields {
  private readonly raw: Map<string, string>;

  constructor(hash: string) {
    this.raw = new Map(hash.replace(/^#/, "").split("&").map((pair): [string, string] => {
      const cut = pair.indexOf("=");
      return cut < 0 ? [pair, ""] : [pair.slice(0, cut), pair.slice(cut + 1)];
    }));
  }

  has(field: string): boolean { return this.raw.has(field); }

  wrong(field: string, rule: AddressProblem["rule"], came = this.raw.get(field) ?? ""): Unreadable {
    return new Unreadable({ field, rule, came: came.length > 24 ? `${came.slice(0, 24)}…` : came });
  }

  text(field: string): string {
    const raw = this.raw.get(field);
    if (!raw) throw this.wrong(field, "missing");
    return this.decoded(field, raw);
  }

  names(field: string): string[] {
    const raw = this.raw.get(field);
    if (!raw) throw this.wrong(field, "missing");
    const names = raw.split("+").map((name) => this.decoded(field, name));
    if (names.length > mostWords) throw this.wrong(field, "size");
    if (names.some((name) => name.trim() === "")) throw this.wrong(field, "text");
    return names;
  }

  /** A row or column, counted from 0. */
  place(field: string, count: number): number {
    const place = this.number(field);
    if (!Number.isInteger(place) || place < 0 || place >= count) throw this.wrong(field, "cell");
    return place;
  }

  number(field: string): number { return this.asNumber(field, this.text(field)); }

  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice { return this.oneOf(field, this.text(field), choices); }

  oneOf<Choice extends string>(field: string, text: string, choices: readonly Choice[]): Choice {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw this.wrong(field, "choice", text);
    return found;
  }

  /** rows × columns numbers; without `columns`, as many as the first row has. */
  table(field: string, rows: number, columns?: number): number[][] {
    const table = this.text(field).split(";").map((row) => row.split(",").map((number) => this.asNumber(field, number)));
    const width = columns ?? table[0]!.length;
    if (table.length !== rows || width > (columns ?? largestWidth) || table.some((row) => row.length !== width)) throw this.wrong(field, "size");
    return table;
  }

  private asNumber(field: string, text: string): number {
    // The core works in float32: a number that is not finite there is not finite in the trace either.
    const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : NaN;
    if (!Number.isFinite(Math.fround(number))) throw this.wrong(field, "number", text);
    return number + 0;
  }

  private decoded(field: string, raw: string): string {
    try {
      return decodeURIComponent(raw);
    } catch {
      throw this.wrong(field, "text", raw);
    }
  }
}
