// Which numbers in sentences, formulas and figures open when they are pressed. Whoever draws the page around them says so
// and does it; absent: none.
import { createContext } from "preact";

export interface OpeningNumbers {
  /** Whether the number of that name opens. */
  opens(of: string): boolean;
  /** What a screen reader hears of a figure that holds such numbers. */
  figure: string;
}

export const Openings = createContext<OpeningNumbers>({ opens: () => false, figure: "" });
