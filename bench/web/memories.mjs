// How much memory each contender's WebAssembly holds: peers do not tell, so every instance is noted when it is made. It
// never shrinks, so what it holds in the end is its peak. Leaves out what JavaScript itself keeps.

/** @type {Set<WebAssembly.Memory>} */
const unclaimed = new Set();

const memoriesIn = (/** @type {object | undefined} */ namespace) => Object.values(namespace ?? {}).filter((value) => value instanceof WebAssembly.Memory);

for (const name of /** @type {const} */ (["instantiate", "instantiateStreaming"])) {
  const own = /** @type {Function} */ (WebAssembly[name]);
  WebAssembly[name] = async (/** @type {unknown} */ source, /** @type {WebAssembly.Imports} */ imports) => {
    const made = await own.call(WebAssembly, source, imports);
    const { exports } = made.instance ?? made;
    for (const memory of [exports, ...Object.values(imports ?? {})].flatMap(memoriesIn)) unclaimed.add(memory);
    return made;
  };
}

/** Those that were made since the last call: contenders start one behind the other. @returns {WebAssembly.Memory[]} */
export function takeMemories() {
  const taken = [...unclaimed];
  unclaimed.clear();
  return taken;
}
