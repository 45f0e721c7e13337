// Second walk, summary: the whole strip, the formula, the retelling, the cards.
import { defaultPlace } from "../../scene/place.js";
import { shelves } from "../../scene/presets.js";
import { Formula } from "../../stage/formula.js";
import { Recall } from "../../stage/recall.js";
import { recall } from "../../words/en/walk_parts.js";
import { step as words } from "../../words/en/scaled-dot-product/summary.js";
import { nobody } from "../asked.js";
import { StepCode } from "../parts.js";
import { givenStops, GivenPipeline } from "../scrub.js";
import type { Step } from "../step.js";

export const step: Step = {
  title: words.title, description: words.description, at: ["blend"],
  outset: { start: { ...defaultPlace, scene: shelves, row: 0, settings: { upTo: "blend" } }, only: "given", knobs: { upTo: { choices: givenStops } } },
  prose: (shown) => ({ what: words.what(nobody(shown)), whys: words.whys }),
  Picture: ({ board }) => (
    <>
      <p class="whole-formula"><Formula of="attention" /></p>
      <GivenPipeline board={board} />
    </>
  ),
  Check: () => <Recall id="scaled-dot-product" cards={words.cards} ideas={words.ideas} words={recall} />,
  Numbers: ({ board }) => <StepCode board={board} upTo="blend" />,
};
