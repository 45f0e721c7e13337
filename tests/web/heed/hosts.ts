// What this Node can do, and how it is told to do more.
import { spawnSync } from "node:child_process";

/** Node 20 runs relaxed SIMD behind a flag; later versions run it without, and refuse the flag. */
export function relaxedFlag(): string[] {
  const flag = "--experimental-wasm-relaxed-simd";
  return spawnSync(process.execPath, [flag, "-e", "0"]).status === 0 ? [flag] : [];
}
