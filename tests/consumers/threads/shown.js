// How many threads there are or why there is one, and whether attention comes out with the bits of the entry "heed". The
// first call follows load at once, and a later one makes the memory grow.
import { load as loadSingle } from "./node_modules/heed/dist/index.js";
import { load } from "./node_modules/heed/dist/threads.js";

const wave = (step, ...shape) => ({ data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(step * at)), shape });
const small = { q: wave(0.7, 2, 90, 8), k: wave(0.3, 2, 300, 8), v: wave(0.11, 2, 300, 4), causal: "bottom-right" };
const large = { ...small, k: wave(0.3, 2, 60_000, 8), v: wave(0.11, 2, 60_000, 4), q: wave(0.7, 2, 3, 8) };

export async function shown(options) {
  const outputs = (heed) => [small, small, large, small].map((input) => heed.attend(input).output.data.join());
  const heed = await load({ threads: 4, ...options });
  const got = outputs(heed);
  const want = outputs(await loadSingle());
  heed.dispose();
  return `${heed.threads} ${heed.threadsReason || "threads"}, ${got.join() === want.join() ? "same bits" : "other bits"}`;
}
