// Whether two pieces of plain data hold the same.

/** Equal, or lists or records of equal things. `inside`: what is equal within them, where they hold more than data. */
export function same(one: unknown, other: unknown, inside: (one: unknown, other: unknown) => boolean = same): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((part, at) => inside(part, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => name in other && inside(one[name], other[name]));
}

const isRecord = (thing: unknown): thing is Record<string, unknown> => typeof thing === "object" && thing !== null && Object.getPrototypeOf(thing) === Object.prototype;
