// The same program in several languages, one in sight, with a button that copies it. The programs come ready to print.
import type { ComponentChild, TargetedKeyboardEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { useDevice } from "./device.js";

interface CodeProps<Language extends string> {
  /** Of its own in the page. */
  id: string;
  /** Every language and its name, in the order of the tabs; the first is shown until the reader chooses. */
  languages: Readonly<Record<Language, string>>;
  textOf(language: Language): string;
  words: { language: string; copy: string; copied: string; copyByHand: string };
}

export function Code<Language extends string>({ id, languages, textOf, words }: CodeProps<Language>) {
  const names = Object.keys(languages) as Language[];
  const [language, choose] = useDevice<Language>("heed.code", names[0]!, (kept) => names.find((name) => name === kept));
  const text = textOf(language);
  return (
    <div class="code">
      <div class="code-top">
        <Tabs id={id} names={names} languages={languages} chosen={language} onChoose={choose} label={words.language} />
        <Copy target={`${id}-text`} text={text} words={words} />
      </div>
      <pre id={`${id}-text`} role="tabpanel" aria-labelledby={`${id}-${language}`} tabIndex={0}><code>{coloured(text)}</code></pre>
    </div>
  );
}

interface TabsProps<Language extends string> {
  id: string;
  names: readonly Language[];
  languages: Readonly<Record<Language, string>>;
  chosen: Language;
  onChoose(language: Language): void;
  label: string;
}

/** One stop for the Tab key; the arrows, Home and End go from tab to tab and choose. */
function Tabs<Language extends string>({ id, names, languages, chosen, onChoose, label }: TabsProps<Language>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const at = names.indexOf(chosen), count = names.length;
    const to = { ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChoose(names[to]!);
    list.current?.querySelectorAll("button")[to]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button key={name} type="button" role="tab" id={`${id}-${name}`} aria-selected={name === chosen} aria-controls={`${id}-text`}
          tabIndex={name === chosen ? 0 : -1} onClick={() => onChoose(name)}>{languages[name]}</button>
      ))}
    </div>
  );
}

function Copy({ target, text, words }: { target: string; text: string; words: CodeProps<string>["words"] }) {
  const [told, setTold] = useState<{ of: string; said: string }>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTold({ of: text, said: words.copied });
    } catch {
      getSelection()?.selectAllChildren(document.getElementById(target)!);
      setTold({ of: text, said: words.copyByHand });
    }
  };
  return (
    <span class="copy">
      <span role="status">{told?.of === text && told.said}</span>
      <button type="button" class="plain" onClick={() => void copy()}>{words.copy}</button>
    </span>
  );
}

// A comment up to its line's end, or a name of Q, K or V: alone, as a matrix W_Q, as a field wq.
const pieces = /((?:#|\/\/|%).*)|\b((?:W_)?[QKV]|w?[qkv])\b/g;

/** The names of roles in their colours, comments dimmed. */
function coloured(text: string) {
  const shown: ComponentChild[] = [];
  let from = 0;
  for (const match of text.matchAll(pieces)) {
    const [whole, comment] = match;
    shown.push(text.slice(from, match.index), <span class={comment ? "comment" : whole.at(-1)!.toLowerCase()}>{whole}</span>);
    from = match.index + whole.length;
  }
  return [...shown, text.slice(from)];
}
