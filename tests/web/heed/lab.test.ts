// heed/lab, on the built package: every cell of every stage opens, its operands are what the trace holds, and what they
// make is the cell, bit by bit; and every operand leads back to what was given.
import { describe, expect, it } from "vitest";
import { type CellReference, load, type OpenedCell, type StageName, type Tensor, type Trace, type TraceInput } from "heed/lab";
import { stageNames } from "../../../web/heed/trace.js";
import { caught, made, random, told } from "./made.js";
import { given, words } from "./requests.js";

const heed = await load();
const worked = {
  q: { data: [1, 0, 1, 0], shape: [1, 4] },
  k: { data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] },
  v: { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] },
};

function indices(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>((all, size) => all.flatMap((index) => Array.from({ length: size }, (_, at) => [...index, at])), [[]]);
}

const at = ({ data, shape }: { data: ArrayLike<number>; shape: readonly number[] }, index: readonly number[]) =>
  data[index.reduce((offset, i, axis) => offset * shape[axis]! + i, 0)]!;

/** Where the trace or the request holds it; undefined for what no tensor holds. */
function held(trace: Trace, input: object, { stage, index }: CellReference): number | undefined {
  const tensor = stage === "mask" ? undefined : ({ ...input, ...trace } as Record<string, unknown>)[stage];
  return typeof tensor === "object" ? at(tensor as Tensor, index) : undefined;
}

/** The last number of an opened cell, which is the cell. */
const result = ({ partialSums, products }: OpenedCell) => partialSums.at(-1) ?? products.at(-1);

function openAll(input: TraceInput, visit: (cell: OpenedCell, trace: Trace) => void): number {
  const trace = heed.trace(input);
  let count = 0;
  for (const stage of stageNames) {
    for (const index of indices(trace[stage]?.shape ?? [0])) {
      visit(heed.lab.open(trace, stage, index), trace);
      ++count;
    }
  }
  return count;
}

describe("every cell of every stage", () => {
  const cases = [...given, ...words] as { name: string; input: TraceInput }[];
  it.each(cases)("$name", ({ input }) => {
    openAll(input, (cell, trace) => {
      const where = `${cell.stage} [${cell.index.join()}]`;
      expect(cell.value, where).toBe(at(trace[cell.stage]!, cell.index));
      // toBe is Object.is: the same bits, NaN included. Without operands there is nothing to make it from.
      if (cell.operands.length) expect(Math.fround(result(cell)!), where).toBe(cell.value);
      for (const reference of cell.operands.flat()) {
        const value = held(trace, input, reference);
        if (value !== undefined) expect(reference.value, `${where}: ${reference.stage} [${reference.index.join()}]`).toBe(Math.fround(value));
      }
    });
  });
});

