// Takes the place of pieces of Emscripten's glue in the cores whose functions know numbers alone: nothing is converted, so
// no types are registered, looked up or awaited, and views of memory that has grown are never used again. heed/lab's core,
// which has value objects, keeps Emscripten's own.
addToLibrary({
  _embind_register_function__deps: ['$readLatin1String', '$wasmTable'],
  _embind_register_function: (name, argumentCount, types, signature, invoker, target) => {
    const call = wasmTable.get(invoker);
    Module[readLatin1String(name)] = (...given) => call(target, ...given);
  },

  // By a fifth, at most 96 MiB, where it can: else each small request would grow the memory.
  emscripten_resize_heap__deps: [],
  emscripten_resize_heap: (wanted) => {
    const pages = wasmMemory.buffer.byteLength / 65536, least = (wanted >>> 0) / 65536 - pages;
    for (const more of [Math.max(least, Math.min(pages / 5, 1536)), least]) {
      try {
        return wasmMemory.grow(Math.ceil(more));
      } catch {}
    }
  },
});
