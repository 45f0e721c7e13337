// The calling thread in a page, whose main thread may not sleep; a worker makes the pool worker.
import { load } from "./heed/threads.js";
import { lose } from "./lose.js";

const maker = new Worker("maker.js");
const line = {
  post: (message) => maker.postMessage(message),
  hear: (listener) => maker.addEventListener("message", ({ data }) => listener(data)),
};
document.body.innerText = await lose(load, line);
document.documentElement.dataset.done = "true";
