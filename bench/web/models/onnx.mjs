// An ONNX model of one attention, written as protobuf (field numbers: onnx.proto3). Leaves out all that the model lacks.

const text = new TextEncoder();

/** @param {(Uint8Array | number[])[]} parts */
const join = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

function varint(number) {
  const bytes = [];
  let rest = BigInt(number);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

const integer = (field, number) => [...varint(field << 3), ...varint(number)];
const block = (field, bytes) => join([varint((field << 3) | 2), varint(bytes.length), bytes]);
const string = (field, value) => block(field, text.encode(value));

const float32 = 1, ints = 7, int = 2;   // TensorProto.FLOAT, AttributeProto.INTS and INT

function value(name, sizes) {
  const shape = join(sizes.map((size) => block(1, integer(1, size))));
  return join([string(1, name), block(2, block(1, join([integer(1, float32), block(2, shape)])))]);
}

function constant(name, sizes, numbers) {
  return join([...sizes.map((size) => integer(1, size)), integer(2, float32), string(8, name), block(9, new Uint8Array(numbers.buffer))]);
}

function node(operator, inputs, output, attributes = []) {
  return join([...inputs.map((input) => string(1, input)), string(2, output), string(4, operator), ...attributes.map((attribute) => block(5, attribute))]);
}

/** @param {import("../../shapes.mjs").Shape} shape */
export function onnxModel({ heads, queryCount, keyCount, width, causal }) {
  const order = join([string(1, "perm"), ...[0, 1, 3, 2].map((axis) => integer(8, axis)), integer(20, ints)]);
  const last = join([string(1, "axis"), integer(3, 3), integer(20, int)]);
  const nodes = [
    node("Transpose", ["k"], "columns", [order]), node("MatMul", ["q", "columns"], "scores"), node("Mul", ["scores", "scale"], "scaled"),
    ...(causal ? [node("Add", ["scaled", "mask"], "masked")] : []),
    node("Softmax", [causal ? "masked" : "scaled"], "weights", [last]), node("MatMul", ["weights", "v"], "output"),
  ];
  const constants = [constant("scale", [], Float32Array.of(1 / Math.sqrt(width)))];
  if (causal) constants.push(constant("mask", [1, 1, queryCount, keyCount], causalMask(queryCount, keyCount)));
  const graph = join([
    ...nodes.map((bytes) => block(1, bytes)), string(2, "attention"), ...constants.map((bytes) => block(5, bytes)),
    ...[["q", queryCount], ["k", keyCount], ["v", keyCount]].map(([name, rows]) => block(11, value(name, [1, heads, rows, width]))),
    block(12, value("output", [1, heads, queryCount, width])),
  ]);
  const irVersion = 10, operators = 17;
  return join([integer(1, irVersion), block(7, graph), block(8, join([string(1, ""), integer(2, operators)]))]);
}

/** 0 where a query may see a key, else `no`. */
export function causalMask(queryCount, keyCount, no = -Infinity) {
  const mask = new Float32Array(queryCount * keyCount);
  for (let row = 0; row < queryCount; ++row) mask.fill(no, row * keyCount + row + 1, (row + 1) * keyCount);
  return mask;
}
