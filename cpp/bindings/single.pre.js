// Emitted inside the factory of the one-threaded glue, which is Emscripten's smallest: it knows no hooks for the loader,
// who brings the memory and the module and must hear when it does not start. So WebAssembly is what the loader gives.
var WebAssembly = {
  Memory: function () { return Module['wasmMemory']; },
  instantiate: (wasm, imports) => ({ then: (receive) => Module['instantiateWasm'](imports, receive) }),
};