describe("what a cell is made of", () => {
  const next = random(8);
  const input = { x: made(next, 3, 4), wq: made(next, 4, 8), wk: made(next, 4, 4), wv: made(next, 4, 6), wo: made(next, 12, 2), heads: 4, kvHeads: 2, softcap: 2, bias: made(next, 3, 1), causal: true };
  const trace = heed.trace(input);
  const names = (stage: StageName, ...index: number[]) => {
    const cell = heed.lab.open(trace, stage, index);
    return `${cell.operation}: ${cell.operands.map((group) => group.map((one) => `${one.stage}[${one.index.join()}]`).join("·")).join(" ")}`;
  };
  it.each([
    [names("x", 2, 1), "given: "],
    [names("q", 3, 1, 0), "dot: x[1,0]·wq[0,6] x[1,1]·wq[1,6] x[1,2]·wq[2,6] x[1,3]·wq[3,6]"],
    [names("k", 1, 2, 1), "dot: x[2,0]·wk[0,3] x[2,1]·wk[1,3] x[2,2]·wk[2,3] x[2,3]·wk[3,3]"],
    [names("v", 1, 0, 2), "dot: x[0,0]·wv[0,5] x[0,1]·wv[1,5] x[0,2]·wv[2,5] x[0,3]·wv[3,5]"],
    [names("scores", 3, 2, 0), "dot: q[3,2,0]·k[1,0,0] q[3,2,1]·k[1,0,1]"],
    [names("scaled", 3, 2, 0), "scale: scores[3,2,0]·scale[]"],
    [names("capped", 3, 2, 0), "softcap: scaled[3,2,0]·softcap[]"],
    [names("biased", 3, 2, 1), "bias: capped[3,2,1]·bias[2,0]"],
    [names("masked", 3, 0, 1), "mask: biased[3,0,1]·mask[3,0,1]"],
    [names("rowMax", 3, 0), "max: masked[3,0,0] masked[3,0,1] masked[3,0,2]"],
    [names("exponentials", 3, 2, 1), "exponential: masked[3,2,1]·rowMax[3,2]"],
    [names("rowSum", 3, 0), "sum: exponentials[3,0,0] exponentials[3,0,1] exponentials[3,0,2]"],
    [names("weights", 3, 2, 1), "divide: exponentials[3,2,1]·rowSum[3,2]"],
    [names("output", 2, 1, 0), "dot: weights[2,1,0]·v[1,0,0] weights[2,1,1]·v[1,1,0] weights[2,1,2]·v[1,2,0]"],
    [names("concat", 2, 7), "copy: output[2,2,1]"],
    [names("projected", 1, 1), `dot: ${Array.from({ length: 12 }, (_, i) => `concat[1,${i}]·wo[${i},1]`).join(" ")}`],
  ])("%s", (got, want) => expect(got).toBe(want));

  it("followed from the end, every operand leads back to x, the matrices and the options", () => {
    const leaves = new Set<string>();
    let depth = 0;
    for (let level = [{ stage: "projected", index: [2, 1], value: 0 } as CellReference]; level.length; ++depth) {
      const seen = new Map<string, CellReference>();
      for (const { stage, index } of level) {
        const operands = stageNames.includes(stage as StageName) ? heed.lab.open(trace, stage as StageName, index).operands.flat() : [];
        if (!operands.length) leaves.add(stage);
        for (const operand of operands) seen.set(`${operand.stage}[${operand.index.join()}]`, operand);
      }
      level = [...seen.values()];
      expect(depth).toBeLessThan(20);   // else it goes round in circles
    }
    expect([...leaves].sort()).toEqual(["bias", "mask", "scale", "softcap", "wk", "wo", "wq", "wv", "x"]);
  });

  it("keys and values of a cross-attention come from the context", () => {
    const cross = heed.trace({ x: input.x, context: made(next, 2, 4), wq: made(next, 4, 2), wk: made(next, 4, 2), wv: made(next, 4, 2) });
    expect(heed.lab.open(cross, "k", [0, 1, 0]).operands[0]!.map(({ stage }) => stage)).toEqual(["context", "wk"]);
    expect(heed.lab.open(cross, "q", [0, 1, 0]).operands[0]!.map(({ stage }) => stage)).toEqual(["x", "wq"]);
  });
});

