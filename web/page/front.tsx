// The front page: one sentence that asks, a way into the playground, and six lines for developers.
import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { documentation, linkTo, type Page } from "./page.js";
import { toAddress } from "./scene/address.js";
import { wantedAt, type Outset } from "./scene/outset.js";
import { defaultPlace } from "./scene/place.js";
import { examples, sentenceScene } from "./scene/presets.js";
import { rowsOf, strongest } from "./scene/read.js";
import { namesOf } from "./scene/scene.js";
import type { Shown } from "./scene/shown.js";
import { startTracer } from "./scene/tracer.js";
import { Figure } from "./stage/figure.js";
import { Sentence } from "./stage/prose.js";
import { SentenceArcs } from "./stage/sentence_arcs.js";
import { Stamp } from "./stage/stamp.js";
import { frame } from "./words/en/frame.js";
import { front } from "./words/en/front.js";

const outset: Outset = { start: { ...defaultPlace, scene: sentenceScene(examples[0].split(" "), 4) } };

/** "its": its strongest match is the word that it stands for. */
const asksFirst = 3;

// Run by a test, which compares what they print with the line below; "…": the last digits are the engine's own.
const sixLines = `import { load } from "heed";
const heed = await load();
const q = { data: [1, 0, 1, 0], shape: [1, 4] };
const k = { data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] };
const v = { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] };
console.log(...heed.attend({ q, k, v }).output.data);`;
const sixLinesPrint = "3.6552… 0.8068… 0";

function View({ first }: { first: Shown }) {
  const { shown, blocked } = useLive(first);
  return (
    <>
      <section class="hero">
        <h1>{front.heading}</h1>
        <div>
          <p><Sentence of={front.lead} /></p>
          <ul class="starts">
            {front.starts.map(({ address, name, hint }) => <li key={address}><a href={linkTo("/", address)}>{name}</a> <span class="cap">{hint}</span></li>)}
          </ul>
        </div>
      </section>
      {blocked && <p class="notice" role="status">{frame.blocked}</p>}
      <Asking shown={shown} />
      <section class="ways">
        <Playground shown={shown} />
        <Developers />
      </section>
    </>
  );
}

/** The numbers of the build until this device has computed its own; one trace is all that this page asks for. */
function useLive(first: Shown): { shown: Shown; blocked: boolean } {
  const [shown, setShown] = useState(first);
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    const tracer = startTracer({
      shown(live) {
        setShown(live);
        document.documentElement.dataset.live = "true";
        tracer.close();
      },
      failed(failure) {
        setBlocked(failure === "blocked");
        tracer.close();
      },
    });
    tracer.request(wantedAt(outset, outset.start));
    return () => tracer.close();
  }, [first]);
  return { shown, blocked };
}

/** The sentence, and what its asking word takes. */
function Asking({ shown }: { shown: Shown }) {
  const [asks, setAsks] = useState(asksFirst);
  const words = namesOf(shown.scene).queries;
  const rows = rowsOf(shown, "weights");
  const weights = rows[asks]!;
  const offers = strongest(weights);
  return (
    <>
      <Figure class="look" draw={(width) => (
        <SentenceArcs words={words} weights={weights} largest={Math.max(...rows.flat())} asks={asks} width={width} share={percent}
          label={front.figure} letAsk={front.letAsk} onAsk={setAsks} opened={(offers) => ({
            href: linkTo("/", "/playground/") + toAddress({ ...outset.start, row: asks, opened: [{ stage: "weights", index: [asks, offers] }] }),
            name: front.opened(words[asks]!, words[offers]!, percent(weights[offers]!)),
          })} />
      )} />
      <div class="reading">
        <p aria-live="polite"><Sentence of={front.reading(words[asks]!, words[offers]!, percent(weights[offers]!))} /></p>
        <p class="cap">{front.origin}</p>
      </div>
    </>
  );
}

// What each step leaves behind, in flow order. Scores and scaled scores share one scale, so that the scaling shows.
const stamps = [
  ["project", ["q", "q"], ["k", "k"], ["v", "v"]], ["score", ["scores"]], ["scale", ["scaled"]], ["softmax", ["weights"]], ["blend", ["output", "v"]],
] as const;

function Playground({ shown }: { shown: Shown }) {
  const words = front.playground;
  const scores = Math.max(...rowsOf(shown, "scores").flat().map(Math.abs));
  return (
    <div>
      <h2>{words.heading}</h2>
      <p>{words.text}</p>
      <ol class="stamps" aria-label={words.stamps}>
        {stamps.map(([step, ...stages]) => (
          <li key={step}>
            <span class={`row ${step}`}>
              {stages.map(([stage, role]) => {
                const rows = rowsOf(shown, stage);
                const largest = stage === "scores" || stage === "scaled" ? scores : Math.max(...rows.flat().map(Math.abs));
                return <Stamp key={stage} rows={rows} largest={largest} role={role} side={12} />;
              })}
            </span>
            {words.steps[step]}
          </li>
        ))}
      </ol>
      <p class="go"><a href={linkTo("/", "/playground/")}>{words.go}</a></p>
    </div>
  );
}

function Developers() {
  const words = front.developers;
  return (
    <div>
      <h2>{words.heading}</h2>
      <p>{words.text}</p>
      <code class="install"><span>$ </span>{words.install}</code>
      <pre class="code"><code>{sixLines.split("\n").map((line) => <CodeLine key={line} line={line} />)}</code>
        <samp><span class="vh">{words.prints}</span>{sixLinesPrint}</samp></pre>
      <p class="go"><a href={linkTo("/", documentation)}>{words.go}</a></p>
    </div>
  );
}

/** A line of code that breaks, where it must, around whole pieces. */
function CodeLine({ line }: { line: string }) {
  const pieces = `${line}\n`.split(/((?:data|shape): \[.*?\](?:,| \};)|\{ q, k, v \}\))/);
  return (
    <span class="line">
      {pieces.map((piece, index) => index % 2 ? <Fragment key={index}><wbr /><span class="whole"><Coloured code={piece} /></span></Fragment> : <Coloured key={index} code={piece} />)}
    </span>
  );
}

/** Code whose q, k and v wear their roles' colours. An empty piece is left out, for HTML cannot hold an empty text. */
function Coloured({ code }: { code: string }) {
  return <>{code.split(/\b([qkv])\b/).map((piece, index) => index % 2 ? <span key={index} class={piece}>{piece}</span> : piece || null)}</>;
}

/** A weight as whole per cent: 58 %. */
function percent(weight: number): string {
  return `${(weight * 100).toFixed(0)}\u00a0%`;
}

export const page: Page = { address: "/", file: "front.tsx", title: front.title, description: front.description, outset, View };
