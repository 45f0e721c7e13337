// What the readers of files share for headers: the text of one, read from left to right, once. No recursion, no
// backtracking, nothing evaluated, so a hostile header costs time and memory in proportion to its length.
import { HeedError, isDetached, kindOf, shown } from "./errors.js";

export interface Notation {
  /** What is being read, as errors name it. */
  name: string;
  blanks: string;
  quotes: string;
  /** Whether a list may end with a comma. */
  finalComma: boolean;
}

export class HeaderText {
  private at = 0;

  constructor(private readonly text: string, private readonly notation: Notation) {}

  /** Passes blanks, and then `part` if it comes next. */
  passes(part: string): boolean {
    while (this.at < this.text.length && this.notation.blanks.includes(this.text[this.at]!)) ++this.at;
    if (!this.text.startsWith(part, this.at)) return false;
    this.at += part.length;
    return true;
  }

  must(part: string): void {
    if (!this.passes(part)) throw this.fault(part);
  }

  end(): void {
    this.passes("");
    if (this.at < this.text.length) throw this.fault("nothing more");
  }

  /** `open item, item … close`; `item` reads one. Gives the number of commas. */
  list(open: string, close: string, item: () => void): number {
    this.must(open);
    for (let commas = 0; ; ++commas) {
      if ((commas === 0 || this.notation.finalComma) && this.passes(close)) return commas;
      item();
      if (this.passes(close)) return commas;
      this.must(",");
    }
  }

  /** A quoted text with its quotes and with its escapes as they stand. */
  quoted(what: string): string {
    this.passes("");
    const start = this.at;
    const quote = this.text[start];
    if (quote === undefined || !this.notation.quotes.includes(quote)) throw this.fault(what);
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== quote) end += this.text[end] === "\\" ? 2 : 1;
    if (end >= this.text.length) throw this.fault(`${what} with a ${quote} at its end`);
    this.at = end + 1;
    return this.text.slice(start, this.at);
  }

  /** 0, 1, 2 … in decimal digits, up to 2^53 - 1. */
  whole(): number {
    this.passes("");
    let end = this.at;
    let value = 0;
    for (let digit = this.digit(end); digit >= 0; digit = this.digit(++end)) value = value * 10 + digit;   // past 2^53 inexact, and refused
    const zeroFirst = this.text[this.at] === "0" && end > this.at + 1;
    if (end === this.at || zeroFirst || !Number.isSafeInteger(value)) throw this.fault("a whole number from 0 to 2^53 - 1");
    this.at = end;
    return value;
  }

  fault(expected: string): HeedError {
    const came = this.at < this.text.length ? shown(this.text.slice(this.at, this.at + 40)) : "its end";
    return new HeedError("type", "bytes", `${this.notation.name} must have ${expected} at character ${this.at}, got ${came}`);
  }

  private digit(at: number): number {
    const code = this.text.charCodeAt(at) - 48;   // NaN past the end
    return code >= 0 && code <= 9 ? code : -1;
  }
}

/** The argument of a reader, checked; a Node Buffer is a Uint8Array. */
export function checkBytes(bytes: unknown): void {
  if (kindOf(bytes) === "Uint8Array" && !isDetached(bytes)) return;
  const cure = kindOf(bytes) === "ArrayBuffer" ? "; wrap it: new Uint8Array(buffer)" : "";
  throw new HeedError("type", "bytes", `must be a Uint8Array, got ${shown(bytes)}${cure}`);
}

/** How a file begins, as an error tells it. */
export function beginning(bytes: Uint8Array): string {
  const first = Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  if (bytes.length === 0) return "0 bytes";
  if (/^50 4b (03 04|05 06)/.test(first)) return "a zip archive (.npz and .pt files are such); unpack it first";
  if (first.startsWith("1f 8b")) return "gzip-compressed bytes; unpack them first";
  return `${bytes.length} bytes that begin with ${first}`;
}
