// Reads a scene out of an address by the documented format, and computes its attention with the float64 reference.
// Shares nothing with the page's own reader. No error checks: an address that it cannot read fails the test anyway.
import { attention, attentionOfWords, type Options, type Reference, type Stage } from "../reference.js";

export interface Scene {
  /** x, wq, wk, wv or q, k, v. */
  tables: Record<string, number[][]>;
  queries: string[];
  keys: string[];
  /** allow[query][key]; a causal mask is written out. */
  allow: boolean[][];
  temperature: number;
  /** What the scores are multiplied by. */
  scale: number;
  /** Added to the scaled scores; all 0 where nothing is. */
  bias?: number[][];
  row: number;
  column: number;
  /** The breadcrumb of the open cell: stage, then its index. */
  opened: { stage: string; index: number[] }[];
  fields: Record<string, string>;
}

export function readScene(address: string): Scene {
  const fields = Object.fromEntries(address.slice(address.indexOf("#") + 1).split("&").map((pair) => pair.split("=") as [string, string]));
  const list = (name: string) => fields[name]!.split("+").map(decodeURIComponent);
  const table = (name: string) => fields[name]!.split(";").map((row) => row.split(",").map(Number));
  const words = fields.kind === "words";
  const queries = list(words ? "words" : "queries"), keys = list(words ? "words" : "keys");
  const allow = (query: number, key: number) => fields.mask === "none" || (fields.mask === "causal" ? key <= query : fields.mask === "bottom-right" ? key <= query + keys.length - queries.length : fields.mask!.split(";")[query]![key] === "1");
  // Capital Q, K, V in an address of given numbers: v is the version.
  const tables = Object.fromEntries((words ? ["x", "wq", "wk", "wv"] : ["Q", "K", "V"]).map((name) => [name.toLowerCase(), table(name)]));
  const width = (tables.wq ?? tables.q)![0]!.length, temperature = Number(fields.temperature);
  const scale = { root: 1 / Math.sqrt(width), none: 1, width: 1 / width, zero: 0 }[fields.divisor ?? "root"]! / temperature;
  return {
    fields, queries, keys, temperature, scale, row: Number(fields.row), column: Number(fields.column ?? 0), tables,
    ...(fields.bias ? { bias: table("bias") } : {}),
    allow: queries.map((_, query) => keys.map((_, key) => allow(query, key))),
    opened: fields.open?.split("~").map((step) => { const [stage, ...index] = step.split("."); return { stage: stage!, index: index.map(Number) }; }) ?? [],
  };
}

/** Every number that a picture of the scene may show, by the names of data-stage; a single head's axis is dropped. */
export interface Truth { scene: Scene; stages: Record<string, Stage>; scale: number }

export function truthOf(scene: Scene): Truth {
  const { tables, allow, scale, bias } = scene;
  const matrix = (rows: number[][]) => ({ shape: [rows.length, rows[0]!.length], data: rows.flat() });
  const options: Options = { scale, ...(bias ? { bias: matrix(bias) } : {}), mask: { shape: [allow.length, allow[0]!.length], data: allow.flat() } };
  const { maskedRows: _, ...reference }: Reference = tables.x
    ? attentionOfWords({ x: matrix(tables.x), wq: matrix(tables.wq!), wk: matrix(tables.wk!), wv: matrix(tables.wv!), ...options })
    : attention({ q: matrix(tables.q!), k: matrix(tables.k!), v: matrix(tables.v!), ...options });
  const flat = Object.entries(reference).map(([name, stage]) => [name, tables.x && name !== "x" && name !== "concat" ? { ...stage, shape: stage.shape.slice(1) } : stage]);
  const exact = ({ shape, data }: { shape: number[]; data: number[] }): Stage => ({ shape, data: Float64Array.from(data), tolerance: Float64Array.from(data, (number) => Math.abs(number) * 2 ** -24) });
  const given = Object.entries(tables).map(([name, rows]) => [name, exact(matrix(rows))]);
  const others = { mask: exact(matrix(allow.map((row) => row.map(Number)))), scale: exact({ shape: [], data: [scale] }) };
  return { scene, scale, stages: { ...Object.fromEntries([...flat, ...given]), ...others } };
}
