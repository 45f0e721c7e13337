// heed/worker in Chromium: with threads where the page is isolated, under policies, from a script of the page's own.
import { expect, it } from "vitest";
import { visit } from "./page.js";

const script = (options: string) => `
  import { load } from "./heed/worker.js";
  try {
    const heed = await load(${options});
    const wave = (step, ...shape) => ({ data: Float32Array.from({ length: shape[0] * shape[1] }, (_, at) => Math.sin(step * at)), shape });
    const input = { q: wave(0.7, 300, 8), k: wave(0.3, 500, 8), v: { data: new Float32Array(500).fill(3), shape: [500, 1] } };
    const answers = await Promise.all([heed.attend(input), heed.attend(input), heed.trace({ ...input, k: await heed.resident(input.k) })]);
    const right = answers.every(({ output }) => output.data.every((number) => Math.abs(number - 3) < 1e-5));
    document.body.textContent = \`\${heed.threads} \${heed.threadsReason || "threads"}, \${right}\`;
    heed.dispose();
  } catch (error) {
    document.body.textContent = \`\${error.code} | \${error.message}\`;
  }
  document.documentElement.dataset.done = "true";
`;
const page = (options = "{ threads: 3 }") => ({ "index.html": '<!doctype html><link rel="icon" href="data:,"><body></body><script type="module" src="main.js"></script>', "main.js": script(options) });
const policy = (workers: string) => `default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; worker-src ${workers}`;
const own = "{ createWorker: () => new Worker('./heed/worker-script.js') }";

it.each([
  ["isolated: threads in the worker", { isolated: true, files: page() }, "3 threads, true"],
  ["not isolated: one thread, and why", { isolated: false, files: page() }, "1 the page is not cross-origin isolated (it needs the COOP and COEP headers), true"],
  ["under a policy that allows workers from text", { isolated: true, policy: policy("blob:"), files: page() }, "3 threads, true"],
  ["under a policy that does not, with a worker that the page makes", { isolated: true, policy: policy("'self'"), files: page(own) }, "1 one thread was asked for, or is all that the host has, true"],
])("%s", async (_, options, shown) => {
  expect(await visit(options)).toEqual({ shown, noise: [] });
});

it("under a policy that allows no worker from text, without one of the page's: a clear error", async () => {
  const { shown } = await visit({ isolated: true, policy: policy("'self'"), files: page() });
  expect(shown).toBe("unsupported | heed: the worker did not start: its script was not loaded (does the page's content security policy allow worker-src blob:?)");
});

it("a worker that is ended in the middle of a call: the call rejects, and later ones do", async () => {
  const ended = `
    import { load } from "./heed/worker.js";
    let worker;
    const heed = await load({ createWorker: () => (worker = new Worker("./heed/worker-script.js")) });
    const many = { data: new Float32Array(20_000 * 64), shape: [20_000, 64] };
    const reason = (call) => call.then(() => "an answer", ({ code, message }) => \`\${code} | \${message}\`);
    const calls = [heed.attend({ q: many, k: many, v: many }), heed.trace({ q: many, k: many, v: many })].map(reason);
    setTimeout(() => worker.terminate(), 100);
    const told = await Promise.all(calls);
    document.body.innerText = [...told, await reason(heed.attend({ q: many, k: many, v: many }))].join("\\n");
    document.documentElement.dataset.done = "true";
  `;
  const died = "disposed | heed: the worker ended (the host ended it); load a new one";
  expect(await visit({ isolated: true, files: { ...page(), "main.js": ended } })).toEqual({ shown: [died, died, died].join("\n"), noise: [] });
});
