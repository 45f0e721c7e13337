// What a page shows first travels inside its HTML as JSON. JSON has no -Infinity, NaN, -0 or Float32Array; these do.
import type { StepPlace } from "./page.js";
import type { Shown } from "./scene/shown.js";

/** What the page's HTML holds for its script. */
export interface First { shown: Shown; place?: StepPlace }

type Encoded = { number: string } | { float32: unknown[] };

const plain = (value: number) => Number.isFinite(value) && !Object.is(value, -0);
const encodeNumber = (value: number): unknown => plain(value) ? value : { number: Object.is(value, -0) ? "-0" : String(value) };
// Nine significant digits tell any float32 from its neighbours, and take half the room of the same number as float64.
const encodeFloat32 = (value: number): unknown => encodeNumber(plain(value) ? Number(value.toPrecision(9)) : value);

/** JSON of `first` that is safe inside a <script> element. */
export function encodeFirst(first: First): string {
  const json = JSON.stringify(first, (_key, value: unknown) => {
    if (value instanceof Float32Array) return { float32: Array.from(value, encodeFloat32) };
    return typeof value === "number" ? encodeNumber(value) : value;
  });
  return json.replaceAll("<", "\\u003c");
}

/** The same again, bit for bit. */
export function decodeFirst(json: string): First {
  return JSON.parse(json, (_key, value: unknown) => {
    if (!isEncoded(value)) return value;
    return "number" in value ? Number(value.number) : Float32Array.from(value.float32 as number[]);
  }) as First;
}

function isEncoded(value: unknown): value is Encoded {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return false;
  return ("number" in value && typeof value.number === "string") || ("float32" in value && Array.isArray(value.float32));
}
