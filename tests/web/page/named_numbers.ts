// The numbers of sentences and figures, [data-of]: each says what it is, and is held against attention that is computed
// here in float64 from the scene in the page's address. Which other scenes a page sets beside its own it declares as
// plain data; what they come to is computed here as well.
import { load, type HeedLab } from "heed/lab";
import type { Page as Source } from "../../../web/page/page.js";
import type { Place } from "../../../web/page/scene/place.js";
import type { Other, Questions, Vector } from "../../../web/page/scene/questions.js";
import type { Scene as PageScene } from "../../../web/page/scene/scene.js";
import type { Page } from "../browser.js";
import { readScene, truthOf, type Scene, type Truth } from "./scene_in_address.js";
import { misprint } from "./shown_numbers.js";

/** A number and how far the float32 core may be off it. */
interface Want { value: number; tolerance: number }

const exact = (value: number): Want => ({ value, tolerance: 0 });
/** Of a number that is made of few float32 ones in double precision. */
const near = (value: number, size = Math.abs(value)): Want => ({ value, tolerance: 2e-6 * (size + Math.abs(value)) + 1e-7 });

/** What is wrong with the named numbers of a page, one line each. */
export async function namedFaults(page: Page, source: Source, address = page.address()): Promise<string[]> {
  const shown = await page.run(() => [...document.querySelectorAll<HTMLElement>("[data-of]")].map((element) => ({ of: element.dataset["of"]!, text: (element.textContent ?? "").trim() })));
  if (shown.length === 0) return [];
  const named = new Named(source, address, await (heed ??= load()));
  return shown.flatMap(({ of, text }) => {
    const want = named.want(of);
    if (want === undefined) return [`${of}: this page has no such number`];
    const angle = text.endsWith("°"), [value, tolerance] = angle ? [want.value * 180 / Math.PI, want.tolerance * 60] : [want.value, want.tolerance];
    const wrong = misprint(text.replace(/°$/, ""), value, tolerance, angle || text.endsWith("%") ? 0.1 : 0.01);
    return wrong ? [`${of}: ${wrong}`] : [];
  });
}

let heed: Promise<HeedLab> | undefined;

class Named {
  private readonly place: Place;
  private readonly truth: Truth;
  private readonly asked: Questions;
  private readonly others: Record<string, Truth>;

  constructor({ outset }: Source, address: string, private readonly heed: HeedLab) {
    this.place = address.includes("#") && address.includes("=") ? placeIn(address, outset) : outset.start;
    this.truth = truthOf(sceneOf(this.place.scene));
    this.asked = outset.ask?.(this.place) ?? {};
    this.others = Object.fromEntries(Object.entries(this.asked.others ?? {}).map(([name, other]) => [name, truthOf(otherOf(other))]));
  }

  want(of: string): Want | undefined {
    const [kind = "", ...path] = of.split("."), [name = "", ...rest] = path;
    const { scene } = this.truth, [first] = this.sizes();
    switch (kind) {
      case "scene": return exact((this.place.scene as unknown as Record<string, number[][]>)[name]![Number(rest[0])]![Number(rest[1])]!);
      case "shape": return exact({ queries: scene.queries.length, keys: scene.keys.length, keyWidth: first, valueWidth: this.truth.stages["v"]!.shape[1]! }[name as "keys"]!);
      case "size": return exact(this.tableOf(name).flat().length);
      case "columns": return exact(this.tableOf(name)[0]!.length);
      case "set": return exact(Number(this.place.settings[name]));
      case "count": return exact(this.asked.samples![name]!.pairs / (rest[0] === "rows" ? this.asked.samples![name]!.keys! : 1));
      case "other": return cellIn(this.others[name]!, rest);
      case "pair": return this.pair(name, rest[0]!);
      case "root": return rest[0] === "width" ? exact(this.asked.roots![name]!) : near(Math.sqrt(this.asked.roots![name]!));
      case "cell": return this.cell(name, rest);
      case "jacobian": return rest[0] === "rest" ? this.jacobian(name, Number(rest[1]), Number(rest[2]), true) : this.jacobian(name, Number(rest[0]), Number(rest[1]));
      case "normalised": return this.normalised(name, rest[0]!, Number(rest[1] ?? 0));
      case "sum": return this.sum(name, rest);
      case "sample": return rest[0] === "row" ? this.sampleRow(name, rest.slice(1)) : rest[0] === "query" || rest[0] === "key" ? this.arrow(name, rest[0], rest.slice(1).map(Number)) : this.sample(name, rest[0]!, rest[1]!, rest.slice(2).map(Number));
      case "rounded": return this.rounded(Number(name));
      default: return cellIn(this.truth, [kind, ...path]);
    }
  }

