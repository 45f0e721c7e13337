// Turns the case files into one binary that the C++ tests read: doctest has no JSON. It renames things to the project's
// words, moves figures where a file keeps them apart, and computes none of them; tests/cpp/suites/records.h reads it.
//   node tests/suites/pack.mjs FILE
//
//   file    "HEEDCASE", u32 count, count x case
//   case    text suite, text name, text op, options, inputs, expected
//   options u32 count, count x (text name, f64 value)
//   inputs, expected
//           u32 count, count x (text name, f64 tolerance, u32 rank, rank x u64 size, f64 for each element)
//   text    u32 bytes, UTF-8
// Little-endian and unpadded. A tolerance is absolute; NaN stands for the rule of the design.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {{ name: string, dtype: string, shape: number[], data: (number | boolean | string)[] }} FileTensor */
/** @typedef {{ name: string, tolerance: number, shape: number[], data: ArrayLike<number> }} Tensor */
/** @typedef {{ suite: string, name: string, op: string, options: [string, number][], inputs: Tensor[], expected: Tensor[] }} Case */
/** @typedef {{ shape_printed: number[], data: number[], tolerance_abs: number }} Printed */
/**
 * @typedef {object} Projection each matrix as a list of rows; "_T": a row is an output
 * @property {number[][]} x
 * @property {number[][]} [Wq]
 * @property {number[][]} [Wk]
 * @property {number[][]} [Wv]
 * @property {number[][]} [Wq_T]
 * @property {number[][]} [Wk_T]
 * @property {number[][]} [Wv_T]
 * @property {number[][]} [Wo_T]
 * @property {number[]} [bo]
 * @property {number[][][]} [head0] W_Q, W_K, W_V of one head, transposed
 * @property {number[][][]} [head1]
 * @property {number} [num_heads]
 * @property {number[][]} [expected_after_out_proj_4dp]
 * @property {number[][]} [float64_after_out_proj]
 */
/**
 * @typedef {object} CaseFile
 * @property {string} name
 * @property {string} op
 * @property {Record<string, number>} [attributes]
 * @property {FileTensor[]} inputs
 * @property {FileTensor[]} outputs
 * @property {{ x: FileTensor, Wqkv: FileTensor, bqkv: FileTensor, num_heads: number }} [self_attention_source]
 * @property {Projection} [projection]
 * @property {Record<string, Printed>} [expected]
 * @property {Record<string, number[]>} [float64_values]
 * @property {number} [tolerance_abs]
 */

const suites = ["onnx-attention", "ort-attention", "worked", "backward", "bug-cases"];
const theRule = NaN;

/** The files' names of options and tensors, in the project's words. @type {Record<string, string>} */
const words = {
  is_causal: "causal", left_window_size: "window_left", right_window_size: "window_right",
  q_num_heads: "heads", kv_num_heads: "kv_heads",
  Q: "q", K: "k", V: "v", nonpad_kv_seqlen: "key_lengths", dY: "grad_output",
  Y: "output", attn_weights: "weights", raw_scores: "scores", scaled_scores: "scaled",
  dQ: "grad_q", dK: "grad_k", dV: "grad_v", dScores: "grad_bias",
};
/** What qk_matmul_output_mode asks for, by the trace's names. */
const scoreStages = ["scaled", "capped", "masked", "weights"];

/** Peers' answers that are good to this much and no better; README.md says why. @type {Record<string, number>} */
const loose = {
  ortmha_cross_past_direct: 2e-3, ortweb_mha_10: 2e-3, ortweb_mha_16: 2e-3, ortweb_mha_17: 2e-3,
  ort23_Attention3DWithPastAndPresentQkMatmul: 4e-6, ort23_Attention4DAttnMaskBool: 4e-6,
  ort23_Attention4DCausalDecodeWithPastLowerRight: 4e-6, ort23_Attention4DDefault: 4e-6,
  ort23_Attention4DGqaAttnMask: 4e-6, ort23_Attention4DSoftCap: 4e-6, ortweb_selfattn_06: 4e-6,
};
/** Bounds that a case states in words. B29: anywhere in [1, 1 + 2e-8]. @type {Record<string, Record<string, { centre?: number, tolerance: number }>>} */
const stated = {
  B05b_huge_equal: { output: { tolerance: 0 }, weights: { tolerance: 0 } },
  B29_denormal_weights: { output: { centre: 1 + 1e-8, tolerance: 1e-8 } },
  B31_single_valid_key: { output: { tolerance: 0 }, weights: { tolerance: 0 } },
};

