// Every figure of the walks drawn in Node, where there is no browser: with ordinary numbers and with the worst.
import { h, type Attributes, type FunctionComponent } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import { BellCurves } from "../../../web/page/stage/bell_curves.js";
import { Blend } from "../../../web/page/stage/blend.js";
import { Movement } from "../../../web/page/stage/movement.js";
import { PairPlane } from "../../../web/page/stage/pair_plane.js";
import { SoftmaxBars } from "../../../web/page/stage/softmax_bars.js";

const spoken = (name: string) => ({ name, now: 1, valueText: "one" });
const printed = (value: number) => ({ text: String(value) });
const label = "what is seen";
const htmlOf = <Props extends object>(figure: FunctionComponent<Props>, props: NoInfer<Props>) => renderToString(h(figure, props as Props & Attributes));

const pair = (queryLength: number, keyLength: number, angle: number, width: number) => htmlOf(PairPlane, {
  width, label, queryLength, keyLength, angle, words: { q: "drank", k: "milk" },
  texts: { q: printed(queryLength), k: printed(keyLength), shadow: printed(7), angle: printed(angle), lengthOf: "length of", shadowName: "shadow", turn: "turn", stretch: "stretch" },
  handles: { turn: { q: spoken("turn q"), k: spoken("turn k") }, stretch: { q: spoken("stretch q"), k: spoken("stretch k") } },
});
const bars = (scores: number[], weights: number[], width: number) => htmlOf(SoftmaxBars, {
  width, label, names: scores.map((_, key) => [{ letter: "k", below: String(key) }]), titles: { scores: "scores", weights: "weights" },
  scores: scores.map((value) => ({ value, text: printed(value) })), weights: weights.map((value) => ({ value, text: printed(value) })),
  shares: weights.map(printed), shut: scores.map((score) => score === -Infinity), handle: (key: number) => spoken(`score ${key}`),
});
const bells = (deviation: number, samples: number[], width: number) => htmlOf(BellCurves, {
  width, label, bandName: "the band", tick: printed, heaps: [{ name: "raw", samples, deviation, spread: "spread", inside: "inside" }],
});
const blend = (tips: [number, number][], weights: number[], output: [number, number], width: number) => htmlOf(Blend, {
  width, label, output: { tip: output, name: "output", text: "z" },
  values: tips.map((tip, at) => ({ tip, weight: weights[at]!, name: `v${at}`, shut: weights[at] === 0, handle: spoken(`value ${at}`) })),
});
const movement = (a: number, b: number, c: number, d: number, image: [number, number], width: number) => htmlOf(Movement, {
  width, label, role: "q", matrix: [[a, b], [c, d]], rows: [{ name: "row 1", handle: spoken("row 1") }, { name: "row 2", handle: spoken("row 2") }],
  x: { tip: [1, 1], name: "x", handle: spoken("x") }, image: { tip: image, name: "q" }, turn: spoken("turn"), stretch: spoken("stretch"),
});

type Draw = (width: number) => string;
const ordinary: Record<string, Draw> = {
  "the pair plane": (width) => pair(2.9, 2.2, 1.05, width),
  "the bars": (width) => bars([1.5, -0.7, 0], [0.74, 0.08, 0.18], width),
  "the bell curves": (width) => bells(8, [-9, 1, 3, 12], width),
  "the blend": (width) => blend([[5, 0], [0, 3]], [0.73, 0.27], [3.65, 0.81], width),
  "the movement": (width) => movement(1.2, 0.4, -0.3, 0.9, [0.9, 1.3], width),
};
const worst: Record<string, Draw> = {
  "arrows without length": (width) => pair(0, 0, 0, width),
  "a key without length": (width) => pair(2, 0, Math.PI, width),
  "arrows in opposite directions": (width) => pair(1, 1, Math.PI, width),
  "a thousand times the length": (width) => pair(0.01, 10, 0.5, width),
  "scores that are no numbers": (width) => bars([NaN, Infinity, -Infinity], [NaN, NaN, 0], width),
  "a row that is masked everywhere": (width) => bars([-Infinity, -Infinity], [0, 0], width),
  "no keys": (width) => bars([], [], width),
  "twelve keys": (width) => bars(Array.from({ length: 12 }, (_, key) => key - 6), Array.from({ length: 12 }, () => 1 / 12), width),
  "no samples": (width) => bells(1, [], width),
  "samples all in one place": (width) => bells(0.001, [0, 0, 0], width),
  "values that are no numbers": (width) => blend([[NaN, 0], [1, 1]], [NaN, 0.5], [NaN, NaN], width),
  "one value": (width) => blend([[0, 0]], [1], [0, 0], width),
  "a matrix of zeros": (width) => movement(0, 0, 0, 0, [0, 0], width),
  "rows that cancel": (width) => movement(1, 1, -1, -1, [0, 0], width),
  "a matrix with an infinite image": (width) => movement(1e30, 0, 0, 1, [Infinity, 1], width),
};

/** Attributes in which a number that is none would break the drawing. */
const drawn = (html: string) => [...html.matchAll(/ (?:d|x|y|x1|y1|cx|cy|r|width|height|viewBox|transform)="([^"]*)"/g)].map(([, value]) => value!);

describe("a figure of the walks", () => {
  for (const [name, draw] of Object.entries({ ...ordinary, ...worst })) {
    it(`is drawn in whole: ${name}`, () => {
      for (const width of [288, 720]) {
        const html = draw(width);
        expect(drawn(html).length).toBeGreaterThan(3);
        expect(drawn(html).filter((value) => /NaN|Infinity|undefined|e\+/.test(value))).toEqual([]);
        expect(html).not.toContain("style=");
      }
    });
  }
  for (const [name, draw] of Object.entries(ordinary)) {
    it(`has its label, and handles that can be reached and say what they hold: ${name}`, () => {
      const html = draw(720);
      expect(html).toContain(`aria-label="${label}"`);
      const sliders = html.match(/role="slider"[^>]*/g) ?? [];
      for (const slider of sliders) expect(slider).toMatch(/tabindex="0".*aria-label=.*aria-valuenow=.*aria-valuetext=/i);
      expect(sliders.length > 0).toBe(name !== "the bell curves");
    });
  }
});
