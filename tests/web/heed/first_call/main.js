// The first calls of heed/threads on the page's main thread, with nothing awaited between load and them.
import { load } from "./node_modules/heed/dist/threads.js";

const wave = (...shape) => ({ data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(at)), shape });
const input = { q: wave(4, 64, 16), k: wave(4, 64, 16), v: wave(4, 64, 16) };
const heed = await load({ threads: 4 });
const start = performance.now();
const finite = [1, 2, 3, 4, 5].every(() => heed.attend(input).output.data.every(Number.isFinite));
const milliseconds = performance.now() - start;
document.querySelector("#shown").textContent = `${heed.threads} threads, ${finite ? "finite" : "not finite"}, ${milliseconds < 1000 ? "under" : "over"} 1 s`;
document.documentElement.dataset.done = "true";
