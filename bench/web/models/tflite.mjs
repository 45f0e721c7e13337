// A TFLite model of one attention, written with flatbuffers (field numbers: the TFLite schema, version 3).
import { Builder } from "flatbuffers";
import { causalMask } from "./onnx.mjs";

const operators = { add: 0, mul: 18, softmax: 25, batchMatMul: 126 };   // BuiltinOperator
const options = { add: 11, mul: 21, softmax: 9, batchMatMul: 101 };     // BuiltinOptions

/** @param {import("../../shapes.mjs").Shape} shape @returns {Uint8Array} */
export function tfliteModel({ heads, queryCount, keyCount, width, causal }) {
  const builder = new Builder(1024);
  const table = (fieldCount, fill) => {
    builder.startObject(fieldCount);
    fill?.();
    return builder.endObject();
  };
  const vector = (numbers, add) => {
    builder.startVector(4, numbers.length, 4);
    for (const number of [...numbers].reverse()) builder[add](number);
    return builder.endVector();
  };
  const integers = (numbers) => vector(numbers, "addInt32");
  const offsets = (numbers) => vector(numbers, "addOffset");
  const buffer = (numbers) => {
    if (!numbers) return table(3);
    const bytes = new Uint8Array(numbers.buffer);
    builder.startVector(1, bytes.length, 16);
    for (let at = bytes.length - 1; at >= 0; --at) builder.addInt8(bytes[at]);
    const data = builder.endVector();
    return table(3, () => builder.addFieldOffset(0, data, 0));
  };
  const buffers = [buffer(), buffer(Float32Array.of(1 / Math.sqrt(width))), ...(causal ? [buffer(causalMask(queryCount, keyCount, -1e30))] : [])];

  const tensors = [];
  const tensor = (name, sizes, bufferIndex = 0) => {
    const [text, shape] = [builder.createString(name), integers(sizes)];
    tensors.push(table(9, () => {
      builder.addFieldOffset(0, shape, 0);
      builder.addFieldInt32(2, bufferIndex, 0);
      builder.addFieldOffset(3, text, 0);
    }));
    return tensors.length - 1;
  };
  const [queries, keys, scores] = [[1, heads, queryCount, width], [1, heads, keyCount, width], [1, heads, queryCount, keyCount]];
  const [q, k, v] = [tensor("q", queries), tensor("k", keys), tensor("v", keys)];
  const [scale, scaledQ, scored] = [tensor("scale", [1], 1), tensor("scaledQ", queries), tensor("scores", scores)];
  const [mask, masked] = causal ? [tensor("mask", [1, 1, queryCount, keyCount], 2), tensor("masked", scores)] : [0, scored];
  const [weights, output] = [tensor("weights", scores), tensor("output", queries)];

  const used = ["mul", "batchMatMul", "softmax", "add"];
  const codes = used.map((name) => table(4, () => {
    builder.addFieldInt8(0, Math.min(operators[name], 127), 0);
    builder.addFieldInt32(2, 1, 1);
    builder.addFieldInt32(3, operators[name], 0);
  }));
  const step = (name, inputs, result, option) => {
    const [from, to, details] = [integers(inputs), integers([result]), table(3, option)];
    return table(9, () => {
      builder.addFieldInt32(0, used.indexOf(name), 0);
      builder.addFieldOffset(1, from, 0);
      builder.addFieldOffset(2, to, 0);
      builder.addFieldInt8(3, options[name], 0);
      builder.addFieldOffset(4, details, 0);
    });
  };
  const steps = [
    step("mul", [q, scale], scaledQ), step("batchMatMul", [scaledQ, k], scored, () => builder.addFieldInt8(1, 1, 0)),
    ...(causal ? [step("add", [scored, mask], masked)] : []),
    step("softmax", [masked], weights, () => builder.addFieldFloat32(0, 1, 0)), step("batchMatMul", [weights, v], output),
  ];

  const [codeList, tensorList, inputs, outputs, stepList, name] = [offsets(codes), offsets(tensors), integers([q, k, v]), integers([output]), offsets(steps), builder.createString("main")];
  const graph = table(6, () => {
    [tensorList, inputs, outputs, stepList, name].forEach((part, field) => builder.addFieldOffset(field, part, 0));
  });
  const [graphs, description, bufferList] = [offsets([graph]), builder.createString("attention"), offsets(buffers)];
  builder.finish(table(8, () => {
    builder.addFieldInt32(0, 3, 0);
    [codeList, graphs, description, bufferList].forEach((part, at) => builder.addFieldOffset(at + 1, part, 0));
  }), "TFL3");
  return builder.asUint8Array();
}
