// Takes the place of a piece of Embind's glue in the cores whose functions know numbers alone: nothing is converted, so
// no types are registered, looked up or awaited. heed/lab's core, which has value objects, keeps Embind's own.
addToLibrary({
  _embind_register_function__deps: ['$readLatin1String', '$wasmTable'],
  _embind_register_function: (name, argumentCount, types, signature, invoker, target) => {
    const call = wasmTable.get(invoker);
    Module[readLatin1String(name)] = (...given) => call(target, ...given);
  },
});
