// The browser's side of the page: takes over the prerendered view with exactly the Shown that it was drawn from.
import "./styles/site.css";
import { hydrate } from "preact";
import { decodeFirst } from "./first.js";
import { pages } from "./pages.js";

const view = document.getElementById("view");
const first = document.getElementById("first");
const page = pages.find(({ address }) => address === view?.dataset.address);
if (view && first && page) hydrate(<page.View first={decodeFirst(first.textContent)} />, view);
