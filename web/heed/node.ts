// Node's own modules without an import statement: a bundler for the browser sees nothing of them, and no top-level await
// is needed.

export interface NodeWorker {
  on(event: "message", listener: (data: unknown) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  postMessage(message: unknown): void;
  terminate(): void;
  unref(): void;
}

interface Builtins {
  "node:os": { availableParallelism(): number };
  "node:worker_threads": { Worker: new (source: string, options: { eval: boolean }) => NodeWorker };
}

interface Process {
  type?: string;
  versions?: { node?: string };
  getBuiltinModule?<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined;
}

/** undefined outside Node. A page of Electron has Node's process and counts as outside. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as { process?: Process };
  if (!process?.versions?.node || process.type === "renderer") return undefined;
  return process.getBuiltinModule?.(name);
}