// ---- one file -------------------------------------------------------------------------------------------------------

/**
 * @param {string} suite
 * @param {CaseFile} json
 * @returns {Case}
 */
function readCase(suite, json) {
  const { name, op } = json;
  if (op === "AttentionGenerated") return { suite, name, op: "Attention", ...generated(name) };
  const attributes = Object.entries(json.attributes ?? {}).filter(([key]) => key !== "qk_matmul_output_mode");
  const half = json.inputs.some((tensor) => tensor.dtype === "float16");
  const tolerance = loose[name] ?? (half ? 1e-3 : theRule);
  const mode = json.attributes?.qk_matmul_output_mode ?? 0;
  /** @type {Case} */
  const result = {
    suite, name, op,
    options: attributes.map(([key, value]) => [words[key] ?? key, Number(value)]),
    inputs: json.inputs.map((tensor) => toTensor(inputName(tensor), tensor, theRule)),
    expected: json.outputs.map((tensor) =>
      toTensor(tensor.name === "qk_matmul_output" ? scoreStages[mode] : words[tensor.name] ?? tensor.name, tensor, tolerance)),
  };
  if (json.self_attention_source !== undefined) addPackedProjection(json.self_attention_source, result);
  if (json.projection !== undefined) addProjection(json.projection, json.tolerance_abs, result);
  for (const [printed, { shape_printed: shape, data, tolerance_abs }] of Object.entries(json.expected ?? {}))
    result.expected.push(toTensor(words[printed] ?? printed, { shape, data }, tolerance_abs));
  for (const [exact, data] of Object.entries(json.float64_values ?? {}))
    result.expected.push(toTensor(words[exact] ?? exact, { shape: [data.length], data }, theRule));
  for (const tensor of result.expected) {
    const { centre, tolerance: own } = stated[name]?.[tensor.name] ?? { tolerance: tensor.tolerance };
    tensor.tolerance = own;
    if (centre !== undefined) tensor.data = [centre];
  }
  return result;
}

/** @param {FileTensor} tensor */
function inputName(tensor) {
  if (tensor.name === "attn_mask") return tensor.dtype === "bool" ? "mask" : "bias";
  return words[tensor.name] ?? tensor.name;
}

/**
 * @param {string} name
 * @param {{ shape: number[], data: (number | boolean | string)[] }} tensor
 * @param {number} tolerance
 * @returns {Tensor}
 */
function toTensor(name, { shape, data }, tolerance) {
  const count = shape.reduce((product, size) => product * size, 1);
  if (data.length !== count) throw new Error(`${name} holds ${data.length} numbers, its shape [${shape}] says ${count}`);
  return { name, tolerance, shape, data: data.map(Number) };   // "NaN", "-Infinity", true
}

/**
 * @param {string} name
 * @param {number[][] | undefined} rows
 * @returns {Tensor}
 */
function matrix(name, rows, tolerance = theRule) {
  if (rows === undefined) throw new Error(`${name} is missing`);
  return { name, tolerance, shape: [rows.length, rows[0].length], data: rows.flat() };
}

/** @param {number[][] | undefined} rows */
function transposed(rows) {
  if (rows === undefined) throw new Error("A projection misses a matrix");
  return rows[0].map((_, column) => rows.map((row) => row[column]));
}

/**
 * x, and W_Q, W_K, W_V beside each other, as the peer's packed self-attention takes them.
 * @param {Required<CaseFile>["self_attention_source"]} source
 * @param {Case} result
 */
function addPackedProjection({ x, Wqkv, bqkv, num_heads }, result) {
  result.options.push(["heads", num_heads]);
  result.inputs.push(toTensor("x", x, theRule), toTensor("wqkv", Wqkv, theRule), toTensor("bqkv", bqkv, theRule));
}

/**
 * Words' arrows and their matrices, columns grouped by head; a book that keeps W transposed or by head is turned here.
 * @param {Projection} p
 * @param {number | undefined} tolerance of the printed numbers
 * @param {Case} result
 */