  private sizes(): [keyWidth: number] { return [this.truth.stages["k"]!.shape[1]!]; }

  private tableOf(name: string): number[][] {
    const stage = this.truth.stages[name]!, [rows = 1, columns = 1] = stage.shape;
    return Array.from({ length: rows }, (_, row) => Array.from(stage.data.subarray(row * columns, (row + 1) * columns)));
  }

  /** The numbers of a vector, and how far off each may be. */
  private vector(vector: Vector): Want[] {
    if (Array.isArray(vector)) return vector.map((value: number) => ({ value: Math.fround(value), tolerance: Math.abs(value) * 2 ** -24 }));
    if ("normalised" in vector) return this.shares(vector.normalised).map((value) => near(value));
    if ("across" in vector) return vector.across.map((name) => near(this.shares(name)[vector.place]!));
    if ("from" in vector) return this.vector(vector.from).map((want, at) => (vector.at.includes(at) ? exact(vector.put) : want));
    if ("sample" in vector) return this.rowOf(vector.sample, vector.by, vector.stage);
    const { stage, other } = vector as Extract<Vector, { stage: string }> & { other?: string }, truth = other === undefined ? this.truth : this.others[other]!;
    const { shape: [rows = 1, columns = 1], data, tolerance } = truth.stages[stage]!;
    const at = (place: number): Want => ({ value: data[place]!, tolerance: tolerance[place]! });
    return "row" in vector
      ? Array.from({ length: columns }, (_, column) => at(vector.row * columns + column))
      : Array.from({ length: rows }, (_, row) => at(row * columns + (vector as { column: number }).column));
  }

  private pair(name: string, field: string): Want {
    const { q, k } = this.asked.pairs![name]!, left = this.vector(q), right = this.vector(k);
    const values = (vector: Want[]) => vector.map(({ value }) => value), spread = (vector: Want[]) => Math.hypot(...vector.map(({ tolerance }) => tolerance));
    const [qs, ks] = [values(left), values(right)], normQ = Math.hypot(...qs), normK = Math.hypot(...ks);
    const dot = qs.reduce((sum, value, at) => sum + value * ks[at]!, 0), flat = normQ === 0 || normK === 0;
    const cosine = flat ? 0 : Math.max(-1, Math.min(1, dot / (normQ * normK)));
    // What the arrows may be off turns them by so much, in radians.
    const turn = flat ? 0 : spread(left) / normQ + spread(right) / normK + 1e-7;
    const unit = (vector: number[], norm: number) => vector.map((value) => value / norm);
    const [u, w] = [unit(qs, normQ), unit(ks, normK)];
    const angle = flat ? Math.PI / 2 : 2 * Math.atan2(Math.hypot(...u.map((value, at) => value - w[at]!)), Math.hypot(...u.map((value, at) => value + w[at]!)));
    const square = (vector: Want[], norm: number): Want => ({ value: norm ** 2, tolerance: 2 * norm * spread(vector) + 1e-7 });
    const wants: Record<string, Want> = {
      squareQ: square(left, normQ), squareK: square(right, normK), lengths: { value: normQ * normK, tolerance: spread(left) * normK + spread(right) * normQ + 1e-7 },
      dot: { value: dot, tolerance: normQ * normK * turn + 1e-7 }, normQ: { value: normQ, tolerance: spread(left) + 1e-7 }, normK: { value: normK, tolerance: spread(right) + 1e-7 },
      cosine: { value: cosine, tolerance: turn }, angle: { value: angle, tolerance: turn }, shadow: { value: normK * cosine, tolerance: normK * turn + spread(right) + 1e-7 },
    };
    return wants[field]!;
  }

