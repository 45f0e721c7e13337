// The reference against values by hand, printed numbers of tutorials and cases behind public bug reports (tests/suites).
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { attention, attentionOfWords, difference, type GivenInput, type Numbers, type Reference, type Stage } from "./reference.js";

const matrix = (rows: number[][]): Numbers => ({ shape: [rows.length, rows[0]!.length], data: rows.flat() });
const digits = (stage: Stage, places = 15) => Array.from(stage.data, (number) => Number(number.toFixed(places)));

describe("the worked example", () => {
  const stages = attention({ q: matrix([[1, 0, 1, 0]]), k: matrix([[1, 0, 1, 0], [0, 1, 0, 1]]), v: matrix([[5, 0, 0], [0, 3, 0]]) });
  it("goes from 2 and 0 by way of 1 and 0 to the weights and the output", () => {
    expect(digits(stages.scores)).toEqual([2, 0]);
    expect(digits(stages.scaled)).toEqual([1, 0]);
    expect(digits(stages.rowMax)).toEqual([1]);
    expect(digits(stages.exponentials)).toEqual([1, 0.367879441171442]);
    expect(digits(stages.rowSum)).toEqual([1.367879441171442]);
    expect(digits(stages.weights)).toEqual([0.731058578630005, 0.268941421369995]);
    expect(digits(stages.output, 14)).toEqual([3.65529289315002, 0.80682426410999, 0]);
    expect(digits(stages.logSumExp, 14)).toEqual([1.31326168751822]);
  });
});

describe("two words by hand", () => {
  // x wq = [[1, 2], [3, 0]], x wk = [[0, 1], [1, 1]], x wv = [[2, 0], [0, 4]]; q k^T = [[2, 3], [0, 3]]
  const words = { x: matrix([[1, 0], [0, 1]]), wq: matrix([[1, 2], [3, 0]]), wk: matrix([[0, 1], [1, 1]]), wv: matrix([[2, 0], [0, 4]]) };
  const sigmoid = (gap: number) => 1 / (1 + Math.exp(-gap));
  it("projects, scores by rows of q and columns of k, and blends", () => {
    const stages = attentionOfWords({ ...words, scale: 1 });
    expect(stages.q).toMatchObject({ shape: [1, 2, 2] });
    expect(digits(stages.q)).toEqual([1, 2, 3, 0]);
    expect(digits(stages.k)).toEqual([0, 1, 1, 1]);
    expect(digits(stages.scores)).toEqual([2, 3, 0, 3]);
    const [near, far] = [sigmoid(1), sigmoid(3)];
    expect(digits(stages.weights, 12)).toEqual([1 - near, near, 1 - far, far].map((weight) => Number(weight.toFixed(12))));
    expect(digits(stages.output, 12)).toEqual([2 * (1 - near), 4 * near, 2 * (1 - far), 4 * far].map((number) => Number(number.toFixed(12))));
  });
  it("lets a word see only itself and earlier ones when causal", () => {
    const stages = attentionOfWords({ ...words, scale: 1, causal: true });
    expect(digits(stages.masked)).toEqual([2, -Infinity, 0, 3]);
    expect(digits(stages.weights).slice(0, 2)).toEqual([1, 0]);
    expect(digits(stages.output).slice(0, 2)).toEqual([2, 0]);
  });
  it("gives zeros for a row that sees nothing, and counts it", () => {
    const stages = attentionOfWords({ ...words, mask: { shape: [2, 2], data: [false, false, true, true] } });
    expect(digits(stages.weights).slice(0, 2)).toEqual([0, 0]);
    expect(digits(stages.output).slice(0, 2)).toEqual([0, 0]);
    expect(stages.logSumExp.data[0]).toBe(-Infinity);
    expect(stages.maskedRows).toBe(1);
  });
  it("caps after the scale and adds the bias after that", () => {
    const stages = attentionOfWords({ ...words, scale: 0.5, softcap: 2, bias: matrix([[0.5, 0], [0, -Infinity]]) });
    expect(digits(stages.scaled)).toEqual([1, 1.5, 0, 1.5]);
    expect(digits(stages.capped!)).toEqual([2 * Math.tanh(0.5), 2 * Math.tanh(0.75), 0, 2 * Math.tanh(0.75)].map((number) => Number(number.toFixed(15))));
    expect(stages.biased!.data[0]).toBe(2 * Math.tanh(0.5) + 0.5);
    expect(stages.masked.data[3]).toBe(-Infinity);
    expect(stages.weights.data[3]).toBe(0);
  });
  it("groups columns by head and lays the heads side by side again", () => {
    const stages = attentionOfWords({ ...words, heads: 2, wo: matrix([[1], [10]]) });
    expect(digits(stages.q)).toEqual([1, 3, 2, 0]);
    expect(stages.output.shape).toEqual([2, 2, 1]);
    expect([...stages.concat!.data]).toEqual([0, 2, 1, 3].map((at) => stages.output.data[at]));
    expect(stages.projected!.data[1]).toBe(stages.concat!.data[2]! + 10 * stages.concat!.data[3]!);
  });
});

