// Opens what is said of random scores: a mean into the sum behind it, each term of that into a row's weights or a score,
// a score into the products of its two arrows. Means are those of the core's summary; every sum and product is the core's.
import type { HeedLab, SampledScores, ScoreSample, StageName, Trace } from "heed/lab";
import type { DividedBy } from "./questions.js";
import type { CellPath, OfSample, Opened, Reference } from "./shown.js";

/** Scores that were drawn, all of them. */
export interface Draw { sample: ScoreSample; keys: number; found: SampledScores }

export function drawn(heed: HeedLab, sample: ScoreSample): Draw {
  return { sample, keys: sample.keys ?? 1, found: heed.lab.sampleScores(sample) };
}

/** One row of the scores as keys of width 1: its stages are those of the scores. */
export function rowTrace(heed: HeedLab, { sample: { dk }, keys, found }: Draw, row: number, by: DividedBy): Trace {
  const scores = { data: found.scores.data.slice(row * keys, (row + 1) * keys), shape: [keys, 1] };
  return heed.trace({ q: { data: [1], shape: [1, 1] }, k: scores, v: scores, scale: { raw: 1, byRoot: 1 / Math.sqrt(dk), byWidth: 1 / dk }[by] });
}

/** Softmax still weighs one key against another within this. */
const band = 3;

/** Which numbers there are: one of all scores, one of each row, or one of each score. */
const axesOf: Partial<Record<CellPath["stage"], 0 | 1 | 2>> = {
  mean: 0, scoreSum: 0, deviation: 0, variance: 0, squares: 0, inside: 0, insideCount: 0, largestWeight: 0, largestSum: 0, slope: 0, slopeSum: 0,
  rowLargest: 1, rowSlope: 1, rowMax: 1, rowSum: 1, offset: 2, rest: 2, scores: 2, scaled: 2, masked: 2, exponentials: 2, weights: 2,
};

/** Nothing where there is no such number. */
export function openSampled(heed: HeedLab, draw: Draw, by: DividedBy, path: CellPath): Opened | undefined {
  const sizes = draw.found.scores.shape, { stage, index } = path;
  if (index.length !== axesOf[stage] || !index.every((at, axis) => at >= 0 && at < sizes[axis]!)) return undefined;
  const found = new Numbers(heed, draw, by, path.of!), [row = 0, key = 0] = index, { total, dot } = arithmetic(heed);
  const opened = (operation: Opened["operation"], operands: Reference[][], products: number[], partialSums: number[] = [], value = partialSums.at(-1) ?? products[0]!): Opened =>
    ({ ...path, operation, operands, products, partialSums, value, names: operands.map((_, at) => String(at + 1)) });
  const mean = (sum: Reference, count: Reference) => opened("divide", [[sum, count]], [found.said(stage as "mean").value]);
  const summed = (terms: Reference[]) => opened("sum", terms.map((term) => [term]), [], heed.lab.sum(terms.map(({ value }) => value)).partialSums);
  const products = (pairs: [Reference, Reference][], value?: number) => {
    const parts = pairs.map(([left, right]) => dot([left], [right]));
    return opened("dot", pairs, parts, heed.lab.sum(parts).partialSums, value);
  };
  switch (stage) {
    case "mean": return mean(found.sum("scoreSum", found.scores()), found.pairs);
    case "scoreSum": return summed(found.scores());
    case "deviation": return opened("root", [[found.variance()]], [found.said("deviation").value]);
    case "variance": return opened("divide", [[found.squares(), found.pairs]], [found.variance().value]);
    case "squares": return products(found.offsets().map((offset) => [offset, offset]));
    case "offset": return opened("minus", [[found.score(row, key), found.said("mean")]], [found.offset(row, key).value]);
    case "inside": return mean(found.sum("insideCount", found.within()), found.pairs);
    case "insideCount": {
      const within = found.within().map(({ value }) => value);
      return opened("within", found.scores().map((score) => [score]), within, heed.lab.sum(within).partialSums);
    }
    case "largestWeight": return mean(found.sum("largestSum", found.rows("rowLargest")), found.rowCount);
    case "largestSum": return summed(found.rows("rowLargest"));
    case "rowLargest": {
      const weights = found.weights(row);
      return opened("max", weights.map((weight) => [weight]), [], weights.map((_, at) => largest(weights.slice(0, at + 1))));
    }
    case "slope": return mean(found.sum("slopeSum", found.rows("rowSlope")), found.rowCount);
    case "slopeSum": return summed(found.rows("rowSlope"));
    case "rowSlope": return products(found.weights(row).map((weight, at) => [weight, found.rest(row, at)]));
    case "rest": return opened("minus", [[same(true), found.weights(row)[key]!]], [total([1, -found.weights(row)[key]!.value])]);
    case "scores": return products(found.arrows(row, key), found.trace(row).scores.data[key]!);
    default: return { ...found.cell(stage as StageName, row, key), ...path };
  }
}

