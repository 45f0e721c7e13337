// The browser's side of the page: loads the one file that the page is made of, and takes over the prerendered view with
// exactly the Shown that it was drawn from.
import "./styles/site.css";
import { hydrate } from "preact";
import { decodeFirst } from "./first.js";
import type { Step } from "./lessons/step.js";
import type { Page } from "./page.js";
import { wakeTracer } from "./scene/tracer.js";

const files = import.meta.glob<{ page: Page } | { step: Step }>(["./front.tsx", "./labs/*.tsx", "./lessons/*/*.tsx"]);

const view = document.getElementById("view");
const load = files[`./${view?.dataset["file"]}`];
if (view && load) void goLive(view, load);
else document.documentElement.dataset["live"] = "true";   // a page that holds still

addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (key !== "?" || ctrlKey || altKey || metaKey || target instanceof HTMLInputElement) return;
  document.getElementById("keys")?.togglePopover();
});

async function goLive(view: HTMLElement, load: (typeof files)[string]) {
  wakeTracer();
  const { shown, place } = decodeFirst(document.getElementById("first")!.textContent);
  const found = await load();
  if ("page" in found) return hydrate(<found.page.View first={shown} />, view);
  const { StepPage } = await import("./lessons/step.js");
  hydrate(<StepPage step={found.step} place={place!} first={shown} />, view);
}
