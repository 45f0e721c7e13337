// Opens the geometry of two arrows: lengths into squares, the cosine into the dot product and the lengths, the angle into
// its cosine. The numbers are the core's; which of them meet is said here.
import type { HeedLab, Pair } from "heed/lab";
import { arithmetic } from "./open_sample.js";
import type { Opened, OfPair, Reference } from "./shown.js";

/** `of`: what the page calls the pair; q and k: its arrows, number by number. */
export function pairOpened(heed: HeedLab, of: string, pair: Pair, stage: OfPair, q: readonly Reference[], k: readonly Reference[]): Omit<Opened, "stage" | "index"> {
  const { dot } = arithmetic(heed);
  const values = { ...pair, squareQ: dot(q, q), squareK: dot(k, k), lengths: heed.lab.pair([pair.normQ], [pair.normK]).dot }, value = values[stage];
  const one = (stage: OfPair): Reference => ({ of, stage, index: [], value: values[stage] });
  const opened = (operation: Opened["operation"], ...operands: Reference[]) => ({ operation, operands: [operands], products: [value], partialSums: [], value });
  const summed = (left: readonly Reference[], right: readonly Reference[]) => {
    const operands = left.map((number, at) => [number, right[at]!]), products = operands.map(([left, right]) => dot([left!], [right!]));
    return { operation: "dot" as const, operands, products, partialSums: heed.lab.sum(products).partialSums, value };
  };
  switch (stage) {
    case "dot": return summed(q, k);
    case "squareQ": return summed(q, q);
    case "squareK": return summed(k, k);
    case "normQ": return opened("root", one("squareQ"));
    case "normK": return opened("root", one("squareK"));
    case "lengths": return opened("times", one("normQ"), one("normK"));
    case "cosine": return opened("divide", one("dot"), one("lengths"));
    case "angle": return opened("arccos", one("cosine"));
    case "shadow": return opened("divide", one("dot"), one("normQ"));
  }
}
