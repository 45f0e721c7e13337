// The output of the worked example, and through the lab the cell it opens; or the error, as its code and message.
import { load } from "./node_modules/heed/dist/index.js";
import { load as loadLab } from "./node_modules/heed/dist/lab.js";

const q = { data: [1, 0, 1, 0], shape: [1, 4] };
const k = { data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] };
const v = { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] };

export async function shown() {
  try {
    const [heed, lab] = [await load(), await loadLab()];
    const output = [...heed.attend({ q, k, v }).output.data].map((number) => number.toFixed(6));
    const opened = lab.lab.open(lab.trace({ q, k, v }), "output", [0, 0], { decimals: 3 });
    return `${output.join(" ")} ${opened.value} ${heed.simd}`;
  } catch ({ code, message }) {
    return `${code}: ${message}`;
  }
}
