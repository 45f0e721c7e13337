// Opening numbers in the playground down to the products they came from, and working it by keyboard alone.
import { describe, expect, it } from "vitest";
import type { Page } from "../browser.js";
import { openedMistakes, openedOn } from "./opened_cell.js";
import { readScene, truthOf } from "./scene_in_address.js";
import { everyStage, faults, misprint, numbersOn } from "./shown_numbers.js";
import { cell, handle, linkOf, openLive, press, settled } from "./site.js";

const small = "/playground/#v=1&kind=words&words=red+hot+tea&x=0.5,-1.25;2,0.75;-0.3,0.9&wq=1,0.5;-0.25,1&wk=0.75,0;0.5,-1&wv=1,2;-1,0.5&origins=edited,edited,edited&matrices=edited&mask=causal&temperature=1.5&row=1";

/** What is wrong with the opened cell; it must be the one that is named. */
async function openedFaults(page: Page, stage: string, ...index: number[]): Promise<string[]> {
  const view = await openedOn(page);
  if (!view || view.stage !== stage || view.index.join() !== index.join()) return [`${stage}[${index.join()}] is not open`];
  return openedMistakes(view, truthOf(readScene(page.address())));
}

async function unfoldAll(page: Page): Promise<void> {
  await page.run(() => { for (const fold of document.querySelectorAll("details")) fold.open = true; });
}