  /** A cell opened beside the reader's own: a sum of products, or the number itself. */
  private cell(name: string, [part = "value", term = "0", operand = "0"]: readonly string[]): Want | undefined {
    const { stage, index, other } = this.asked.cells![name]!, truth = other === undefined ? this.truth : this.others[other]!, [i = 0, j = 0] = index;
    if (part === "value") return cellIn(truth, [stage, ...index.map(String)]);
    const { queries, keys } = truth.scene, rows = (stage: string, row: number): Want[] => {
      const { shape: [, columns = 1], data, tolerance } = truth.stages[stage]!;
      return Array.from({ length: columns }, (_, column) => ({ value: data[row * columns + column]!, tolerance: tolerance[row * columns + column]! }));
    };
    const column = (stage: string, at: number, count: number) => Array.from({ length: count }, (_, row) => rows(stage, row)[at]!);
    const sides: Partial<Record<string, () => [Want[], Want[]]>> = {
      scores: () => [rows("q", i), rows("k", j)],
      output: () => [rows("weights", i), column("v", j, keys.length)],
      q: () => [rows("x", i), column("wq", j, truth.stages["x"]!.shape[1]!)], k: () => [rows("x", i), column("wk", j, truth.stages["x"]!.shape[1]!)],
      v: () => [rows("x", i), column("wv", j, truth.stages["x"]!.shape[1]!)],
    };
    const found = sides[stage]?.();
    if (!found || queries.length === 0) return undefined;
    const [left, right] = found, at = Number(term);
    if (part === "operand") return (operand === "0" ? left : right)[at];
    const products = left.map(({ value, tolerance }, place): Want => {
      const other = right[place]!;
      return { value: value * other.value, tolerance: tolerance * Math.abs(other.value) + other.tolerance * Math.abs(value) + 1e-7 * Math.abs(value * other.value) };
    });
    return part === "product" ? products[at] : products.slice(0, at + 1).reduce((sum, product) => ({ value: sum.value + product.value, tolerance: sum.tolerance + product.tolerance + 1e-7 }));
  }

  /** w_i · ([i = j] − w_j); `rest`: the difference alone. */
  private jacobian(name: string, i: number, j: number, rest = false): Want {
    const weights = this.vector(this.asked.jacobians![name]!);
    if (rest) return near((i === j ? 1 : 0) - weights[j]!.value, 1);
    return near(weights[i]!.value * ((i === j ? 1 : 0) - weights[j]!.value), weights[i]!.value);
  }

  private shares(name: string): number[] {
    const { weights } = this.share(name);
    return weights;
  }

  private share(name: string): { numerators: number[]; sum: number; weights: number[] } {
    const { row, rule } = this.asked.normalised![name]!, scores = this.vector(row).map(({ value }) => value), most = Math.max(...scores);
    const numerators = scores.map((score) => {
      switch (rule) {
        case "softmax": return score === -Infinity ? 0 : Math.exp(score - most);
        case "naive": return Math.fround(Math.exp(score));   // overflows as float32 does
        case "plain": return score;
        case "hard": return score === most ? 1 : 0;
      }
    });
    const sum = Math.fround(numerators.reduce((total, part) => total + part, 0));
    return { numerators, sum, weights: numerators.map((part) => part / sum) };
  }

  private normalised(name: string, field: string, at: number): Want {
    const share = this.share(name), size = 1 + Math.max(...share.numerators.filter(Number.isFinite).map(Math.abs));
    if (field === "sum") return near(share.sum, size);
    return near(field === "weights" ? share.weights[at]! : share.numerators[at]!, field === "weights" ? Math.abs(share.weights[at]!) : size);
  }

  private sum(name: string, [field, at]: readonly string[]): Want {
    const terms = this.vector(this.asked.sums![name]!), upTo = field === "partialSums" ? terms.slice(0, Number(at) + 1) : terms;
    return upTo.reduce<Want>((sum, term) => ({ value: sum.value + term.value, tolerance: sum.tolerance + term.tolerance + 1e-7 }), { value: 0, tolerance: 1e-7 });
  }

  /** The raw scores are the core's draw, the same for a seed on every device; what they come to is computed here. */
  private drawn(name: string): number[][] {
    const { heap: _, ...sample } = this.asked.samples![name]!, keys = sample.keys ?? 1, { data } = this.heed.lab.sampleScores(sample).scores;
    return Array.from({ length: sample.pairs / keys }, (_, row) => Array.from(data.subarray(row * keys, (row + 1) * keys)));
  }

