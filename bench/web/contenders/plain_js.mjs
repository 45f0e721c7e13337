// What a user would write without a library: a row of scores, dot products by four, weights added to the output.

export const plainJs = {
  name: "plain JavaScript",
  async create() {
    let shape, data, out, weights;
    return {
      version: "",
      prepare(next, given) {
        [shape, data] = [next, given];
        out = new Float32Array(shape.heads * shape.queryCount * shape.width);
        weights = new Float32Array(shape.keyCount);
      },
      run() {
        for (let head = 0; head < shape.heads; ++head) {
          for (let row = 0; row < shape.queryCount; ++row) attendRow(shape, data, head, row, weights, out);
        }
      },
      output: () => out,
      dispose() {},
    };
  },
};

function attendRow({ queryCount, keyCount, width, causal }, { q, k, v }, head, row, weights, out) {
  const from = (head * queryCount + row) * width, seen = causal ? row + 1 : keyCount, scale = 1 / Math.sqrt(width);
  let most = -Infinity;
  for (let key = 0; key < seen; ++key) {
    const at = (head * keyCount + key) * width;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < width; i += 4) {
      a += q[from + i] * k[at + i];
      b += q[from + i + 1] * k[at + i + 1];
      c += q[from + i + 2] * k[at + i + 2];
      d += q[from + i + 3] * k[at + i + 3];
    }
    weights[key] = (a + b + c + d) * scale;
    if (weights[key] > most) most = weights[key];
  }
  out.fill(0, from, from + width);
  let sum = 0;
  for (let key = 0; key < seen; ++key) {
    const weight = Math.exp(weights[key] - most), at = (head * keyCount + key) * width;
    sum += weight;
    for (let i = 0; i < width; ++i) out[from + i] += weight * v[at + i];
  }
  for (let i = 0; i < width; ++i) out[from + i] /= sum;
}
