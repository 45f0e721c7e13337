// What build.mjs writes into generated/, and what it defines.
declare module "*/generated/heed_glue.js" {
  const createCore: import("./load.js").CreateCore<import("./core.js").Core>;
  export default createCore;
}
declare module "*/generated/heed_threads_glue.js" {
  const createCore: import("./load.js").CreateCore<import("./core.js").ThreadedCore>;
  export default createCore;
}
declare module "*/generated/lab_glue.js" {
  const createCore: import("./load.js").CreateCore<import("./core.js").LabCore>;
  export default createCore;
}
declare module "*/generated/heed_wasm.js" {
  const archive: import("./embedded.js").Archive;
  export default archive;
}
declare module "*/generated/heed_threads_wasm.js" {
  const archive: import("./embedded.js").Archive;
  export default archive;
  /** The core without threads, packed together with it. */
  export const single: import("./embedded.js").Archive;
}
declare module "*/generated/lab_wasm.js" {
  const archive: import("./embedded.js").Archive;
  export default archive;
}
/** The text of pool_worker.js, bundled. */
declare module "*/generated/pool_worker_source.js" {
  const source: string;
  export default source;
}
/** The text of worker_script.ts, bundled. */
declare module "*/generated/worker_script_source.js" {
  const source: string;
  export default source;
}
/** The version in package.json. */
declare const HEED_VERSION: string;