describe("the tolerance", () => {
  const stages = attention({ q: matrix([[0.3, -1.2]]), k: matrix([[0.7, 0.1], [1.1, -0.4]]), v: matrix([[1.3], [-0.2]]) });
  const { output } = stages, [want] = output.data as unknown as [number];
  it("is 4 ulp of the blended sizes, 2 and the largest score's size up", () => {
    const [near, far] = stages.weights.data as unknown as [number, number], f = Math.fround;
    const size = near * f(1.3) + far * f(0.2), largest = (f(0.3) * f(1.1) + f(1.2) * f(0.4)) / Math.SQRT2;
    expect(output.tolerance[0]).toBeCloseTo(4 * 2 ** -23 * (2 + largest + Math.SQRT2 / 64) * size, 18);
  });
  it("takes the float32 nearest to the result", () => expect(difference("output", { shape: [1, 1], data: [Math.fround(want)] }, output)).toBe(""));
  it("refuses zeros, NaN, a tenth of a thousandth more and another shape", () => {
    for (const data of [[0], [NaN], [want + 1e-5]]) expect(difference("output", { shape: [1, 1], data }, output)).toMatch(/^output\[0,0\]: .* expected /);
    expect(difference("output", { shape: [1], data: [want] }, output)).toBe("output: shape 1, expected 1 x 1");
  });
  it("leaves given numbers no room", () => expect(difference("q", { shape: [1, 2], data: [0.3, -1.2] }, stages.q)).toMatch(/^q\[0,0\]/));
});

// ---- case files ---------------------------------------------------------------------------------------------------

type Given = number | boolean | string;
interface CaseTensor { name: string; dtype: string; shape: number[]; data: Given[] }
interface Case {
  name: string; op: string; attributes: Record<string, number>; inputs: CaseTensor[]; outputs: CaseTensor[];
  expected?: Record<string, { data: number[]; tolerance_abs: number }>; float64_values?: Record<string, number[]>;
  projection?: Record<string, number[][]>;
}

const folder = (name: string) => new URL(`../suites/${name}/`, import.meta.url);
const cases = (name: string) => readdirSync(folder(name)).map((file) => JSON.parse(readFileSync(new URL(file, folder(name)), "utf8")) as Case).filter(({ op }) => op === "Attention");
const stageNamed: Record<string, keyof Reference> = { raw_scores: "scores", scaled_scores: "scaled", weights: "weights", output: "output", Y: "output", attn_weights: "weights" };
/** The files keep twelve significant digits: half a unit of the twelfth, and what float64 itself loses. */
const lastDigit = (number: number) => 5e-12 * Math.abs(number) + 1e-15;
const numbers = (tensor: CaseTensor): Numbers => ({ shape: tensor.shape, data: tensor.data.map(Number) });

function inputOf({ attributes, inputs }: Case): GivenInput {
  const named = Object.fromEntries(inputs.map((tensor) => [tensor.name, tensor]));
  const { attn_mask: mask } = named;
  return {
    q: numbers(named.Q!), k: numbers(named.K!), v: numbers(named.V!), scale: attributes.scale, softcap: attributes.softcap,
    ...(mask && (mask.dtype === "bool" ? { mask: { shape: mask.shape, data: mask.data.map(Boolean) } } : { bias: numbers(mask) })),
    ...(attributes.is_causal && { causal: true, causalOffset: attributes.causal_offset }),
    window: { left: attributes.left_window_size, right: attributes.right_window_size },
  };
}

describe("numbers that tutorials print", () => {
  it.each(cases("worked"))("$name", (file) => {
    const stages = attention(inputOf(file));
    for (const [name, { data, tolerance_abs }] of Object.entries(file.expected ?? {})) {
      const stage = stages[stageNamed[name]!] as Stage;
      data.forEach((printed, i) => expect(Math.abs(stage.data[i]! - printed), `${name} ${i}`).toBeLessThanOrEqual(tolerance_abs));
    }
    for (const [name, data] of Object.entries(file.float64_values ?? {})) {
      const stage = stages[stageNamed[name]!] as Stage;
      expect(difference(name, { shape: stage.shape, data }, stage)).toBe("");
    }
  });
  it("unfold_three_words also from its arrows", () => {
    const { projection, float64_values } = cases("worked").find(({ name }) => name === "unfold_three_words")!;
    const { x, Wq, Wk, Wv } = projection as Record<"x" | "Wq" | "Wk" | "Wv", number[][]>;
    const { output } = attentionOfWords({ x: matrix(x), wq: matrix(Wq), wk: matrix(Wk), wv: matrix(Wv) });
    expect(difference("output", { shape: [1, 3, 3], data: float64_values!.output! }, output)).toBe("");
  });
});

describe("cases behind public bug reports", () => {
  it.each(cases("bug-cases"))("$name", (file) => {
    const stages = attention(inputOf(file));
    for (const { name, shape, data } of file.outputs) {
      const stage = stages[stageNamed[name]!] as Stage, want = data.map(Number);
      expect(stage.shape).toEqual(shape);
      want.forEach((number, i) => expect(Math.abs(stage.data[i]! - number), `${name} ${i}`).toBeLessThanOrEqual(lastDigit(number)));
    }
  });
});
