// NumPy: softmax is written out, because NumPy has none.
import { code } from "../../words/en/code.js";
import { around, type Present, type Step } from "./flow.js";
import { python, type Library } from "./python.js";

const library: Library = {
  imports: ["import numpy as np"],
  module: "np",
  array: "array",
  axis: "axis",
  bool: "bool",
  causal: (queries, keys, last) => `np.tril(np.ones((${queries}, ${keys}), dtype=bool)${last === 0 ? "" : `, ${last}`})`,
  masked: (logits) => `np.where(mask, ${logits}, -np.inf)`,
  softmax(hidden) {
    const largest = "masked.max(axis=1, keepdims=True)", sum = "exponentials.sum(axis=1, keepdims=True)";
    if (!hidden) return [`exponentials = np.exp(masked - ${largest})`, `weights = exponentials / ${sum}`];
    return [
      `nobody = ~mask.any(axis=1, keepdims=True)  # ${code.comment.nobody}`,
      `exponentials = np.exp(masked - np.where(nobody, 0, ${largest}))`,
      `weights = exponentials / np.where(nobody, 1, ${sum})`,
    ];
  },
  close: (name, shown, tolerance) => around(`np.testing.assert_allclose(${name}, `, shown, `, rtol=0, atol=${tolerance})`),
};

export const numpy = (present: Present, step: Step) => python(library, present, step);