function addProjection(p, tolerance, result) {
  const { head0, head1 } = p;
  const byHead = head0 && head1 && [0, 1, 2].map((i) => transposed([...head0[i], ...head1[i]]));
  const [wq, wk, wv] = byHead ?? [p.Wq ?? transposed(p.Wq_T), p.Wk ?? transposed(p.Wk_T), p.Wv ?? transposed(p.Wv_T)];
  result.options.push(["heads", byHead ? 2 : p.num_heads ?? 1]);
  result.inputs.push(matrix("x", p.x), matrix("wq", wq), matrix("wk", wk), matrix("wv", wv));
  if (p.Wo_T === undefined) return;
  result.inputs.push(matrix("wo", transposed(p.Wo_T)), matrix("bo", [p.bo ?? []]));
  result.expected.push(matrix("projected", p.expected_after_out_proj_4dp, tolerance), matrix("projected", p.float64_after_out_proj));
}

/**
 * The two large inputs that their files describe in a sentence.
 * @param {string} name
 * @returns {{ options: [string, number][], inputs: Tensor[], expected: Tensor[] }}
 */
function generated(name) {
  /** @type {(name: string, shape: number[], at: (i: number) => number, tolerance?: number) => Tensor} */
  const tensor = (name, shape, at, tolerance = theRule) =>
    ({ name, tolerance, shape, data: Float64Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => at(i)) });
  if (name === "G15_equal_logits_4096") return {
    options: [],
    inputs: [tensor("q", [1, 1, 1, 4], () => 0), tensor("k", [1, 1, 4096, 4], () => 0), tensor("v", [1, 1, 4096, 1], (i) => i / 4096)],
    expected: [tensor("weights", [1, 1, 1, 4096], () => 1 / 4096, 0), tensor("row_sum", [1], () => 1, 1e-6),
      tensor("output", [1, 1, 1, 1], () => 0.4998779296875, 2e-6)],
  };
  if (name === "G25_past_65536") return {
    options: [["scale", 1]],
    inputs: [tensor("q", [1, 1, 1, 1], () => 1), tensor("k", [1, 1, 65540, 1], (i) => (i === 65537 ? 40 : 0)),
      tensor("v", [1, 1, 65540, 1], (i) => (i === 65537 ? 1 : 0))],
    expected: [tensor("output", [1, 1, 1, 1], () => 1, 1e-6)],
  };
  throw new Error(`No way is known to generate ${name}`);
}

// ---- the binary -----------------------------------------------------------------------------------------------------

/** @param {Case[]} cases */
function encode(cases) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {(value: number) => void} */
  const u32 = (value) => { const part = Buffer.alloc(4); part.writeUInt32LE(value); parts.push(part); };
  /** @type {(values: ArrayLike<number>) => void} */
  const f64 = (values) => { const part = Buffer.alloc(8 * values.length); for (let i = 0; i < values.length; i++) part.writeDoubleLE(values[i], 8 * i); parts.push(part); };
  /** @type {(value: string) => void} */
  const text = (value) => { const part = Buffer.from(value); u32(part.length); parts.push(part); };
  /** @type {(tensors: Tensor[]) => void} */
  const list = (tensors) => {
    u32(tensors.length);
    for (const { name, tolerance, shape, data } of tensors) {
      text(name);
      f64([tolerance]);
      u32(shape.length);
      for (const size of shape) { const part = Buffer.alloc(8); part.writeBigUInt64LE(BigInt(size)); parts.push(part); }
      f64(data);
    }
  };
  parts.push(Buffer.from("HEEDCASE"));
  u32(cases.length);
  for (const { suite, name, op, options, inputs, expected } of cases) {
    text(suite); text(name); text(op);
    u32(options.length);
    for (const [option, value] of options) { text(option); f64([value]); }
    list(inputs);
    list(expected);
  }
  return Buffer.concat(parts);
}

const target = process.argv[2];
if (target === undefined) throw new Error("Say which file to write: node tests/suites/pack.mjs FILE");
const here = dirname(fileURLToPath(import.meta.url));
const cases = suites.flatMap((suite) => readdirSync(join(here, suite)).filter((file) => file.endsWith(".json")).sort().map((file) => {
  try {
    return readCase(suite, JSON.parse(readFileSync(join(here, suite, file), "utf8")));
  } catch (error) {
    throw new Error(`${suite}/${file}: ${error instanceof Error ? error.message : error}`);
  }
}));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, encode(cases));
