// Calls of heed/threads, one after the other, whose one pool worker was made by another thread, which ends it meanwhile.
// `line` is the line to that thread.
export async function lose(load, line) {
  const heed = await load({ threads: 2, createWorker: () => farWorker(line) });
  const ones = (...shape) => heed.resident({ data: new Float32Array(shape[0] * shape[1]).fill(1), shape });
  // Kept there, so that hardly any time passes between a call's work and the next one's.
  const [arrows, values] = [ones(8192, 64), ones(8192, 1)];
  const attend = () => {
    try {
      return `${heed.attend({ q: arrows, k: arrows, v: values }).output.data[0]}`;
    } catch ({ code, message }) {
      return `${code} | ${message}`;
    }
  };
  const told = [`${heed.threads} threads`, attend()];
  line.post("end it");
  const start = performance.now();
  let answer;
  do answer = attend(); while (answer === told[1] && performance.now() - start < 5_000);
  return [...told, answer, attend(), `${heed.memoryBytes} bytes`].join("\n");
}

/** What heed takes for a Worker. */
function farWorker(line) {
  const worker = new EventTarget();
  line.hear((data) => worker.dispatchEvent(Object.assign(new Event("message"), { data })));
  return Object.assign(worker, { postMessage: (data) => line.post({ data }), terminate() {} });
}
