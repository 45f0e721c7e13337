// Which numbers in sentences, formulas and figures open when they are pressed. Whoever draws the page around them says so
// and does it; absent: none.
import { createContext } from "preact";

/** Whether the number of that name opens. */
export const Openings = createContext<(of: string) => boolean>(() => false);
