// What the entries of heed give, as one line: the README's six lines, a cell that the lab opens, how many threads there are
// or why there is one, and whether they and a worker come to the same bits. The first call follows load at once, a later one
// makes the memory grow, and nothing is disposed.
const worked = {
  q: { data: [1, 0, 1, 0], shape: [1, 4] },
  k: { data: [1, 0, 1, 0, 0, 1, 0, 1], shape: [2, 4] },
  v: { data: [5, 0, 0, 0, 3, 0], shape: [2, 3] },
};
const wave = (step, ...shape) => ({ data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, at) => Math.sin(step * at)), shape });
const small = { q: wave(0.7, 2, 90, 8), k: wave(0.3, 2, 300, 8), v: wave(0.11, 2, 300, 4), causal: "bottom-right" };
const large = { ...small, q: wave(0.7, 2, 3, 8), k: wave(0.3, 2, 60_000, 8), v: wave(0.11, 2, 60_000, 4) };

export async function shown({ heed, lab, threads, worker }, { ofWorker, ...options } = {}) {
  try {
    const many = await threads.load({ threads: 4, ...options });
    const bits = ({ attend }) => [small, small, large, small].map((input) => attend(input).output.data.join()).join();
    const got = bits(many);
    const one = await heed.load();
    const opening = await lab.load();
    const opened = opening.lab.open(opening.trace(worked), "output", [0, 0], { decimals: 3 });
    return [
      Array.from(one.attend(worked).output.data, (number) => number.toFixed(3)).join(" "),
      `opened ${opened.value}`,
      many.threads > 1 ? `${many.threads} threads` : `1 thread: ${many.threadsReason}`,
      got === bits(one) ? "same bits" : "other bits",
      await inWorker(worker, ofWorker, one.attend(small)),
    ].join(", ");
  } catch ({ code, message }) {
    return `${code}: ${message}`;
  }
}

async function inWorker({ load }, options, { output }) {
  try {
    const heed = await load(options);
    return (await heed.attend(small)).output.data.join() === output.data.join() ? "in a worker too" : "other bits in a worker";
  } catch ({ code, message }) {
    return `${code}: ${message}`;
  }
}
