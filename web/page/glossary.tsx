// The glossary: every term of the walks, its meaning, and the step that explains it.
import { walkPages } from "./lessons/walks.js";
import { linkTo, type Page } from "./page.js";
import { defaultPlace } from "./scene/place.js";
import { Formula } from "./stage/formula.js";
import { Sentence } from "./stage/prose.js";
import { glossary, glossaryPage as words } from "./words/en/glossary.js";
import { lesson } from "./words/en/lesson.js";

const address = "/glossary/";

export const page: Page = { address, title: words.title, description: words.description, foot: words.title, outset: { start: defaultPlace }, View };

function View() {
  return (
    <section class="terms">
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <dl class="glossary">
        {glossary.map(({ id, term, sign, meaning, first }) => (
          <div key={id} id={id}>
            <dt>{sign ? <Formula of={sign} /> : term}</dt>
            <dd>
              <p><Sentence of={meaning} /></p>
              <p class="cap">{words.first}{" "}<First step={first} /></p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** "From words, step 3", a link once that step is built. */
function First({ step }: { step: string }) {
  const [, walk, place] = step.split("/") as [string, keyof typeof lesson.walks, string];
  const name = words.step(lesson.walks[walk], place);
  return walkPages.some((built) => built.address === step) ? <a href={linkTo(address, step)}>{name}</a> : <>{name}</>;
}
