// Numbers that stand in no table of a stage (other scenes, other rules, sums) open where they stand, down to an arrow's own
// numbers; each operand on the way is what named_numbers and shown_numbers compute by themselves.
import { describe, expect, it } from "vitest";
import { pages } from "../../../web/page/pages.js";
import type { Page } from "../browser.js";
import { linkOf, openLive, press, settled } from "./site.js";
import { faultsOf, steps } from "./steps.js";

const sourceOf = (address: string) => steps.find((step) => step.address === address)!;

async function pressed(page: Page, selector: string): Promise<void> {
  await page.run((selector) => document.querySelector(selector)!.dispatchEvent(new MouseEvent("click", { bubbles: true })), selector);
  await settled(page);
}

async function unfolded(page: Page): Promise<void> {
  await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
  await settled(page);
}

/** Opens a number and follows the first operand of each opened view as far as it leads; the breadcrumb at its end. */
async function followed(page: Page, address: string, name: string): Promise<string[]> {
  await unfolded(page);
  await pressed(page, `button[data-of="${name}"], text [data-of="${name}"]`);
  while (true) {
    expect(await faultsOf(page, sourceOf(address))).toEqual([]);
    expect(await page.count(".opened")).toBe(1);
    if (await page.count(".opened button.operand") === 0) break;
    await pressed(page, ".opened button.operand");
  }
  return crumbsOn(page);
}

const crumbsOn = (page: Page) => page.run(() => [...document.querySelectorAll(".opened .crumbs li")].map((crumb) => crumb.textContent!));

const traced = (asks: string, offers: string) => [
  `weight, ${asks} asks ${offers}`, `exponential, ${asks} asks ${offers}`, `masked score, ${asks} asks ${offers}`, `scaled score, ${asks} asks ${offers}`,
  `score, ${asks} asks ${offers}`, `query of ${asks}, number 1`, `number 1 of ${asks}`,
];

const sampled = ["weight", "exponential", "masked score", "scaled score", "score"].map((what) => `${what}, query 1 asks key 1`);

/** Numbers beside the trace, and the breadcrumb at the end of the way down: mostly at the word's own arrow. */
const ways: Record<string, Record<string, string[]>> = {
  "/self-attention/1/": {
    "pair.two.angle": ["angle", "cosine of the angle", "dot product", "number 1 of cat"],
  },
  "/self-attention/2/": {
    "other.placed.output.3.0": ["output of its, number 1", ...traced("its", "the")],
  },
  "/self-attention/3/": {
    "pair.match.shadow": ["shadow of the second arrow on the first", "dot product", "query of its, number 1", "number 1 of its"],
    "cell.score.operand.1.1": ["key of cat, number 2", "number 1 of cat"],
  },
  "/self-attention/4/": {
    "sum.column1.total": ["sum", ...traced("the", "cat")],
  },
  "/self-attention/5/": {
    "jacobian.after.0.3": ["slope of weight 1 by score 4", ...sampled],
    "sample.drawn.row.byRoot.weights.0.2": sampled.map((crumb) => crumb.replace("key 1", "key 3")),
  },
  "/self-attention/6/": {
    "normalised.naive.weights.1": ["share of cat", "numerator of cat", ...traced("drank", "cat").slice(2)],
    "normalised.plain.weights.1": ["share of cat", ...traced("drank", "cat").slice(2)],
    "sum.hard.total": ["sum", "share of the", "numerator of the", ...traced("drank", "the").slice(2)],
    "rowMax.2": ["largest masked score of drank", ...traced("drank", "the").slice(2)],
  },
  "/self-attention/7/": {
    "cell.output0.product.1": ["output of drank, number 1", ...traced("drank", "the")],
  },
  "/self-attention/8/": {
    "other.before.weights.2.0": traced("drank", "the"),
    "normalised.again.weights.0": ["share of the", ...traced("drank", "the")],
    "normalised.again.numerators.1": ["numerator of cat"],
    "sum.after.total": ["sum", ...traced("drank", "the")],
    "other.zero.weights.2.1": [...traced("drank", "cat").slice(0, 3), "scaled score with its bias, drank asks cat", ...traced("drank", "cat").slice(3)],
    "other.hidden.output.2.0": ["output of drank, number 1", ...traced("drank", "the").slice(0, -1)],
  },
  "/scaled-dot-product/4/": {
    "root.dk": ["root of the width"],
    "sample.draw.byRoot.largestWeight": ["mean of the largest weights", "sum of the largest weights", "largest weight of query 1", ...sampled],
    "sample.draw.byRoot.deviation": ["spread", "variance", "sum of the squared distances", "distance from the mean, query 1, key 1", ...sampled.slice(3)],
    "sample.draw.raw.inside": ["share of scores in the band", "count of scores in the band", ...sampled.slice(4)],
    "sample.draw.byWidth.slope": ["mean slope", "sum of the slopes", "slope of query 1", ...sampled],
  },
  "/scaled-dot-product/7/": {
    "rounded.0.value": ["output of query, number 1", ...traced("query", "key 1").slice(0, -1)],
  },
};

describe("a number beside the trace", () => {
  it("stands in a page that there is", () => expect(pages.map(({ address }) => address)).toEqual(expect.arrayContaining(Object.keys(ways))));
  it("is brought back by its link; Esc closes it and returns to its cell", async () => {
    const address = "/self-attention/8/", name = "normalised.again.weights.0", page = await openLive(address);
    const crumbs = await followed(page, address, name), link = await linkOf(page), again = await openLive(`${address}${link.slice(link.indexOf("#"))}`);
    expect(await crumbsOn(again)).toEqual(crumbs);
    await again.press("Escape");
    await settled(again);
    expect(await again.run(() => document.activeElement?.getAttribute("data-of"))).toBe(name);
  });
});

