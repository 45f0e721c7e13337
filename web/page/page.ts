// What a page of the site is. pages.ts lists those that are built; nothing else is linked to.
import type { VNode } from "preact";
import type { Outset } from "./scene/outset.js";
import type { Turn } from "./lessons/step.js";
import type { Shown } from "./scene/shown.js";

export interface Page {
  /** Path inside the site, with a slash at both ends: "/" or "/playground/". */
  address: string;
  /** Its source file, as seen from web/page: what the browser loads to make it live. Absent: the page holds still. */
  file?: string;
  title: string;
  description: string;
  /** What the bar calls it; a page without it is reached from others. */
  bar?: string;
  /** The same in the footer. */
  foot?: string;
  outset: Outset;
  /** Draws `first`, what the build has computed of the outset, in Node and again in the browser, with the same result; then reads the address and goes live. */
  View(props: { first: Shown }): VNode;
  /** A step's place in its walk, which travels in the page, so that the browser loads one step and not all. */
  place?: StepPlace;
}

export interface StepPlace {
  turn: Turn;
  glossary: { href: string; ids: Readonly<Record<string, string>> };
}

/** Of the package: written by typedoc, not a page of pages.ts. */
export const documentation = "/docs/";

/** The relative address of page `to` as seen from page `from`: the site works under any path of a host. */
export function linkTo(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 2);
  return up + to.slice(1) || "./";
}
