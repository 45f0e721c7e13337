// How numbers are written where no table of the trace checks them: those that a table's own decimals do not suit.
import { describe, expect, it } from "vitest";
import { cellText, inProse, inProseOf, sharedPrecision } from "../../../web/page/stage/format.js";

describe("a number in a cell", () => {
  it.each([[0.25, 3, "0.250"], [-999.5, 3, "−999.500"], [-1234.5, 3, "−1.23e3"], [1e30, 3, "1e30"], [-1e-9, 3, "0.000"], [NaN, 3, "NaN"], [-Infinity, 2, "−∞"]] as const)(
    "%d with %d decimals is %s", (value, decimals, text) => expect(cellText(value, decimals)).toBe(text));
});

describe("a number in a sentence", () => {
  it.each([[2, "2"], [-0, "0"], [8 + 2e-15, "8"], [0.5, "0.500"], [-1.2346, "−1.235"], [0.0004, "4e−4"], [2000, "2e3"], [NaN, "NaN"]] as const)("%d is %s", (value, text) => expect(inProse(value)).toBe(text));
  it.each([[[2, 0]], [[2.5, 1]], [[1, 0.25, 0.75]], [[-3, 12.5]]])("is written as in its table %j where that is exact", (values) => {
    const precision = sharedPrecision(values);
    for (const value of values) expect(inProseOf(values)(value)).toBe(value === 0 ? "0" : cellText(value, precision));
  });
  it("has three decimals beside numbers that need them", () => expect([1, 1 / 3, 0].map(inProseOf([1, 1 / 3, 0]))).toEqual(["1.000", "0.333", "0"]));
});
