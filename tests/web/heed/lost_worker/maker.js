// Makes the pool worker, passes on what it and the page say to each other, and ends it when it is told to.
const worker = new Worker("heed/pool-worker.js");
worker.onmessage = ({ data }) => postMessage(data);
onmessage = ({ data }) => {
  if (data !== "end it") worker.postMessage(data.data);
  else setTimeout(() => worker.terminate(), 300);
};
