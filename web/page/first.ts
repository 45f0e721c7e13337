// What a page shows first travels inside its HTML as JSON. JSON has no -Infinity, NaN, -0 or Float32Array; this has.
import type { StepPlace } from "./page.js";
import type { Shown } from "./scene/shown.js";

/** What the page's HTML holds for its script. */
export interface First { shown: Shown; place?: StepPlace }

/** `float32`: the bytes of the numbers, as typed arrays hold them (little-endian on every device in use), in base64. */
type Encoded = { number: string } | { float32: string };

const plain = (value: number) => Number.isFinite(value) && !Object.is(value, -0);
const encodeNumber = (value: number): unknown => plain(value) ? value : { number: Object.is(value, -0) ? "-0" : String(value) };
const encodeFloat32 = (values: Float32Array) => btoa(Array.from(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), (byte) => String.fromCharCode(byte)).join(""));
function decodeFloat32(base64: string): Float32Array {
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return new Float32Array(bytes.buffer);
}

/** JSON of `first` that is safe inside a <script> element. */
export function encodeFirst(first: First): string {
  const json = JSON.stringify(first, (_key, value: unknown) => {
    if (value instanceof Float32Array) return { float32: encodeFloat32(value) };
    return typeof value === "number" ? encodeNumber(value) : value;
  });
  return json.replaceAll("<", "\\u003c");
}

/** The same again, bit for bit. */
export function decodeFirst(json: string): First {
  return JSON.parse(json, (_key, value: unknown) => {
    if (!isEncoded(value)) return value;
    return "number" in value ? Number(value.number) : decodeFloat32(value.float32);
  }) as First;
}

function isEncoded(value: unknown): value is Encoded {
  if (typeof value !== "object" || value === null || Object.keys(value).length !== 1) return false;
  return ("number" in value && typeof value.number === "string") || ("float32" in value && typeof value.float32 === "string");
}
