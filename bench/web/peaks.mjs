// Times peaks.cpp: the flop/s, exp/s and bytes/s that nothing in this flavour can pass. A peak is the best of a few short
// runs: it is a limit, not an average. But reading is timed as a contender on the same 25 MB is, over two calls after other
// data had the cache: by a third reading much of the array lies there, and no contender meets its own like that.

const runs = 3, readings = 2;

/** @param {BufferSource} bytes of the flavour's peaks.wasm */
export async function startPeaks(bytes) {
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize?.();
  exports.write_all();
  const rate = (/** @type {() => number} */ work, calls = 1) => {
    let done = 0;
    const start = performance.now();
    for (let call = 0; call < calls; ++call) done += work();
    return (1000 * done) / (performance.now() - start);
  };
  const best = (/** @type {() => number} */ work) => Math.max(...Array.from({ length: runs }, () => rate(work)));
  const measure = () => ({
    tile: best(() => exports.tile(1000)), exponential: best(() => exports.exponentials(300)), read: rate(() => exports.read_all(), readings),
  });
  measure();   // compiled for good after this
  return measure;
}
