// Numbers that stand in no table of a stage (other scenes, other rules, sums) open where they stand, down to an arrow's own
// numbers; each operand on the way is what named_numbers and shown_numbers compute by themselves.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { linkOf, openLive, settled } from "./site.js";
import { faultsOf, steps } from "./steps.js";

const sourceOf = (address: string) => steps.find((step) => step.address === address)!;

async function pressed(page: Page, selector: string): Promise<void> {
  await page.run((selector) => document.querySelector(selector)!.dispatchEvent(new MouseEvent("click", { bubbles: true })), selector);
  await settled(page);
}

/** Opens a number and follows the first operand of each opened view as far as it leads; the breadcrumb at its end. */
async function followed(page: Page, address: string, name: string): Promise<string[]> {
  await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
  await settled(page);
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

describe("a number beside the trace opens down to the word's own arrow", () => {
  it.each([
    ["/self-attention/8/", "other.before.weights.2.0", traced("drank", "the")],
    ["/self-attention/8/", "normalised.again.weights.0", ["share of the", ...traced("drank", "the")]],
    ["/self-attention/8/", "normalised.again.numerators.1", ["numerator of cat"]],
    ["/self-attention/8/", "sum.after.total", ["sum", ...traced("drank", "the")]],
    ["/self-attention/8/", "other.zero.weights.2.1", [...traced("drank", "cat").slice(0, 3), "scaled score with its bias, drank asks cat", ...traced("drank", "cat").slice(3)]],
    ["/self-attention/8/", "other.hidden.output.2.0", ["output of drank, number 1", ...traced("drank", "the").slice(0, -1)]],
    ["/self-attention/6/", "normalised.naive.weights.1", ["share of cat", "numerator of cat", ...traced("drank", "cat").slice(2)]],
    ["/self-attention/6/", "normalised.plain.weights.1", ["share of cat", ...traced("drank", "cat").slice(2)]],
    ["/self-attention/6/", "sum.hard.total", ["sum", "share of the", "numerator of the", ...traced("drank", "the").slice(2)]],
    ["/self-attention/7/", "cell.output0.product.1", ["output of drank, number 1", ...traced("drank", "the")]],
    ["/self-attention/4/", "sum.column1.total", ["sum", ...traced("the", "cat")]],
    ["/self-attention/1/", "pair.two.angle", ["angle", "cosine of the angle", "dot product", "number 1 of cat"]],
    ["/self-attention/3/", "pair.match.shadow", ["shadow of the second arrow on the first", "dot product", "query of its, number 1", "number 1 of its"]],
    ["/self-attention/3/", "cell.score.operand.1.1", ["key of cat, number 2", "number 1 of cat"]],
    ["/self-attention/6/", "rowMax.2", ["largest masked score of drank", ...traced("drank", "the").slice(2)]],
    ["/self-attention/5/", "jacobian.after.0.3", ["slope of weight 1 by score 4", ...sampled]],
    ["/self-attention/5/", "sample.drawn.row.byRoot.weights.0.2", sampled.map((crumb) => crumb.replace("key 1", "key 3"))],
    ["/scaled-dot-product/4/", "sample.draw.byRoot.largestWeight", ["mean of the largest weights", "sum of the largest weights", "largest weight of query 1", ...sampled]],
    ["/scaled-dot-product/4/", "sample.draw.byRoot.deviation", ["spread", "variance", "sum of the squared distances", "distance from the mean, query 1, key 1", ...sampled.slice(3)]],
    ["/scaled-dot-product/4/", "sample.draw.raw.inside", ["share of scores in the band", "count of scores in the band", ...sampled.slice(4)]],
    ["/scaled-dot-product/4/", "sample.draw.byWidth.slope", ["mean slope", "sum of the slopes", "slope of query 1", ...sampled]],
    ["/scaled-dot-product/7/", "rounded.0.value", ["output of query, number 1", ...traced("query", "key 1").slice(0, -1)]],
    ["/self-attention/2/", "other.placed.output.3.0", ["output of its, number 1", ...traced("its", "the")]],
  ])("%s %s", async (address, name, crumbs) => expect(await followed(await openLive(address), address, name)).toEqual(crumbs));
  it("and its link brings it back; Esc closes it and returns to its cell", async () => {
    const address = "/self-attention/8/", name = "normalised.again.weights.0", page = await openLive(address);
    const crumbs = await followed(page, address, name), link = await linkOf(page), again = await openLive(`${address}${link.slice(link.indexOf("#"))}`);
    expect(await crumbsOn(again)).toEqual(crumbs);
    await again.press("Escape");
    await settled(again);
    expect(await again.run(() => document.activeElement?.getAttribute("data-of"))).toBe(name);
  });
});

describe("softmax along the columns", () => {
  it("opens with the column's own scores, not with sides changed", async () => {
    const address = "/self-attention/6/", page = await openLive(address);
    await page.run(() => document.querySelectorAll("details").forEach((fold) => { fold.open = true; }));
    await pressed(page, "input[name=axis][value=columns]");
    expect(await followed(page, address, "normalised.along1.weights.2")).toEqual(["share of drank", "numerator of drank", ...traced("drank", "cat").slice(2)]);
  });
});

describe("a link to a number that is not there", () => {
  it.each(["hiding/nowhere:weights.2.0", "hiding/before:weights.2.9", "hiding/again:share.7", "rules/plain:nonsense.1"])("%s shows the page without it", async (open) => {
    const address = "/self-attention/8/", link = await linkOf(await openLive(address)), page = await openLive(`${address}${link.slice(link.indexOf("#"))}&open=${open}`);
    expect(await page.count(".opened")).toBe(0);
    expect(await faultsOf(page, sourceOf(address))).toEqual([]);
  });
});
