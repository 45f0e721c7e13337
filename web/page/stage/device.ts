// What the reader's device keeps between visits. Where storage is refused, it is kept as long as the page is.
import { useLayoutEffect, useState } from "preact/hooks";

/**
 * State kept under `key`. The first drawing has `start`, as the build has drawn it; what was kept comes right after.
 * `read` gives undefined for what it does not know. Setting undefined forgets.
 */
export function useDevice<Value>(key: string, start: Value, read: (kept: unknown) => Value | undefined): [Value, (next: Value) => void] {
  const [value, setValue] = useState(start);
  useLayoutEffect(() => {
    const kept = read(fetched(key));
    if (kept !== undefined) setValue(kept);
  }, [key]);
  return [value, (next) => {
    setValue(next);
    store(key, next);
  }];
}

function fetched(key: string): unknown {
  try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return undefined; }
}

function store(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch { /* refused: see above */ }
}
