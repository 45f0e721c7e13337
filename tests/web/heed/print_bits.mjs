// Run by trace.test.ts, in a Node of its own: prints every bit of a trace. Arguments: the flavour and the entry.
const [simd, entry] = process.argv.slice(2);
const { load } = await import(entry);
const heed = await load({ simd });
if (heed.simd !== simd) throw new Error(`asked for ${simd}, got ${heed.simd}`);

/** @param {number} rows @param {number} columns @param {number} step */
const wave = (rows, columns, step) => ({ data: Float32Array.from({ length: rows * columns }, (_, at) => 2 * Math.sin(step * at + rows)), shape: [rows, columns] });
const trace = heed.trace({ x: wave(7, 6, 0.7), wq: wave(6, 8, 1.3), wk: wave(6, 4, 0.9), wv: wave(6, 6, 1.1), wo: wave(12, 5, 0.3), heads: 4, kvHeads: 2, causal: true, softcap: 2, bias: wave(7, 7, 0.1) });
for (const [stage, tensor] of Object.entries(trace)) {
  if (tensor.data) console.log(stage, [...new Uint32Array(tensor.data.buffer)].map((word) => word.toString(16)).join(" "));
}
