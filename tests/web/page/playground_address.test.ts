// The playground's address: copied, restored, undone, started over; and what happens to one that cannot be read.
import { describe, expect, it } from "vitest";
import { openedMistakes, openedOn } from "./opened_cell.js";
import { readScene, truthOf } from "./scene_in_address.js";
import { faults } from "./shown_numbers.js";
import { cell, copied, enter, handle, linkOf, openLive, press, settled } from "./site.js";

const hashOf = (address: string) => address.slice(address.indexOf("#"));
const small = "#v=1&kind=words&words=red+tea&x=0.5,-1.25;2,0.75&wq=1,0.5;-0.25,1&wk=0.75,0;0.5,-1&wv=1,2;-1,0.5&origins=edited,random&matrices=edited&mask=11;01&temperature=0.5&row=1";

describe("a link", () => {
  it("holds every number of what is shown, and opens exactly that", async () => {
    const page = await openLive("/playground/");
    await page.type("input[name=sentence]", "quite new words");
    await enter(page, cell("wk", 0, 1), "0.1");
    const link = await linkOf(page);
    expect(hashOf(link)).toBe(hashOf(page.address()));
    const other = await openLive(`/playground/${hashOf(link)}`);
    expect(await faults(other)).toEqual([]);
    expect(await copied(other)).toContain(hashOf(link));
    expect((await other.readAll("input[name=sentence]"))[0]!.value).toBe("quite new words");
  });
  it("restores words, numbers, mask, temperature, row and the open cell", async () => {
    const hash = `${small}&open=output.1.0~weights.1.1`, page = await openLive(`/playground/${hash}`);
    expect(hashOf(page.address())).toBe(hash);
    expect(await faults(page)).toEqual([]);
    const opened = await openedOn(page);
    expect(opened).toMatchObject({ stage: "weights", index: [1, 1] });
    expect(openedMistakes(opened!, truthOf(readScene(hash)))).toEqual([]);
    expect(await page.count("[data-opened] nav li")).toBe(2);
  });
  it("restores queries and keys of different numbers", async () => {
    const page = await openLive("/playground/#v=1&kind=given&queries=q1+q2&keys=a+b+c&Q=1,0.5,-1;0,2,1&K=1,1,0;0.5,-1,2;0,0,1&V=1;2;-3&given=edited&mask=110;011&temperature=1&row=0");
    expect(await faults(page)).toEqual([]);
  });
  it("is followed when it is put into the address of an open page", async () => {
    const page = await openLive("/playground/");
    await page.setAddress(small);
    await settled(page);
    expect((await page.readAll("input[name=sentence]"))[0]!.value).toBe("red tea");
    expect(await faults(page)).toEqual([]);
  });
});

describe("the Back button", () => {
  it("undoes one change at a time", async () => {
    const page = await openLive("/playground/"), start = page.address();
    await enter(page, cell("wq", 0, 0), "2");
    const first = page.address();
    await enter(page, cell("wv", 1, 1), "-2");
    await page.back();
    await settled(page);
    expect(page.address()).toBe(first);
    expect(await faults(page)).toEqual([]);
    await page.back();
    await settled(page);
    expect(page.address()).toBe(start);
    expect(await faults(page, await linkOf(page))).toEqual([]);
  });
  it("takes a drag as one change", async () => {
    const page = await openLive("/playground/"), start = page.address();
    await page.drag(handle(0), { x: 30, y: 30 });
    await settled(page);
    await page.back();
    await settled(page);
    expect(page.address()).toBe(start);
  });
  it("closes a cell that was opened, and opens it again after leaving", async () => {
    const page = await openLive(`/playground/${small}`);
    await press(page, cell("weights", 0, 0));
    expect(readScene(page.address()).opened).toEqual([{ stage: "weights", index: [0, 0] }]);
    await page.back();
    await settled(page);
    expect(await page.count("[data-opened]")).toBe(0);
    expect(hashOf(page.address())).toBe(small);
  });
});

describe("start over", () => {
  it("brings back the scene that the page began with", async () => {
    const page = await openLive("/playground/"), start = await linkOf(page);
    await page.type("input[name=sentence]", "something else");
    await enter(page, cell("wq", 0, 0), "7");
    await page.click('label:has(input[name=mask][value="causal"])');
    await press(page, "button", "Start over");
    expect(await linkOf(page)).toBe(start);
    expect(await faults(page, start)).toEqual([]);
    expect(new URL(page.address()).hash).toBe("");
  });
});

describe("an address that cannot be read", () => {
  const without = (field: string) => small.replace(new RegExp(`&${field}=[^&]*`), "");
  const withField = (field: string, value: string) => small.replace(new RegExp(`${field}=[^&]*`), `${field}=${value}`);
  const bad = {
    "of another version": withField("v", "9"), "of another kind": withField("kind", "pictures"), "without words": without("words"),
    "cut short": small.slice(0, 90), "with a number missing": withField("x", "0.5;2,0.75"), "with text for a number": withField("wq", "1,a;0,1"),
    "with infinity": withField("wk", "1e999,0;0,1"), "with a broken percent sign": withField("words", "red+%E0%A4%A"),
    "with a mask of another size": withField("mask", "1;0"), "with a temperature of 0": withField("temperature", "0"), "with a row that is not there": withField("row", "2"),
    "with a cell that is not there": `${small}&open=weights.5.5`, "with a stage that is not there": `${small}&open=__proto__.0`, "of nothing but signs": "#=&&==&%",
    "with thirteen words": withField("words", Array(13).fill("a").join("+")), "with a script": withField("words", "%3Cscript%3Ealert(1)%3C/script%3E"),
  };
  it("says what is wrong and shows the scene that the page begins with", async () => {
    const page = await openLive("/playground/"), start = await linkOf(page);
    for (const [name, hash] of Object.entries(bad)) {
      await page.setAddress(small);
      await settled(page);
      await page.setAddress(hash);
      await settled(page);
      expect(await page.read("[role=status]"), name).not.toBe("");
      expect(await linkOf(page), name).toBe(start);
      expect(await faults(page, start), name).toEqual([]);
    }
  });
  it("is survived when the page is opened with it, too", async () => {
    const page = await openLive(`/playground/${bad["cut short"]}`);
    expect(await page.read("[role=status]")).not.toBe("");
    expect(await faults(page, await linkOf(page))).toEqual([]);
  });
});