describe("an operand pressed with a pointer", () => {
  it("leads on from the number it was read at, though its button is gone before the press has passed on", async () => {
    const page = await openLive("/scaled-dot-product/2/");
    await press(page, ".formulas button[data-of='pair.match.normK']");
    await press(page, ".opened button.operand");
    expect(await crumbsOn(page)).toEqual(["length of the second arrow", "square of the second length"]);
  });
});

describe("softmax along the columns", () => {
  it("opens with the column's own scores, not with sides changed", async () => {
    const address = "/self-attention/6/", page = await openLive(address);
    await unfolded(page);
    await pressed(page, "input[name=axis][value=columns]");
    expect(await followed(page, address, "normalised.along1.weights.2")).toEqual(["share of drank", "numerator of drank", ...traced("drank", "cat").slice(2)]);
  });
});

describe("a link to a number that is not there", () => {
  it("shows the page without it", async () => {
    const address = "/self-attention/8/", link = await linkOf(await openLive(address));
    for (const open of ["hiding/nowhere:weights.2.0", "hiding/before:weights.2.9", "hiding/again:share.7", "rules/plain:nonsense.1"]) {
      const page = await openLive(`${address}${link.slice(link.indexOf("#"))}&open=${open}`);
      expect.soft(await page.count(".opened"), open).toBe(0);
      expect.soft(await faultsOf(page, sourceOf(address)), open).toEqual([]);
    }
  });
});

/** Kinds of names whose numbers are made of no others: typed, counted, chosen. */
const given = /^(scene|shape|size|columns|set|count)\./;

/** Numbers that stand alone in a figure, a table or a sentence, and do not open. A scale's ticks and a control's own read-out need not. */
const closed = (page: Page) => page.run(() => [...document.querySelectorAll<HTMLElement>(".num, td, svg text, svg tspan")].flatMap((element) => {
  const text = element.textContent!.trim(), named = element.closest<HTMLElement>("[data-of]");
  const is = element.childElementCount === 0 && /^[−+]?(\d[\d.,]*|∞)([×e·]\S*)?[\s°%]*$/.test(text), own = element.closest(".opens, button, a, output, .bells .dim, .word, [data-paper]");
  return is && !own ? [`${named?.dataset["of"] ?? element.outerHTML.slice(0, 80)} ${text}`] : [];
}));

describe.each(pages.map(({ address }) => address))("%s", (address) => {
  it("opens every number that is made of others, some of them down to the word's own arrow", async () => {
    const page = await openLive(address);
    await unfolded(page);
    expect.soft((await closed(page)).filter((number) => !given.test(number))).toEqual([]);
    for (const [name, crumbs] of Object.entries(ways[address] ?? {})) {
      expect.soft(await followed(page, address, name), name).toEqual(crumbs);
      await page.press("Escape");
      await settled(page);
      expect(await page.count(".opened"), `${name}, closed`).toBe(0);
    }
  });
});

describe("the check of numbers that do not open", () => {
  it("sees one that is planted in a figure, a sentence or a table", async () => {
    const page = await openLive("/self-attention/8/");
    await page.run(() => { document.querySelector(".trio")!.innerHTML = '<svg><text>0.25</text></svg><b class="num" data-of="weights.0.0">58\u00a0%</b><table><tr><td>−1.20</td></tr></table>'; });
    expect(await closed(page)).toHaveLength(3);
  });
});

describe("a number of a small picture", () => {
  it("opens by pointer and by keyboard, and tells its name", async () => {
    const address = "/self-attention/8/", page = await openLive(address);
    for (const [at, name] of ["even", "one-hot", "masked"].entries()) {
      await pressed(page, `text [data-of="other.${name}.weights.2.2"]`);
      expect((await crumbsOn(page))[0], name).toBe("weight, drank asks drank");
      await page.press("Escape");
      await settled(page);   // the focus is back at the number
      await page.run((at) => document.querySelectorAll<HTMLElement>(".trio .fig")[at]!.focus(), at);
      await page.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft");
      await settled(page);
      expect(await page.run(() => document.activeElement!.getAttribute("aria-label")), name).toMatch(/^weight, drank asks cat: /);
      await page.press("Enter");
      await settled(page);
      expect(await crumbsOn(page), name).toEqual(["weight, drank asks cat"]);
      expect(await faultsOf(page, sourceOf(address)), name).toEqual([]);
      await page.press("Escape");
    }
  });
});

describe("numbers outside of the steps", () => {
  it("of the playground's bars and its sentence open", async () => {
    const page = await openLive("/playground/");
    await pressed(page, `.at-row text [data-of="weights.2.4"]`);
    expect(await crumbsOn(page)).toEqual(["weight, drank asks milk"]);
    await page.press("Escape");
    await pressed(page, ".told button[data-of]");
    expect(await page.count(".table.at-weights + .unfold .opened")).toBe(1);
  });
  it("of the front page open in the playground", async () => {
    const page = await openLive("/");
    await page.focus(`.asking a:nth-of-type(2)`);
    await page.press("Enter");
    await page.waitFor(".opened");
    await settled(page);
    expect(await crumbsOn(page)).toEqual(["weight, its asks cat"]);
  });
});
