// The shapes that every contender is measured on: heads x queries x keys x width. Leaves out how they are measured.

/**
 * @typedef {object} Shape
 * @property {string} id
 * @property {number} heads
 * @property {number} queryCount
 * @property {number} keyCount
 * @property {number} width of a query, a key and a value
 * @property {boolean} causal each query sees the keys up to its own place
 */

/** @param {number} heads @param {number} queryCount @param {number} keyCount @param {Partial<Shape>} [more] @returns {Shape} */
function shape(heads, queryCount, keyCount, { width = 64, causal = false } = {}) {
  const size = queryCount === keyCount ? queryCount : `${queryCount}x${keyCount}`;
  return { id: `${causal ? "causal " : ""}${heads},${size},${width}`, heads, queryCount, keyCount, width, causal };
}

export const mainShapes = [
  shape(1, 128, 128), shape(12, 128, 128), shape(12, 512, 512), shape(1, 2048, 2048), shape(1, 4096, 4096),
  shape(1, 2048, 2048, { causal: true }), shape(12, 512, 512, { causal: true }), shape(12, 1, 4096),
];

/** From work for microseconds on: threads must not make it slower. */
export const threadShapes = [
  ...[16, 64, 128, 256, 512].map((n) => shape(1, n, n)), shape(12, 64, 64), shape(12, 128, 128), shape(12, 512, 512), shape(1, 2048, 2048),
];

export const gradientShapes = [shape(12, 128, 128), shape(4, 512, 512), shape(1, 2048, 2048, { causal: true })];

export const growthShapes = [128, 256, 512, 1024, 2048, 4096, 8192, 16384].map((n) => shape(1, n, n));

export const decodeShapes = [128, 512, 1024, 4096, 16384].map((m) => shape(12, 1, m));

/** @param {Shape} shape */
export const isDecode = ({ queryCount, keyCount }) => queryCount === 1 && keyCount > 1;

/** Multiplications and additions, causal counted as the full rectangle. @param {Shape} shape */
export const flops = ({ heads, queryCount, keyCount, width }) => 4 * heads * queryCount * keyCount * width;

/** Pairs of a query and a key that it sees. @param {Shape} shape */
export function pairs({ heads, queryCount, keyCount, causal }) {
  return heads * (causal ? (queryCount * (queryCount + 1)) / 2 : queryCount * keyCount);
}