/** How many px of an element lie beyond the screen's upper edge or under the sentence at its foot. */
const outOfSight = (page: Page, selector: string) => page.run((selector) => {
  const { top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
  return Math.max(0, -Math.round(top)) + Math.max(0, Math.round(bottom - document.querySelector(".told")!.getBoundingClientRect().top));
}, selector);

describe("a cell", () => {
  it.each(everyStage.filter((stage) => stage !== "mask"))("of %s opens into what it came from, each of them", async (stage) => {
    const page = await openLive(small);
    await unfoldAll(page);
    const cells = (await numbersOn(page)).filter((number) => number.stage === stage && number.table);
    expect(cells.length).toBeGreaterThan(2);
    for (const { index, text } of cells) {
      await press(page, cell(stage, ...index));
      expect(await openedFaults(page, stage, ...index)).toEqual([]);
      const { stages } = truthOf(readScene(page.address()));
      expect(misprint(text, stages[stage]!.data[stages[stage]!.shape.length === 1 ? index[0]! : index[0]! * stages[stage]!.shape[1]! + index[1]!]!, 1e-5)).toBe("");
    }
  });
  it("opens deeper and deeper, down to x, and back by the breadcrumb", async () => {
    const page = await openLive(small);
    await press(page, cell("output", 2, 0));
    expect(await openedFaults(page, "output", 2, 0)).toEqual([]);
    const way: [stage: string, ...index: number[]][] = [["weights", 2, 1], ["exponentials", 2, 1], ["masked", 2, 1], ["scaled", 2, 1], ["scores", 2, 1], ["k", 1, 0], ["x", 1, 1]];
    for (const [stage, ...index] of way) {
      await press(page, `[data-opened] [data-stage=${stage}][data-index="${index.join()}"]`);
      expect(await openedFaults(page, stage, ...index)).toEqual([]);
    }
    expect(await page.count("[data-opened] nav li")).toBe(8);
    expect(readScene(page.address()).opened.map(({ stage }) => stage)).toEqual(["output", ...way.map(([stage]) => stage)]);
    for (const [at, [stage, ...index]] of [...way.slice(0, -1).entries()].reverse()) {
      await press(page, `[data-opened] nav li:nth-child(${at + 2}) button`);
      expect(await openedFaults(page, stage, ...index)).toEqual([]);
    }
    await press(page, "[data-opened] nav li:first-child button");
    expect(await openedFaults(page, "output", 2, 0)).toEqual([]);
  });
  it("follows while its scene is changed", async () => {
    const page = await openLive(small);
    await press(page, cell("output", 1, 1));
    await page.focus(handle(0));
    await page.press("Shift+ArrowUp", "ArrowRight");
    await settled(page);
    expect(await openedFaults(page, "output", 1, 1)).toEqual([]);
    expect(await faults(page)).toEqual([]);
  });
  it("that the mask shut opens into −∞ and 0", async () => {
    const page = await openLive(small);
    await press(page, cell("weights", 0, 2));
    expect(await openedFaults(page, "weights", 0, 2)).toEqual([]);
    expect(await page.read("[data-opened] [data-result]")).toBe("0");
    await press(page, '[data-opened] [data-stage=exponentials]');
    expect(await openedFaults(page, "exponentials", 0, 2)).toEqual([]);
    await press(page, '[data-opened] [data-stage=masked]');
    expect(await page.read("[data-opened] [data-result]")).toBe("−∞");
  });
  it("of a row that sees nobody opens without a number that is none", async () => {
    const page = await openLive(small.replace("mask=causal", "mask=000;111;111"));
    for (const [stage, ...index] of [["output", 0, 0], ["weights", 0, 1]] as const) {
      await press(page, cell(stage, ...index));
      expect(await page.read("[data-opened] [data-result]")).toBe("0");
      expect(await page.read("[data-opened]")).not.toContain("NaN");
    }
  });
  it.each([[1280, 800], [360, 740]])("opens in sight, and its cell stays in sight, on a screen of %i by %i px", async (width, height) => {
    const page = await openLive("/playground/", { viewport: { width, height } });
    for (const [stage, ...index] of [["scores", 2, 1], ["output", 2, 0]] as const) {
      await press(page, cell(stage, ...index));
      expect(await outOfSight(page, "[data-opened]"), stage).toBe(0);
      expect(await outOfSight(page, "td.pinned"), stage).toBe(0);
    }
  });
  it("is pinned with a mark, and closes by Escape and by its button", async () => {
    const page = await openLive(small);
    await press(page, cell("scores", 2, 0));
    expect(await page.count("td.pinned")).toBe(1);
    await page.press("Escape");
    await settled(page);
    expect(await page.count("[data-opened], td.pinned")).toBe(0);
    await press(page, cell("scores", 2, 0));
    await press(page, "[data-opened] .close");
    expect(await page.count("[data-opened], td.pinned")).toBe(0);
  });
});

describe("by keyboard alone", () => {
  const focused = (page: Page) => page.run(() => {
    const { dataset, localName, name } = document.activeElement as HTMLInputElement;
    return dataset.stage ? `${dataset.stage}[${dataset.index}]` : dataset.arrow ? `arrow ${dataset.index}` : dataset.opened ? `opened ${dataset.opened}` : name || localName;
  });
  const tabTo = async (page: Page, wanted: string) => {
    for (let presses = 0; presses < 150 && await focused(page) !== wanted; presses++) await page.press("Tab");
    expect(await focused(page)).toBe(wanted);
  };
  it("a sentence is typed, an arrow moved, a matrix edited, a mask painted, a cell opened and closed", async () => {
    const page = await openLive("/playground/");
    await tabTo(page, "sentence");
    await page.press("Control+a", ..."hot red tea".split("").map((letter) => (letter === " " ? "Space" : letter)));
    await tabTo(page, "arrow 0");
    await page.press("Shift+ArrowUp");
    await tabTo(page, "x[0,0]");
    await page.press("ArrowDown", "ArrowDown");
    expect(await focused(page)).toBe("x[2,0]");
    await page.press("Control+a", "1", ".", "5", "Enter");
    await settled(page);
    await tabTo(page, "mask[0,0]");
    await page.press("ArrowRight", "ArrowRight", "Enter");
    await settled(page);
    const { queries, tables, allow } = readScene(page.address());
    expect([queries, tables.x![2]![0], allow[0]]).toEqual([["hot", "red", "tea"], 1.5, [true, true, false]]);
    await tabTo(page, "weights[0,0]");
    await page.press("ArrowDown", "End", "Enter");
    await settled(page);
    expect(await openedFaults(page, "weights", 1, 2)).toEqual([]);
    await tabTo(page, "exponentials[1,2]");
    await page.press("Enter");
    await settled(page);
    expect(await openedFaults(page, "exponentials", 1, 2)).toEqual([]);
    await page.press("Escape");
    await settled(page);
    expect(await focused(page)).toBe("weights[1,2]");
    expect(await faults(page)).toEqual([]);
  });
  it("never hides what has the focus under the sentence at the foot", async () => {
    const page = await openLive("/playground/", { viewport: { width: 1280, height: 700 } }), hidden: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.press("Tab");
      hidden.push(...await page.run(() => {
        const active = document.activeElement!, { bottom } = active.getBoundingClientRect();
        return active.closest(".playground") && !active.closest(".told") && bottom > document.querySelector(".told")!.getBoundingClientRect().top + 1 ? [active.outerHTML.slice(0, 120)] : [];
      }));
    }
    expect(hidden).toEqual([]);
  });
  it("arrow keys reach every cell of a table and stop at its edges", async () => {
    const page = await openLive(small);
    await page.focus(cell("scores", 0, 0));
    const seen = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight", "End", "Home", "ArrowUp"]) {
      await page.press(key);
      seen.push((await focused(page)).replace("scores", ""));
    }
    expect(seen).toEqual(["[0,1]", "[0,2]", "[0,2]", "[1,2]", "[1,1]", "[1,0]", "[2,0]", "[2,1]", "[2,2]", "[2,0]", "[1,0]"]);
  });
});

