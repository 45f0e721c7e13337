// Times peaks.cpp: the flop/s, exp/s and bytes/s that nothing in this flavour can pass. A peak is the best of a few short
// runs: it is a limit, not an average.

const runs = 3;

/** @param {BufferSource} bytes of the flavour's peaks.wasm */
export async function startPeaks(bytes) {
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize?.();
  exports.write_all();
  const best = (/** @type {() => number} */ work) => {
    let most = 0;
    for (let run = 0; run < runs; ++run) {
      const start = performance.now();
      const done = work();
      most = Math.max(most, (1000 * done) / (performance.now() - start));
    }
    return most;
  };
  const measure = () => ({
    tile: best(() => exports.tile(1000)), exponential: best(() => exports.exponentials(300)), read: best(() => exports.read_all()),
  });
  measure();   // compiled for good after this
  return measure;
}
