// Numbers as text: real minus signs, decimals shared by a table, full precision where a number is opened.

/** How the numbers of one table are written: so many decimals each, or three significant digits each. */
export type Precision = number | "significant";

const mostDecimals = 4, proseDecimals = 3;

/**
 * The decimals that give the largest number three digits, fewer where all numbers are exact with fewer. A table whose
 * largest number is below 0.001 or reaches 1,000 is written in significant digits.
 */
export function sharedPrecision(values: Iterable<number>): Precision {
  const finite = [...values].filter(Number.isFinite);
  const largest = Math.max(0, ...finite.map(Math.abs));
  if (largest === 0) return 0;
  if (largest < 0.001 || largest >= 1000) return "significant";
  return exactDecimals(finite, Math.min(mostDecimals, Math.max(0, 2 - Math.floor(Math.log10(largest)))));
}

/** So few decimals that all numbers are still exact, `most` where they are not with fewer. */
function exactDecimals(values: readonly number[], most: number): number {
  for (let decimals = 0; decimals < most; decimals++) {
    if (values.every((value) => Math.fround(Number(value.toFixed(decimals))) === Math.fround(value))) return decimals;
  }
  return most;
}

/** A number in a cell; from 1,000 on in three significant digits, whatever its table is written in. */
export function cellText(value: number, precision: Precision): string {
  if (!Number.isFinite(value)) return special(value);
  return precision === "significant" || Math.abs(value) >= 1000 ? significant(value) : signed(value.toFixed(precision));
}

/** A number in a sentence: three decimals, none where it is whole; three significant digits below 0.001 and from 1,000. */
export function inProse(value: number): string {
  return prose(value, exactDecimals([value], 1) === 0 ? 0 : proseDecimals);
}

/** Writes the numbers of a table in sentences: with fewer decimals where all of them are exact with fewer, as the table is then written. */
export function inProseOf(values: Iterable<number>): (value: number) => string {
  const decimals = exactDecimals([...values].filter(Number.isFinite), proseDecimals);
  return (value) => prose(value, value === 0 ? 0 : decimals);
}

function prose(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return special(value);
  return isExtreme(value) ? significant(value) : signed(value.toFixed(decimals));
}

/** An angle in radians, written in degrees. */
export function inDegrees(angle: number, decimals = 1): string {
  return `${signed((angle * 180 / Math.PI).toFixed(decimals))}°`;
}

/** A share of 1, written in percent. */
export function inPercent(share: number): string {
  return Number.isFinite(share) ? `${signed((share * 100).toFixed(1))} %` : special(share);
}

/** The shortest decimal that is the same float32: all that a number of the trace holds. */
export function inFull(value: number): string {
  if (!Number.isFinite(value)) return special(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return signed(String(Number(text)));
  }
  return toDigits(value, 9);
}

/** A product or a sum in double precision, to the seven digits that float32 can hold. */
export function inDouble(value: number): string {
  return Number.isFinite(value) ? toDigits(value, 7) : special(value);
}

/** A number as the reader typed it, for a field. */
export function asTyped(value: number): string {
  return signed(String(value));
}

/** Reads what a reader typed, with any minus sign and a decimal point or comma; NaN when it is no number of float32. */
export function readNumber(text: string): number {
  const plain = text.trim().replace(/^[−–]/, "-").replace(",", ".");
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(Math.fround(value)) ? value + 0 : NaN;
}

const isExtreme = (value: number) => value !== 0 && (Math.abs(value) < 0.001 || Math.abs(value) >= 1000);

function significant(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return signed(isExtreme(value) ? rounded.toExponential().replace("e+", "e") : String(rounded));
}

function toDigits(value: number, digits: number): string {
  return signed(String(Number(value.toPrecision(digits))));
}

function special(value: number): string {
  return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "−∞";
}

/** No minus in front of what has been rounded to zero. */
function signed(text: string): string {
  return (Number(text) === 0 ? text.replace("-", "") : text).replaceAll("-", "−").replace("e+", "e");
}
