// The present numbers as a program: everything from the scene's own numbers up to one step, and a check that the step
// gives what the page shows. Pure text; how it is coloured and copied is stage/code.tsx's.
import type { Present, Step } from "./flow.js";
import { javascript } from "./javascript.js";
import { jax } from "./jax.js";
import { latex } from "./latex.js";
import { numpy } from "./numpy.js";
import { pytorch } from "./pytorch.js";

export { steps, type Present, type Step } from "./flow.js";

const writers = { numpy, pytorch, jax, javascript, latex };
export type Language = keyof typeof writers;
export const languages = Object.keys(writers) as Language[];

/**
 * NumPy, PyTorch, JAX and JavaScript fail when they get other numbers than the page shows: JavaScript on any other bit,
 * the rest beyond the tolerance that stands in them. LaTeX sets the matrices, rounded as the page's tables are.
 */
export function snippet(language: Language, present: Present, step: Step): string {
  return `${writers[language](present, step).join("\n")}\n`;
}
