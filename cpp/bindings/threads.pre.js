// Emitted inside the factory of the threaded glue. The loader says what is a worker and makes the workers, so the glue
// needs to know no file, no address and no environment.
ENVIRONMENT_IS_PTHREAD = !!Module['isPthread'];
var Worker = function () { return Module['createWorker'](); };
// The glue would wait on an address for as long as the page lives, which keeps the whole memory of a disposed instance.
// Without waitAsync it uses messages for the same.
var Atomics = Object.create(globalThis.Atomics, { waitAsync: {} });
