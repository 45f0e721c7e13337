// Node's own modules without an import statement: a bundler for the browser sees nothing of them, and no top-level await
// is needed.

export interface NodeWorker {
  on(event: "message", listener: (data: unknown) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "exit", listener: (code: number) => void): void;
  postMessage(message: unknown): void;
  terminate(): void;
  ref(): void;
  unref(): void;
}

/** A worker's side of the line. */
export interface NodePort {
  on(event: "message", listener: (data: unknown) => void): void;
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
}

interface Builtins {
  "node:os": { availableParallelism(): number };
  "node:worker_threads": { Worker: new (source: string, options: { eval: boolean }) => NodeWorker; parentPort: NodePort | null };
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
