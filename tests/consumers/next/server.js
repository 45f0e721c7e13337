// Next's production server behind an HTTP server that adds headers. They and the port come from who starts it.
import { createServer } from "node:http";
import next from "next";

const headers = Object.entries(JSON.parse(process.env.HEADERS ?? "{}"));
const app = next({ dev: false });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => {
  for (const [name, value] of headers) response.setHeader(name, value);
  handle(request, response);
});
server.listen(process.env.PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${process.env.PORT}/`));