// Faults that are planted into the running page: each must be seen by the checks that the other tests rely on.
describe("the checks of these tests, on a page that is", () => {
  it("labelled wrong: two rows of one table wear each other's word", async () => {
    const page = await openLive(small);
    await page.run(() => {
      const [, one, other] = [...document.querySelector("[data-stage=scaled]")!.closest("table")!.querySelectorAll("tbody th")];
      [one!.textContent, other!.textContent] = [other!.textContent, one!.textContent];
    });
    expect(await faults(page)).toContainEqual('scaled[1,0]: stands in the row of "tea", not "hot"');
  });
  it("stale: it draws the trace of the scene before", async () => {
    const late = inAnswers("", "const { trace } = answer.shown; answer.shown.trace = kept ?? trace; kept = trace;");
    const page = await openLive(small, { alter: late });
    await page.focus(handle(1));
    await page.press("ArrowUp");
    await settled(page);
    expect((await faults(page)).length).toBeGreaterThan(5);
  });
  it("turned round: it takes keys for queries and queries for keys", async () => {
    const turned = inAnswers("const { scene } = job.wanted; kept = scene; job = { ...job, wanted: { ...job.wanted, scene: { ...scene, wq: scene.wk, wk: scene.wq } } };", "answer.shown.scene = kept;");
    const page = await openLive(small, { alter: turned });
    const found = await faults(page);
    for (const stage of ["q", "k", "scores", "weights", "output"]) expect(found).toContainEqual(expect.stringMatching(`^${stage}\\[`));
  });
  it("opened wrong: a product, an operand or a running sum is another's", async () => {
    const page = await openLive(small), truth = truthOf(readScene(await linkOf(page)));
    await press(page, cell("scores", 1, 0));
    const view = (await openedOn(page))!;
    expect(openedMistakes(view, truth)).toEqual([]);
    const [first, second] = view.lines;
    expect(openedMistakes({ ...view, lines: [second!, first!] }, truth)).not.toEqual([]);
    expect(openedMistakes({ ...view, lines: [first!, { ...second!, product: first!.product }] }, truth)).toHaveLength(1);
    expect(openedMistakes({ ...view, lines: [first!, { ...second!, partial: second!.product }] }, truth)).toHaveLength(1);
    expect(openedMistakes({ ...view, result: first!.product! }, truth)).toHaveLength(1);
  });
});

/** Lets one piece of code see each `job` before it is done, and another its `answer` before the page does. */
function inAnswers(before: string, after: string): (script: string) => string {
  return (script) => {
    const [names = "", later, now] = /([\w$]+) as answer,([\w$]+) as answerNow/.exec(script) ?? [];
    return names === "" ? script : `${script.replace(names, "planted as answer,plantedNow as answerNow")}
      let kept;
      const asked = (job) => { ${before} return job; }, told = (answer) => { if (answer) { ${after} } return answer; };
      function plantedNow(job) { return told(${now}(asked(job))); }
      async function planted(job) { return told(await ${later}(asked(job))); }`;
  };
}
