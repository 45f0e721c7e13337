// The checks that hold the page's numbers must be able to fail: each of them on numbers that are planted wrong.
import { describe, expect, it } from "vitest";
import { readScene, truthOf } from "./scene_in_address.js";
import { misprint, missing, mistakes, readNumber, type ShownNumber } from "./shown_numbers.js";

const address = (x: string, [wq, wk] = ["1,2;3,0", "0,1;1,1"]) => `http://site/playground/#v=1&kind=words&words=a+b%2Bc&x=${x}&wq=${wq}&wk=${wk}&wv=2,0;0,4&origins=edited,random&matrices=hand-made&mask=causal&temperature=2&row=1&open=output.1.0~weights.1.1`;
const truth = truthOf(readScene(address("1,0;0.5,1")));

/** The tables of a scene as a page without fault would show them. */
function tables(of = truth, stages = ["x", "q", "k", "v", "scores", "scaled", "weights", "output"]): ShownNumber[] {
  return stages.flatMap((stage) => Array.from(of.stages[stage]!.data, (number, at) => {
    const columns = of.stages[stage]!.shape[1]!, index = [Math.floor(at / columns), at % columns];
    const byKey = ["scores", "scaled", "weights"].includes(stage);
    return { stage, index, text: number.toFixed(2).replace("-0.00", "0.00").replace("-", "−"), table: true, row: of.scene.queries[index[0]!], column: byKey ? of.scene.keys[index[1]!] : `${index[1]}` };
  }));
}
const swap = (numbers: ShownNumber[], one: string, other: string) => numbers.map((number) => ({ ...number, stage: number.stage === one ? other : number.stage === other ? one : number.stage }));

describe("a scene in an address", () => {
  it("is read whole", () => {
    expect(truth.scene).toMatchObject({ queries: ["a", "b+c"], keys: ["a", "b+c"], temperature: 2, row: 1, allow: [[true, false], [true, true]] });
    expect(truth.scene.tables).toEqual({ x: [[1, 0], [0.5, 1]], wq: [[1, 2], [3, 0]], wk: [[0, 1], [1, 1]], wv: [[2, 0], [0, 4]] });
    expect(truth.scene.opened).toEqual([{ stage: "output", index: [1, 0] }, { stage: "weights", index: [1, 1] }]);
  });
  it("gives attention with its temperature and its mask", () => {
    // q = [[1, 2], [3.5, 1]], k = [[0, 1], [1, 1.5]]
    expect([...truth.stages.scores!.data]).toEqual([2, 4, 1, 5]);
    expect(truth.stages.scaled!.data[3]).toBeCloseTo(5 / (Math.SQRT2 * 2), 12);
    expect(truth.stages.weights!.data[0]).toBe(1);
    expect(truth.stages.weights!.data[3]).toBeCloseTo(1 / (1 + Math.exp(-4 / (Math.SQRT2 * 2))), 12);
  });
});

describe("a shown number", () => {
  it.each([["−1.50", -1.5, 0.01], ["58 %", 0.58, 0.01], ["1.23e−5", 1.23e-5, 1e-7], ["1.2×10⁻⁷", 1.2e-7, 1e-8], ["−∞", -Infinity, 0], ["12", 12, 1]])("%s is read", (text, value, unit) => {
    expect(readNumber(text).value).toBe(value);
    expect(readNumber(text).unit).toBeCloseTo(unit, 20);
  });
  it("is right when it is the reference rounded to the digits shown", () => {
    for (const [text, want] of [["0.73", 0.731058578630005], ["0.7310586", 0.731058578630005], ["−∞", -Infinity], ["0", 0], ["0.00", -0.003], ["NaN", NaN]] as const) expect(misprint(text, want, 1e-7)).toBe("");
  });
  it("may be either neighbour only where the tolerance reaches the middle between them", () => {
    expect(misprint("0.13", 0.12499999, 1e-7)).toBe("");
    expect(misprint("0.13", 0.12499, 1e-7)).not.toBe("");
  });
  it.each([["0.74", 0.731], ["0.72", 0.731], ["1", 0.731], ["0.7", 0.731], ["", 0.7], ["0.73", NaN], ["0.73", -0.73], ["-0.73", -0.73], ["−0.00", -0.001], ["0", -Infinity], ["abc", 0]])("%s is wrong for %d", (text, want) => {
    expect(misprint(text, want, 1e-7)).not.toBe("");
  });
});

describe("a page's numbers", () => {
  it("pass when they are those of the scene", () => {
    expect(mistakes(tables(), truth)).toEqual([]);
    expect(missing(tables(), truth, ["x", "weights"])).toEqual([]);
  });
  it("fail when one is missing", () => expect(missing(tables().filter(({ stage, index }) => `${stage}${index}` !== "weights1,0"), truth, ["weights"])).toEqual(["weights[1,0]"]));
  it("fail when two rows wear each other's label", () => {
    const numbers = tables().map((number) => (number.stage === "weights" ? { ...number, row: truth.scene.queries[1 - number.index[0]!] } : number));
    expect(mistakes(numbers, truth)).toHaveLength(4);
  });
  it("fail when two columns wear each other's label", () => {
    const numbers = tables().map((number) => (number.stage === "scores" ? { ...number, column: truth.scene.keys[1 - number.index[1]!] } : number));
    expect(mistakes(numbers, truth)).toHaveLength(4);
  });
  it("fail when one is a number of the scene before", () => {
    const before = tables(truthOf(readScene(address("1,0;0.5,0.9"))));
    const numbers = tables(), at = numbers.findIndex(({ stage, index }) => stage === "output" && index.join() === "1,1");
    numbers[at] = before[at]!;
    expect(mistakes(numbers, truth)).toEqual([expect.stringMatching(/^output\[1,1\]/)]);
  });
  it("fail when Q and K are swapped, on the page or on the way to the scores", () => {
    expect(mistakes(swap(tables(), "q", "k"), truth).length).toBeGreaterThan(0);
    const turned = tables(truthOf(readScene(address("1,0;0.5,1", ["0,1;1,1", "1,2;3,0"]))), ["scores"]);
    expect(mistakes(turned, truth)).toEqual([expect.stringMatching(/^scores\[0,1\]/), expect.stringMatching(/^scores\[1,0\]/)]);
  });
});
