// An app of its own in build/consumers/, with heed from the packed tarball; how it is built, served and asked.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const packageFolder = join(root, "web/heed");
const here = fileURLToPath(new URL(".", import.meta.url));
const npm = (folder: string, ...words: string[]) => execFileSync("npm", [...words, "--no-workspaces", "--no-audit", "--no-fund", "--silent"], { cwd: folder, encoding: "utf8" });

/**
 * An app made of the files of these folders, relative to tests/consumers; the earlier ones win.
 * @returns its folder; what `npm ci` brought there before stays while the lock is the same
 */
export function installPacked(name: string, folders: readonly string[]): string {
  const app = join(root, "build/consumers", name);
  const installed = join(app, "node_modules/.package-lock.json");
  const lock = join(here, folders[0]!, "package-lock.json");
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const asLocked = existsSync(installed) && read(lock) === read(join(app, "package-lock.json"));
  for (const left of existsSync(app) ? readdirSync(app) : []) {
    if (!asLocked || left !== "node_modules") rmSync(join(app, left), { recursive: true });
  }
  mkdirSync(app, { recursive: true });
  for (const folder of folders.toReversed()) cpSync(join(here, folder), app, { recursive: true });
  if (existsSync(lock) && !asLocked) npm(app, "ci");
  const [packed] = JSON.parse(npm(packageFolder, "pack", "--json", "--pack-destination", app)) as [{ filename: string }];
  npm(app, "install", "--no-save", "--offline", `./${packed.filename}`);
  rmSync(join(app, "node_modules/.vite"), { recursive: true, force: true });   // what Vite made of an earlier heed
  return app;
}

/** Ends well and says what it printed, or throws with it. */
export function build(app: string, [command, ...words]: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command!, words, { cwd: app, env: tools, encoding: "utf8", timeout: 300_000 });
  if (status !== 0) throw new Error(`"${command} ${words.join(" ")}" ended with ${status}:\n${stdout}\n${stderr}`);
}

/** No colours in what they print, nothing sent home. */
const tools = { ...process.env, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" };

export interface Served { address: string; close: () => Promise<unknown> }

/** A command that serves at the port, and with the headers, that its environment names, and prints its address when it does. */
export async function serveByCommand(app: string, [command, ...words]: readonly string[], headers: Record<string, string>): Promise<Served> {
  const env = { ...tools, PORT: String(await freePort()), HEADERS: JSON.stringify(headers) };
  const child = spawn(command!, words, { cwd: app, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let printed = "";
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
        if (found) resolve(found[0]);
      });
    }
    void ended.then(() => reject(new Error(`"${command} ${words.join(" ")}" ended before it served:\n${printed}`)));
  });
  return { address, close: () => (child.kill(), ended) };
}

/** Another one each time: browsers keep what an address has sent, headers included. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** heed's files and this app's in one folder, its imports naming heed's files at `base`. */
export function withoutBundler(app: string, base: string, site: string): void {
  cpSync(join(app, "node_modules/heed/dist"), join(app, site, "heed"), { recursive: true });
  for (const name of readdirSync(app).filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(join(app, name), "utf8");
    writeFileSync(join(app, site, name), text.replace(/"heed(?:\/([\w-]+)(?:\.js)?)?"/g, (_, entry = "index") => `"${base}heed/${entry}.js"`));
  }
}
