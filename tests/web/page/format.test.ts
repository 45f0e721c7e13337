// How numbers are written where no table of the trace checks them: those that a table's own decimals do not suit.
import { describe, expect, it } from "vitest";
import { cellText } from "../../../web/page/stage/format.js";

describe("a number in a cell", () => {
  it.each([[0.25, 3, "0.250"], [-999.5, 3, "−999.500"], [-1234.5, 3, "−1.23e3"], [1e30, 3, "1e30"], [-1e-9, 3, "0.000"], [NaN, 3, "NaN"], [-Infinity, 2, "−∞"]] as const)(
    "%d with %d decimals is %s", (value, decimals, text) => expect(cellText(value, decimals)).toBe(text));
});