  private divisor(name: string, by: string): number {
    const { dk } = this.asked.samples![name]!;
    return { raw: 1, byRoot: Math.sqrt(dk), byWidth: dk }[by]!;
  }

  /** A number of the arrows behind a score. Their products have to add up to the score that was drawn without them. */
  private arrow(name: string, side: "query" | "key", [row = 0, ...at]: readonly number[]): Want | undefined {
    const { heap: _, ...sample } = this.asked.samples![name]!, { q, k } = this.heed.lab.sampleArrows(sample, row), scores = this.drawn(name)[row]!;
    const made = k.map((key) => Math.fround(key.reduce((sum, value, place) => sum + value * q[place]!, 0)));
    if (String(made) !== String(scores)) return undefined;
    return near(side === "query" ? q[at[0]!]! : k[at[0]!]![at[1]!]!);
  }

  private sample(name: string, by: string, field: string, [first = 0, second = 0]: readonly number[] = []): Want {
    const rows = this.drawn(name).map((row) => row.map((score) => score / this.divisor(name, by))), all = rows.flat();
    const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length, middle = mean(all);
    const softmax = (row: readonly number[]) => {
      const most = Math.max(...row), parts = row.map((score) => Math.exp(score - most)), sum = parts.reduce((total, part) => total + part, 0);
      return parts.map((part) => part / sum);
    };
    const found: Record<string, () => number> = {
      mean: () => middle, deviation: () => Math.sqrt(mean(all.map((score) => (score - middle) ** 2))), inside: () => mean(all.map((score) => (Math.abs(score) <= 3 ? 1 : 0))),
      largestWeight: () => mean(rows.map((row) => Math.max(...softmax(row)))), slope: () => mean(rows.map((row) => softmax(row).reduce((sum, weight) => sum + weight * (1 - weight), 0))),
    };
    const slope = (row: readonly number[]) => softmax(row).reduce((sum, weight) => sum + weight * (1 - weight), 0), total = (numbers: readonly number[]) => near(numbers.reduce((sum, number) => sum + number, 0), numbers.reduce((sum, number) => sum + Math.abs(number), 0));
    const sums: Record<string, () => Want> = {
      scoreSum: () => total(all), variance: () => near(found["deviation"]!() ** 2), squares: () => total(all.map((score) => (score - middle) ** 2)), insideCount: () => total(all.map((score) => (Math.abs(score) <= 3 ? 1 : 0))),
      scale: () => near(1 / this.divisor(name, by)), mask: () => exact(1),
      offset: () => near(rows[first]![second]! - middle), largestSum: () => total(rows.map((row) => Math.max(...softmax(row)))), rowLargest: () => near(Math.max(...softmax(rows[first]!))),
      slopeSum: () => total(rows.map(slope)), rowSlope: () => near(slope(rows[first]!), 1), rest: () => near(1 - softmax(rows[first]!)[second]!, 1),
    };
    return found[field] ? near(found[field]()) : sums[field]!();
  }

  private rowOf(name: string, by: string, stage: string, at = 0): Want[] {
    const row = this.drawn(name)[at]!, scaled = row.map((score) => score / this.divisor(name, by)), most = Math.max(...scaled);
    const exponentials = scaled.map((score) => Math.exp(score - most)), sum = exponentials.reduce((total, part) => total + part, 0);
    const stages: Record<string, number[]> = { scores: row, scaled, masked: scaled, exponentials, weights: exponentials.map((part) => part / sum), rowMax: [most], rowSum: [sum] };
    return stages[stage]!.map((value) => near(value, stage === "weights" || stage === "exponentials" ? Math.abs(value) * (2 + Math.abs(most)) : Math.abs(value)));
  }

  private sampleRow(name: string, [by = "", stage = "", row = "0", column = "0"]: readonly string[]): Want | undefined {
    return this.rowOf(name, by, stage, Number(row))[Number(column)];
  }

