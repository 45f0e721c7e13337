// Appended to a wasm test program: an ES module of Emscripten's only exports its start. A thread of the program loads
// the same file and has been started already.
if (typeof isPthread === "undefined" || !isPthread) await Module();