describe("steps of an opened cell", () => {
  const trace = heed.trace(worked);
  it("a score: products and running sums", () => {
    expect(heed.lab.open(trace, "scores", [0, 0])).toMatchObject({ products: [1, 0, 1, 0], partialSums: [1, 1, 2, 2], value: 2 });
  });
  it("a scaled score: the scale is 1/sqrt(4)", () => {
    expect(heed.lab.open(trace, "scaled", [0, 0]).operands[0]![1]).toEqual({ stage: "scale", index: [], value: 0.5 });
  });
  it("an exponential: the difference, then exp of it", () => {
    expect(heed.lab.open(trace, "exponentials", [0, 1])).toMatchObject({ products: [-1], partialSums: [Math.exp(-1)] });
  });
  it("a row's maximum and sum: one running number for each key", () => {
    expect(heed.lab.open(trace, "rowMax", [0])).toMatchObject({ products: [], partialSums: [1, 1] });
    expect(heed.lab.open(trace, "rowSum", [0]).partialSums).toHaveLength(2);
  });
  it("the worked example on paper: operands of three decimals make 3.655 and 0.807", () => {
    const onPaper = [0, 1, 2].map((column) => heed.lab.open(trace, "output", [0, column], { decimals: 3 }));
    expect(onPaper[0]).toMatchObject({ products: [3.655, 0], partialSums: [3.655, 3.655] });
    expect(onPaper.map(({ value }) => value)).toEqual([3.655, 0.807, 0]);
    expect(onPaper[0]!.operands[0]!.map(({ value }) => value)).toEqual([0.731, 5]);
    expect(heed.lab.open(trace, "weights", [0, 1], { decimals: 3 }).operands[0]!.map(({ value }) => value)).toEqual([0.368, 1.368]);
  });
  it("a value behind a mask makes the product 0, and is shown as it is", () => {
    const masked = heed.trace({ ...worked, v: { data: [5, 0, 0, NaN, Infinity, 0], shape: [2, 3] }, mask: { data: [true, false], shape: [2] } });
    for (const decimals of [undefined, 2]) {
      const cell = heed.lab.open(masked, "output", [0, 0], { decimals });
      expect(cell).toMatchObject({ products: [5, 0], value: 5 });
      expect(cell.operands[1]![1]!.value).toBeNaN();
    }
  });
  it("every rule of masking shows in the mask's number", () => {
    const q = made(random(3), 5, 2);
    const ruled = heed.trace({ q, k: q, v: q, causal: true, causalOffset: 1, window: { left: 2 }, keyLengths: [4], mask: { data: [true, false, true, true, true], shape: [5] } });
    const flags = indices([5, 5]).map((index) => heed.lab.open(ruled, "masked", index).operands[0]![1]!.value);
    expect(flags).toEqual([
      1, 0, 0, 0, 0,
      1, 0, 1, 0, 0,
      0, 0, 1, 1, 0,
      0, 0, 1, 1, 0,
      0, 0, 0, 1, 0,
    ]);
  });
});

describe("lab.open", () => {
  const trace = heed.trace(worked);
  const open = (...parameters: unknown[]) => () => (heed.lab.open as (...all: unknown[]) => unknown)(...parameters);
  it.each([
    ["another's trace", open(structuredClone(trace), "output", [0, 0]), "option | trace: must be a trace that this instance made, not another's or a copy"],
    ["no trace", open(undefined, "output", [0, 0]), "option | trace: must be a trace that this instance made, not another's or a copy"],
    ["a stage that is not there", open(trace, "capped", [0, 0]), 'option | stage: must be one that this trace has (q, k, v, scores, scaled, masked, rowMax, exponentials, rowSum, weights, output), got "capped"'],
    ["an inherited name", open(trace, "toString", [0, 0]), 'option | stage: must be one that this trace has (q, k, v, scores, scaled, masked, rowMax, exponentials, rowSum, weights, output), got "toString"'],
    ["past the end", open(trace, "output", [0, 3]), "shape | index: must be a cell of output (1, 3), got [0, 3]"],
    ["too short", open(trace, "output", [0]), "shape | index: must be a cell of output (1, 3), got [0]"],
    ["below 0", open(trace, "rowMax", [-1]), "shape | index: must be a cell of rowMax (1), got [-1]"],
    ["no index", open(trace, "output"), "shape | index: must be a cell of output (1, 3), got undefined"],
    ["half a decimal", open(trace, "output", [0, 0], { decimals: 0.5 }), "option | decimals: must be a whole number from 0 to 15, got 0.5"],
    ["an unknown option", open(trace, "output", [0, 0], { digits: 3 }), "option | digits: there is no such option; the nearest is decimals"],
  ])("%s", (_, action, text) => expect(told(caught(action))).toBe(text));

  it("keeps what the trace was made from: the caller may change its arrays afterwards", () => {
    const wq = Float32Array.of(2, 3);
    const one = { data: [1, 1], shape: [1, 2] };
    const kept = heed.trace({ x: one, wq: { data: wq, shape: [2, 1] }, wk: { data: [1, 1], shape: [2, 1] }, wv: { data: [1, 1], shape: [2, 1] } });
    wq.fill(0);
    expect(heed.lab.open(kept, "q", [0, 0, 0])).toMatchObject({ products: [2, 3], value: 5 });
  });
});

