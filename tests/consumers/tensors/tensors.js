// The README's examples with tensors of onnxruntime-web and transformers.js, as they stand, with the libraries themselves; then
// the line of every consumer.
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "heed";
import { here } from "./here.js";

const readme = readFileSync("node_modules/heed/README.md", "utf8");
const [k, v] = [{ data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] }, { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] }];
Object.assign(globalThis, { heed: await load(), k, v });

for (const library of ["onnxruntime-web", "@huggingface/transformers"]) {
  const [, example] = new RegExp(`\`\`\`js\n(import { Tensor } from "${library}";\n.+?)\`\`\``, "s").exec(readme);
  writeFileSync("example.js", `${example}export { output, q, tensor, Tensor };\n`);
  const { output, q, tensor, Tensor } = await import(`./example.js?${library}`);
  const half = new Tensor("float16", Uint16Array.of(0x3c00, 0, 0x3c00, 0), [1, 4]);
  for (const same of [output, heed.attend({ q: half, k, v }).output, heed.attend({ q, k: tensorOf(Tensor, k), v: tensorOf(Tensor, v) }).output]) {
    const line = Array.from(same.data, (number) => number.toFixed(3)).join(" ");
    if (line !== "3.655 0.807 0.000") throw new Error(`${library}: ${line}`);
  }
  if (tensor.data !== output.data) throw new Error(`${library}: the result was copied`);
}
console.log(await here());

function tensorOf(Tensor, { data, shape }) {
  return new Tensor("float32", Float32Array.from(data), shape);
}