/** 1 where both indices are one and the same, else 0. */
export const same = (are: boolean): Reference => ({ stage: "same", index: [], value: are ? 1 : 0 });

/** Sums and products of a few numbers, in double precision. */
export function arithmetic({ lab }: HeedLab) {
  const values = (numbers: readonly Reference[]) => numbers.map(({ value }) => value);
  return {
    total: (numbers: readonly number[]) => lab.sum([...numbers]).total,
    dot: (left: readonly Reference[], right: readonly Reference[]) => lab.pair(values(left), values(right)).dot,
  };
}

const largest = (numbers: readonly Reference[]) => Math.max(...numbers.map(({ value }) => value));

/** The numbers that others are opened into. */
class Numbers {
  private readonly traces = new Map<number, Trace>();
  private readonly of;

  constructor(private readonly heed: HeedLab, private readonly draw: Draw, private readonly by: DividedBy, name: string) {
    this.of = (stage: Reference["stage"], value: number, ...index: number[]): Reference => ({ of: name, stage, index, value });
  }

  said(stage: "mean" | "deviation" | "inside" | "largestWeight" | "slope"): Reference { return this.of(stage, this.draw.found[this.by][stage]); }

  get pairs(): Reference { return this.of("count", this.draw.found.scores.data.length); }
  get rowCount(): Reference { return this.of("rowCount", this.draw.found.scores.shape[0]!); }

  trace(row: number): Trace {
    const trace = this.traces.get(row) ?? rowTrace(this.heed, this.draw, row, this.by);
    this.traces.set(row, trace);
    return trace;
  }

  score(row: number, key: number): Reference { return this.of(this.by === "raw" ? "scores" : "scaled", this.trace(row).scaled.data[key]!, row, key); }
  scores(): Reference[] { return this.each((row, key) => this.score(row, key)); }

  offset(row: number, key: number): Reference { return this.of("offset", this.heed.lab.sum([this.score(row, key).value, -this.said("mean").value]).total, row, key); }
  offsets(): Reference[] { return this.each((row, key) => this.offset(row, key)); }
  squares(): Reference { const offsets = this.offsets(); return this.of("squares", arithmetic(this.heed).dot(offsets, offsets)); }
  variance(): Reference { const deviation = [this.said("deviation")]; return this.of("variance", arithmetic(this.heed).dot(deviation, deviation)); }

  within(): Reference[] { return this.scores().map((score) => ({ ...score, value: Math.abs(score.value) <= band ? 1 : 0 })); }

  weights(row: number): Reference[] { return Array.from(this.trace(row).weights.data, (weight, key) => this.of("weights", weight, row, key)); }
  rest(row: number, key: number): Reference { return this.of("rest", this.heed.lab.sum([1, -this.trace(row).weights.data[key]!]).total, row, key); }

  /** One number of every row. */
  rows(stage: "rowLargest" | "rowSlope"): Reference[] {
    return Array.from({ length: this.rowCount.value }, (_, row) => {
      const weights = this.weights(row);
      return this.of(stage, stage === "rowLargest" ? largest(weights) : arithmetic(this.heed).dot(weights, weights.map((_, key) => this.rest(row, key))), row);
    });
  }

  sum(stage: OfSample, terms: readonly Reference[]): Reference { return this.of(stage, this.heed.lab.sum(terms.map(({ value }) => value)).total); }

  /** The pairs of numbers that a score is the sum of. */
  arrows(row: number, key: number): [Reference, Reference][] {
    const { q, k } = this.heed.lab.sampleArrows(this.draw.sample, row);
    return q.map((value, at) => [this.of("query", value, row, at), this.of("key", k[key]![at]!, row, key, at)]);
  }

  /** A cell of a row's trace, which knows of one row alone. */
  cell(stage: StageName, row: number, key: number): Opened {
    const cell = this.heed.lab.open(this.trace(row), stage, stage === "rowMax" || stage === "rowSum" ? [0] : [0, key]);
    const operands = cell.operands.map((group) => group.map(({ stage, index, value }) => this.of(stage, value, ...(index.length ? [row, ...index.slice(1)] : []))));
    return { ...cell, operands };
  }

  private each(make: (row: number, key: number) => Reference): Reference[] {
    const { keys, found } = this.draw;
    return Array.from({ length: found.scores.data.length }, (_, at) => make(Math.floor(at / keys), at % keys));
  }
}