describe("lab.pair", () => {
  it("compares two arrows", () => {
    const { dot, normQ, normK, cosine, angle, shadow } = heed.lab.pair([3, 4], [0, 2]);
    expect([dot, normQ, normK, cosine, shadow]).toEqual([8, 5, 2, 0.8, 1.6]);
    expect(angle).toBeCloseTo(Math.acos(0.8), 14);
  });
  it("a right angle, opposite arrows, an arrow of no length", () => {
    expect(heed.lab.pair(Float32Array.of(1, 0), [0, 1])).toMatchObject({ dot: 0, cosine: 0, shadow: 0, angle: Math.PI / 2 });
    expect(heed.lab.pair([1, 0], [-2, 0])).toMatchObject({ dot: -2, cosine: -1, shadow: -2, angle: Math.PI });
    expect(heed.lab.pair([0, 0], [1, 2])).toMatchObject({ dot: 0, cosine: 0, shadow: 0 });
    expect(heed.lab.pair([], [])).toMatchObject({ dot: 0 });
  });
  it("refuses arrows of two lengths and what is no arrow", () => {
    expect(told(caught(() => heed.lab.pair([1, 2], [1])))).toBe("shape | k: the length must equal q's (2), got 1");
    expect(told(caught(() => heed.lab.pair("12" as never, [1])))).toBe('type | q: must be an array of numbers, got "12"');
  });
  it("throws after dispose", async () => {
    const other = await load();
    const trace = other.trace(worked);
    other.dispose();
    expect(caught(() => other.lab.pair([1], [1])).code).toBe("disposed");
    expect(caught(() => other.lab.open(trace, "output", [0, 0])).code).toBe("disposed");
  });
});

describe("lab.jacobian", () => {
  it("of the worked example's weights: what one key gains the other loses", () => {
    const { weights } = heed.trace(worked);
    const { data, shape } = heed.lab.jacobian(weights.data);
    expect(shape).toEqual([2, 2]);
    expect(Array.from(data, (number) => Number(number.toFixed(6)))).toEqual([0.196612, -0.196612, -0.196612, 0.196612]);
  });
  it("diag(w) - w wT: the diagonal is w (1 - w), what is beside it -w_i w_j", () => {
    expect(heed.lab.jacobian([0.5, 0.25, 0.25])).toEqual({ data: Float32Array.of(0.25, -0.125, -0.125, -0.125, 0.1875, -0.0625, -0.125, -0.0625, 0.1875), shape: [3, 3] });
  });
  it("a row that is masked everywhere, an empty one, one of NaN", () => {
    expect(heed.lab.jacobian([0, 0])).toEqual({ data: new Float32Array(4), shape: [2, 2] });
    expect(heed.lab.jacobian([])).toEqual({ data: new Float32Array(0), shape: [0, 0] });
    expect([...heed.lab.jacobian([NaN]).data]).toEqual([NaN]);
  });
  it("takes weights as they are printed, and refuses a row of scores", () => {
    expect(heed.lab.jacobian([0.33, 0.33, 0.33]).shape).toEqual([3, 3]);
    expect(told(caught(() => heed.lab.jacobian([2, 1])))).toBe("option | row: must be weights, which sum to 1 or are all 0, got a sum of 3");
    expect(told(caught(() => heed.lab.jacobian([2, -1])))).toBe("option | row: must be weights, each from 0 up, got -1 at 1");
    expect(told(caught(() => heed.lab.jacobian([[1]] as never)))).toBe("type | row: must be a flat array of numbers, got an Array at 0");
  });
});
