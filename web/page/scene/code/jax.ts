// JAX, with its own softmax.
import { code } from "../../words/en/code.js";
import { around, type Present, type Step } from "./flow.js";
import { python, type Library } from "./python.js";

const library: Library = {
  // On GPUs and TPUs JAX multiplies matrices with fewer digits unless it is told not to.
  imports: ["import jax", "import jax.numpy as jnp", "", 'jax.config.update("jax_default_matmul_precision", "highest")'],
  module: "jnp",
  array: "array",
  axis: "axis",
  bool: "bool",
  causal: (queries, keys, last) => `jnp.tril(jnp.ones((${queries}, ${keys}), dtype=bool)${last === 0 ? "" : `, ${last}`})`,
  masked: (logits) => `jnp.where(mask, ${logits}, -jnp.inf)`,
  softmax: (hidden) => [
    "weights = jax.nn.softmax(masked, axis=1)",
    ...(hidden ? [`weights = jnp.where(mask.any(axis=1, keepdims=True), weights, 0)  # ${code.comment.nobody}`] : []),
  ],
  close: (name, shown, tolerance) => around(`assert jnp.allclose(${name}, `, shown, `, rtol=0, atol=${tolerance})`),
};

export const jax = (present: Present, step: Step) => python(library, present, step);
