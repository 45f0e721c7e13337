// PyTorch, with its own softmax.
import { code } from "../../words/en/code.js";
import { around, type Present, type Step } from "./flow.js";
import { python, type Library } from "./python.js";

const library: Library = {
  imports: ["import torch"],
  module: "torch",
  array: "tensor",
  axis: "dim",
  bool: "torch.bool",
  causal: (queries, keys, last) => `torch.ones(${queries}, ${keys}, dtype=torch.bool).tril(${last === 0 ? "" : last})`,
  masked: (logits) => `torch.where(mask, ${logits}, -torch.inf)`,
  softmax: (hidden) => [
    "weights = torch.softmax(masked, dim=1)",
    ...(hidden ? [`weights = weights.masked_fill(~mask.any(dim=1, keepdim=True), 0)  # ${code.comment.nobody}`] : []),
  ],
  close: (name, shown, tolerance) => around(`torch.testing.assert_close(${name}, `, shown, `, rtol=0, atol=${tolerance})`),
};

export const pytorch = (present: Present, step: Step) => python(library, present, step);
