// A number opened in place: where it came from, line by line, and the way back. It prints what it is given.
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { px } from "./arrow.js";
import { Sentence, type Prose } from "./prose.js";
import type { Role } from "./tint.js";

export interface Operand {
  /** Says of which number this is the text. */
  place: Readonly<Record<`data-${string}`, string | undefined>>;
  text: string;
  /** What a screen reader hears: "weight of cat for drank: 0.42". */
  name: string;
  role?: Role | undefined;
  onFollow?(): void;
}

export interface Line {
  operands: readonly Operand[];
  /** The word whose turn it is: the key of a blend. */
  word?: string;
  product?: { text: string; value: number };
  partial?: { text: string; value: number };
}

export interface Ledger {
  place: Operand["place"];
  /** One sentence: what was done. */
  saying: string | Prose;
  /** Between the two operands, before a product, before a running sum. */
  sign: string;
  heads: { product: string; partial: string };
  lines: readonly Line[];
  result: { name: string; text: string; place?: Operand["place"] };
}

export interface Crumb { name: string; onGo?(): void }

interface OpenedProps {
  ledger: Ledger;
  /** The same, done on paper with rounded numbers. */
  paper?: { title: string; exactTitle: string; ledger: Ledger };
  crumbs: readonly Crumb[];
  words: { title: string; trail: string; close: string; closeKey: string; more(count: number): string };
  /** Whenever this changes, and is not 0, the panel takes the focus, so that reading goes on inside it. */
  followed: number;
  onClose(): void;
}

export function Opened({ ledger, paper, crumbs, words, followed, onClose }: OpenedProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (followed === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });   // focus() alone may put it in the middle, and its cell out of sight
  }, [followed]);
  return (
    <section ref={box} class="opened" tabIndex={-1} aria-label={words.title} {...ledger.place}>
      <div class="opened-top">
        <nav aria-label={words.trail}>
          <ol class="crumbs">
            {crumbs.map((crumb, at) => (
              <li key={at}>{crumb.onGo ? <button type="button" class="plain" onClick={crumb.onGo}>{crumb.name}</button> : <span aria-current="true">{crumb.name}</span>}</li>
            ))}
          </ol>
        </nav>
        <button type="button" class="plain close" onClick={onClose}>{words.close} <kbd>{words.closeKey}</kbd></button>
      </div>
      <p class="saying"><Sentence of={typeof ledger.saying === "string" ? [ledger.saying] : ledger.saying} /></p>
      <div class="ledgers">
        {paper && <Sums ledger={paper.ledger} title={paper.title} rounded />}
        <Sums key={JSON.stringify(ledger.result.place ?? ledger.place)} ledger={ledger} more={words.more} {...(paper ? { title: paper.exactTitle } : {})} />
      </div>
    </section>
  );
}

/** Of a list with more lines than `mostLines` the first few and the last are shown until the reader asks for all. */
const mostLines = 16, firstLines = 6;

function Sums({ ledger, title, more, rounded = false }: { ledger: Ledger; title?: string; more?: ((count: number) => string) | undefined; rounded?: boolean }) {
  const { lines } = ledger, [whole, showWhole] = useState(false);
  const folded = more !== undefined && !whole && lines.length > mostLines, left = folded ? lines.length - firstLines - 1 : 0;
  const wordy = lines.some(({ word }) => word !== undefined);
  const partials = lines.some(({ partial }) => partial), products = lines.some(({ product }) => product);
  return (
    <div class={`sums ${rounded ? "paper" : ""}`} {...(rounded ? { "data-paper": true } : {})}>
      {title !== undefined && <p class="sums-title">{title}</p>}
      {lines.length > 0 && (
        <table class="ledger">
          <thead>
            <tr>
              {wordy && <td />}
              <td colSpan={lines[0]!.operands.length * 2 - 1} />
              {products && <th scope="col" colSpan={2}>{ledger.heads.product}</th>}
              {partials && <th scope="col" class="of-partial">{ledger.heads.partial}</th>}
              {partials && lines.length <= mostLines && <td />}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => at >= firstLines && at < firstLines + left ? at === firstLines && (
              <tr key={at} class="left-out"><td colSpan={12}><button type="button" class="plain" onClick={() => showWhole(true)}>{more!(left)}</button></td></tr>
            ) : (
              <tr key={at}>
                {wordy && <th scope="row">{line.word}</th>}
                {line.operands.map((operand, place) => (
                  <Fragment key={place}>
                    {place > 0 && <td class="sign">{ledger.sign}</td>}
                    <td><OperandButton operand={operand} /></td>
                  </Fragment>
                ))}
                {line.product && <td class="sign">{"="}</td>}
                {line.product && <td class={line.product.value < 0 ? "minus" : ""} data-product={at}>{line.product.text}</td>}
                {line.partial && <td class="partial" data-partial={at}>{line.partial.text}</td>}
                {line.partial && lines.length <= mostLines && <td class="run"><Run lines={lines} at={at} /></td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="result">{ledger.result.name} <b class="num" data-result {...ledger.result.place}>{ledger.result.text}</b></p>
    </div>
  );
}

function OperandButton({ operand }: { operand: Operand }) {
  const { text, name, role, onFollow } = operand, place = { ...operand.place, class: `operand ${role ?? ""}` };
  return onFollow
    ? <button type="button" {...place} aria-label={`${name}: ${text}`} onClick={onFollow}>{text}</button>
    : <span {...place} title={name}>{text}</span>;
}

/** A step of the running sum as a bar that starts where the last one ended. */
function Run({ lines, at }: { lines: readonly Line[]; at: number }) {
  const sums = lines.map(({ partial }) => partial?.value ?? 0);
  if (!sums.every(Number.isFinite)) return null;
  const width = 120, low = Math.min(0, ...sums), high = Math.max(0, ...sums);
  const place = (value: number) => high === low ? 0 : ((value - low) / (high - low)) * width;
  const from = place(at === 0 ? 0 : sums[at - 1]!), to = place(sums[at]!);
  return (
    <svg width={width} height="16" viewBox={`0 0 ${width} 16`} aria-hidden="true">
      <path class="axis" d={`M${px(place(0))} 0V16`} />
      <rect class={to < from ? "down" : "up"} x={px(Math.min(from, to))} width={px(Math.max(1.5, Math.abs(to - from)))} y="3" height="10" />
    </svg>
  );
}
