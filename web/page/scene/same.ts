// Whether two pieces of plain data hold the same. Every cell of a page asks at every move of a drag: it makes nothing new.

type Compare = (one: unknown, other: unknown, name: string) => boolean;

const alike: Compare = (one, other) => same(one, other);

/** Equal, or lists or records of equal things. `inside`: what is equal within them, where they hold more than data. */
export function same(one: unknown, other: unknown, inside = alike): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((part, at) => inside(part, other[at], ""));
  if (!isRecord(one) || !isRecord(other)) return false;
  for (const name in one) if (!(name in other && inside(one[name], other[name], name))) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}

const isRecord = (thing: unknown): thing is Record<string, unknown> => typeof thing === "object" && thing !== null && Object.getPrototypeOf(thing) === Object.prototype;
