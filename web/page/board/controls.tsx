// What a reader sets beside the tables: the sentence, the mask, the temperature, any choice of a few, and the link.
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { readSentence, widthOf, withWords } from "../scene/edit.js";
import { examples, sentenceScene } from "../scene/presets.js";
import { allowed, mostWords, shapeOf, type Scene, type WordsScene } from "../scene/scene.js";
import { cellText, inProse } from "../stage/format.js";
import { kept } from "../stage/kept.js";
import { board as words } from "../words/en/board.js";
import type { Session } from "./session.js";

interface ChoiceProps<Value extends string> {
  legend: string;
  /** The choices say enough: the legend is only heard. */
  quiet?: boolean;
  name: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChoose(value: Value): void;
}

/** A few choices side by side. */
export const Choice = kept(({ legend, quiet = false, name, options, value, onChoose }: ChoiceProps<string>) => (
  <fieldset class="choice">
    <legend class={quiet ? "vh" : "cap"}>{legend}</legend>
    <span class="seg">
      {options.map(([option, label]) => (
        <label key={option}><input type="radio" name={name} value={option} checked={option === value} onChange={() => onChoose(option)} />{label}</label>
      ))}
    </span>
  </fieldset>
)) as unknown as <Value extends string>(props: ChoiceProps<Value>) => VNode;

/** Letters from which a sentence is set smaller, so that twelve words show whole where there is room. */
const longSentence = 32;

export function SentenceField({ session, scene }: { session: Session; scene: WordsScene }) {
  const [draft, setDraft] = useState<string>();
  const kept = scene.words.join(" ");
  const onText = (text: string) => {
    setDraft(text);
    const { words: typed, leftOut } = readSentence(text);
    if (typed.length === 0) return session.say(words.notices.empty(kept));
    if (typed.join(" ") !== kept) session.changeScene(withWords(scene, typed), "sentence");
    session.say(leftOut > 0 ? words.notices.tooLong(mostWords, leftOut) : "");
  };
  const done = () => {
    setDraft(undefined);
    session.settle();
  };
  return (
    <div class={`say ${(draft ?? kept).length > longSentence ? "long" : ""}`}>
      <label>
        <span class="cap">{words.sentence} <span class="hint">{words.sentenceHint}</span></span>
        <input name="sentence" value={draft ?? kept} maxLength={400} autocomplete="off" spellcheck={false} onInput={(event) => onText(event.currentTarget.value)} onBlur={done} />
      </label>
      <p class="examples">
        <span class="cap">{words.examples}</span>
        {examples.map((example) => (
          <button type="button" class="plain" key={example} onClick={() => session.change({ scene: withSetting(scene, example), row: 2, opened: [] })}>{example}</button>
        ))}
      </p>
    </div>
  );
}

/** An example at the width and with the mask that are set; a painted mask would not fit its words. */
function withSetting(scene: WordsScene, example: string): Scene {
  const fresh = sentenceScene(example.split(" "), widthOf(scene));
  return { ...fresh, temperature: scene.temperature, mask: typeof scene.mask === "string" ? scene.mask : "none" };
}

export function Temperature({ session }: { session: Session }) {
  const { scene } = session.place;
  return (
    <label class="temperature"><span class="cap">{words.temperature.label}</span>
      <input type="range" name="temperature" min={-2} max={2} step={0.05} value={Math.log2(scene.temperature)} aria-valuetext={inProse(scene.temperature)}
        onInput={(event) => session.changeScene({ ...scene, temperature: Math.round(2 ** Number(event.currentTarget.value) * 100) / 100 }, "temperature")} />
      <output class="num">{cellText(scene.temperature, 2)}</output></label>
  );
}

/** Where queries and keys are equally many, both corners are one. */
export function MaskChoice({ session }: { session: Session }) {
  const { scene } = session.place, { queries, keys } = shapeOf(scene), value = typeof scene.mask === "string" ? scene.mask : "painted";
  const masks = queries === keys && value !== "bottom-right" ? ["none", "causal", "painted"] as const : ["none", "causal", "bottom-right", "painted"] as const;
  return (
    <Choice legend={words.mask.legend} name="mask" value={value}
      options={masks.map((mask) => [mask, words.mask[mask]])}
      onChoose={(mask) => session.changeScene({ ...scene, mask: mask === "painted" ? allowed(scene) : mask })} />
  );
}

export function CopyLink({ session }: { session: Session }) {
  const [link, setLink] = useState<string>();
  const copy = () => {
    const address = session.link();
    // Without a secure address there is no clipboard at all; elsewhere the reader may have forbidden it.
    const copied = navigator.clipboard?.writeText(address) ?? Promise.reject(new Error());
    copied.then(() => { setLink(undefined); session.say(words.copied); }, () => setLink(address));
  };
  return (
    <>
      <button type="button" class="plain" onClick={copy}>{words.copyLink}</button>
      {link !== undefined && (
        <label class="link"><span class="cap">{words.copyByHand}</span>
          <input readOnly value={link} ref={(field) => field?.select()} onFocus={(event) => event.currentTarget.select()} onBlur={() => setLink(undefined)} /></label>
      )}
    </>
  );
}