  /** A cell of the output as on paper: weights and values rounded to three decimals, then multiplied and added. */
  private rounded(cell: number): Want {
    const round = (value: number) => Math.round(value * 1000) / 1000, columns = this.truth.stages["output"]!.shape[1]!, row = Math.floor(cell / columns), column = cell % columns;
    const keys = this.truth.scene.keys.length, weights = this.truth.stages["weights"]!.data, values = this.truth.stages["v"]!.data;
    return near(Array.from({ length: keys }, (_, key) => round(weights[row * keys + key]!) * round(values[key * columns + column]!)).reduce((sum, part) => sum + part, 0));
  }
}

function cellIn({ stages }: Truth, [stage = "", ...index]: readonly string[]): Want | undefined {
  const found = stages[stage], at = found?.shape.reduce((place, size, axis) => place * size + Number(index[axis] ?? 0), 0);
  return found && at !== undefined && at < found.data.length ? { value: found.data[at]!, tolerance: found.tolerance[at]! } : undefined;
}

/** The place in an address, with the controls that it does not name as they are at first. */
function placeIn(address: string, { start }: Source["outset"]): Place {
  const scene = readScene(address), { fields } = scene;
  const settings = Object.fromEntries(Object.entries(start.settings).map(([name, first]) => {
    const said = fields[`set.${name}`];
    return [name, said === undefined ? first : typeof first === "number" ? Number(said) : decodeURIComponent(said)];
  }));
  return { scene: asPageScene(scene), row: scene.row, column: scene.column, settings, opened: [] };
}

/** A page's scene from one that was read here; a mask that stands in words stays so, for pages ask by it. */
function asPageScene(scene: Scene): PageScene {
  const { tables, fields, temperature, allow, bias } = scene, { x, wq, wk, wv, q, k, v } = tables as Record<string, number[][]>;
  const mask = (/^(none|causal|bottom-right)$/.test(fields["mask"]!) ? fields["mask"] : allow) as PageScene["mask"];
  const options = { mask, temperature, divisor: (fields["divisor"] ?? "root") as PageScene["divisor"], ...(bias ? { bias } : {}) };
  return x
    ? { kind: "words", words: scene.queries, x, wq: wq!, wk: wk!, wv: wv!, origins: fields["origins"]!.split(",") as never, matrices: fields["matrices"] as never, ...options }
    : { kind: "given", q: q!, k: k!, v: v!, queryNames: scene.queries, keyNames: scene.keys, given: fields["given"] as never, ...options };
}

/** The other way: what a page declares, as a scene that this file's reference can compute. */
function sceneOf(scene: PageScene): Scene {
  const words = scene.kind === "words", queries = words ? scene.words : scene.queryNames, keys = words ? scene.words : scene.keyNames;
  const tables: Record<string, number[][]> = words ? { x: scene.x, wq: scene.wq, wk: scene.wk, wv: scene.wv } : { q: scene.q, k: scene.k, v: scene.v };
  const width = (tables["wq"] ?? tables["q"])![0]!.length, last = scene.mask === "bottom-right" ? keys.length - queries.length : 0;
  const allow = queries.map((_, i) => keys.map((_, j) => (typeof scene.mask === "string" ? scene.mask === "none" || j <= i + last : scene.mask[i]![j]!)));
  const scale = { root: 1 / Math.sqrt(width), none: 1, width: 1 / width, zero: 0 }[scene.divisor] / scene.temperature;
  return { tables, queries, keys, allow, temperature: scene.temperature, scale, row: 0, column: 0, opened: [], fields: {}, ...(scene.bias ? { bias: scene.bias } : {}) };
}

/** A scene, or one with a number put into its given tables, or with scores brought to 0 by what is added to them. */
function otherOf(other: Other): Scene {
  if (!("of" in other)) return sceneOf(other);
  const scene = sceneOf(other.of), { stages } = truthOf(scene);
  if ("levelled" in other) {
    const { shape: [rows = 1, columns = 1], data } = stages["scaled"]!;
    const bias = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, key) => (row === other.row && other.levelled.includes(key) ? -data[row * columns + key]! : 0)));
    return { ...scene, bias };
  }
  const given = (stage: string) => {
    const { shape: [rows = 1, columns = 1], data } = stages[stage]!;
    return Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * columns, (row + 1) * columns)));
  };
  const tables = { q: given("q"), k: given("k"), v: given("v") };
  tables[other.table][other.row]![other.column] = other.put;
  return { ...scene, tables };
}
