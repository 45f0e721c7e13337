// The numbers that every contender gets, and how an answer is checked against float64.

/** Standard normal float32 numbers; the same seed gives the same ones. @param {number} count @param {number} seed */
function normals(count, seed) {
  let state = seed >>> 0;
  const uniform = () => {   // mulberry32, T. Ettinger
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return Float32Array.from({ length: count }, () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()));
}

/** @param {import("../shapes.mjs").Shape} shape */
export function dataOf({ heads, queryCount, keyCount, width }) {
  return {
    q: normals(heads * queryCount * width, 1), k: normals(heads * keyCount * width, 2), v: normals(heads * keyCount * width, 3),
  };
}

const peerTolerance = 1e-4;   // theirs are other sums; a wrong mask or scale is off by 1e-2 and more

/**
 * "" or what is wrong. Looks at some rows of the first and the last head: all of them would take longer than the bench.
 * @param {import("../shapes.mjs").Shape} shape @param {ReturnType<typeof dataOf>} data @param {ArrayLike<number>} output
 * @param {{ attention: Function }} reference tests/web/reference.ts @param {boolean} strict within the tolerance of our own tests
 */
export function wrong(shape, { q, k, v }, output, reference, strict) {
  const { heads, queryCount, keyCount, width, causal } = shape;
  if (output.length !== heads * queryCount * width) return `${output.length} numbers instead of ${heads * queryCount * width}`;
  const rows = new Set([0, 1, queryCount >> 1, queryCount - 2, queryCount - 1].filter((row) => row >= 0 && row < queryCount));
  for (const head of new Set([0, heads - 1])) {
    for (const row of rows) {
      const seen = causal ? row + 1 : keyCount;
      const part = (/** @type {Float32Array} */ from, /** @type {number} */ start, /** @type {number} */ count) => ({
        shape: [count, width], data: from.subarray(start * width, (start + count) * width),
      });
      const want = reference.attention({ q: part(q, head * queryCount + row, 1), k: part(k, head * keyCount, seen), v: part(v, head * keyCount, seen) }).output;
      for (let column = 0; column < width; ++column) {
        const got = output[(head * queryCount + row) * width + column];
        if (!(Math.abs(got - want.data[column]) <= (strict ? want.tolerance[column] : peerTolerance))) {
          return `head ${head}, row ${row}, column ${column}: ${got} instead of ${want.data[column]}`;
        }
      }
    }
  }
  return "";
}
