// What a reader sets: the sentence or the worked example, the width, the temperature, the link.
import { useRef, useState } from "preact/hooks";
import { readSentence, widthOf, withWidth, withWords } from "../../scene/edit.js";
import { defaultScene, examples, sentenceScene, workedExample } from "../../scene/presets.js";
import { mostWords, type Origin, type Scene, type WordsScene } from "../../scene/scene.js";
import type { Shown } from "../../scene/shown.js";
import { inDouble } from "../../stage/format.js";
import { playground as words } from "../../words/en/playground.js";
import type { Session } from "./session.js";

export function Top({ session }: { session: Session }) {
  const { scene } = session.place;
  const lastWords = useRef<WordsScene>(defaultScene);
  if (scene.kind === "words") lastWords.current = scene;
  return (
    <div class="top">
      {scene.kind === "words" ? <SentenceField session={session} scene={scene} /> : <Paper shown={session.shown} origin={scene.given} />}
      <div class="settings">
        <Choice legend={words.scenes.legend} quiet name="scene" options={[["words", words.scenes.words], ["given", words.scenes.given]]} value={scene.kind}
          onChoose={(kind) => session.change({ scene: kind === "given" ? workedExample : lastWords.current, row: 0, opened: kind === "given" ? [{ stage: "output", index: [0, 0] }] : [] })} />
        {scene.kind === "words" && (
          <Choice legend={words.width.legend} name="width" options={[["2", "2"], ["4", "4"]]} value={String(widthOf(scene))}
            onChoose={(width) => session.change({ scene: withWidth(scene, width === "2" ? 2 : 4), opened: [] })} />
        )}
        <CopyLink session={session} />
        <button type="button" class="plain" onClick={session.startOver}>{words.startOver}</button>
      </div>
    </div>
  );
}

/** Letters from which a sentence is set smaller, so that twelve words show whole where there is room. */
const longSentence = 32;

function SentenceField({ session, scene }: { session: Session; scene: WordsScene }) {
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

/** The worked example on paper and unrounded, one above the other; both from the core. */
function Paper({ shown: { rounded = [], trace }, origin }: { shown: Shown; origin: Origin }) {
  const list = (numbers: Iterable<number>) => `(${[...numbers].map(inDouble).join(", ")})`;
  const paperWeights = rounded[0]?.operands.map(([weight]) => weight!.value) ?? [];
  return (
    <div class="worked">
      <p class="lead">{words.paper.lead}</p>
      <table>
        <thead><tr><td /><th scope="col">{words.paper.weights}</th><th scope="col">{words.paper.output}</th></tr></thead>
        <tbody>
          <tr data-worked="paper"><th scope="row">{words.paper.onPaper}</th><td>{list(paperWeights)}</td><td>{list(rounded.map(({ value }) => value))}</td></tr>
          <tr data-worked="exact"><th scope="row">{words.paper.unrounded}</th><td>{list(trace.weights.data)}</td><td>{list(trace.output.data)}</td></tr>
        </tbody>
      </table>
      <p class="cap">{words.given[origin]}</p>
    </div>
  );
}

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
export function Choice<Value extends string>({ legend, quiet = false, name, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend class={quiet ? "vh" : "cap"}>{legend}</legend>
      <span class="seg">
        {options.map(([option, label]) => (
          <label key={option}><input type="radio" name={name} value={option} checked={option === value} onChange={() => onChoose(option)} />{label}</label>
        ))}
      </span>
    </fieldset>
  );
}

function CopyLink({ session }: { session: Session }) {
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
