// The import table of the house: which room may import what, and who lives where. Pure functions; rooms.test.ts holds
// them against the files and against README's table.
import { posix } from "node:path";
import ts from "typescript";

export interface Room {
  /** A folder, or one file that is a room of its own. The longest that fits a file is the file's room. */
  place: string;
  /** Folders and files of this house that it may import from, besides itself. */
  may: string[];
  /** Names of packages, of Node's modules ("node:") and of system headers ("<cmath>") that it may import. */
  outside?: RegExp;
}

// C++'s own headers. Threads have one file, and so have intrinsics.
const plainHeaders = /^<(?!atomic|barrier|condition_variable|future|latch|mutex|semaphore|shared_mutex|stop_token|thread)[a-z_]+>$/;
const allHeaders = /^<([a-z_]+|emscripten\/threading\.h)>$/;
const node = /^node:/;

const contract = ["cpp/heed.h", "cpp/views.h", "cpp/scratch.h"];

export const rooms: Room[] = [
  { place: "cpp/views.h", may: [], outside: plainHeaders },
  { place: "cpp/heed.h", may: ["cpp/views.h"], outside: plainHeaders },
  { place: "cpp/scratch.h", may: [], outside: plainHeaders },
  { place: "cpp/steps", may: contract, outside: plainHeaders },
  { place: "cpp/fused", may: [...contract, "cpp/fused/float4.h"], outside: new RegExp(`${plainHeaders.source}|^<atomic>$`) },
  { place: "cpp/fused/float4.h", may: [], outside: /^<(cstdint|cstring|wasm_simd128\.h|immintrin\.h|arm_neon\.h)>$/ },
  { place: "cpp/fused/rows_in_parallel.cpp", may: ["cpp/fused"], outside: allHeaders },
  { place: "cpp/gradient", may: [...contract, "cpp/fused"], outside: plainHeaders },
  { place: "cpp/lab", may: [...contract, "cpp/steps/softmax.h"], outside: plainHeaders },
  { place: "cpp/bindings", may: [...contract, "cpp/lab"], outside: /^<(emscripten\/.+|[a-z_]+)>$/ },
  { place: "cpp", may: [...contract, "cpp/steps", "cpp/fused", "cpp/gradient"], outside: plainHeaders },
  { place: "cpp/toolchain", may: [], outside: node },
  { place: "web", may: ["cpp/toolchain"], outside: node },
  { place: "web/heed", may: [] },
  { place: "web/heed/command", may: ["web/heed"], outside: /^(node:.+|heed(\/threads)?)$/ },
  { place: "web/heed/build.mjs", may: [], outside: /^(node:.+|esbuild)$/ },
  { place: "web/page/stage", may: ["web/page/scene/same.ts"], outside: /^(preact(\/.+)?|d3-.+)$/ },
  { place: "web/page/scene", may: [], outside: /^heed(\/lab|\/wasm\/.+)?$/ },
  { place: "web/page/scene/code", may: ["web/page/scene", "web/page/stage/format.ts", "web/page/words"], outside: /^heed\/lab$/ },
  { place: "web/page/words", may: [] },
  { place: "web/page/board", may: ["web/page/stage", "web/page/scene", "web/page/words"], outside: /^(preact(\/.+)?|heed\/lab)$/ },
  { place: "web/page/labs", may: ["web/page/page.ts", "web/page/board", "web/page/stage", "web/page/scene", "web/page/words", "web/page/styles"], outside: /^preact(\/.+)?$/ },
  { place: "web/page/lessons", may: ["web/page/page.ts", "web/page/board", "web/page/stage", "web/page/scene", "web/page/words"], outside: /^preact(\/.+)?$/ },
  { place: "web/page", may: ["web/page/stage", "web/page/scene", "web/page/words", "web/page/labs", "web/page/lessons", "web/page/styles"], outside: /^(preact(\/.+)?|preact-render-to-string|heed\/lab)$/ },
  { place: "web/page/build.mjs", may: [], outside: /^(node:.+|vite|subset-font)$/ },
];

const isIn = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

/** The room of a file; undefined: tests and benches, which may import everything. */
export function roomOf(file: string): Room | undefined {
  return rooms.filter(({ place }) => isIn(file, place)).sort((a, b) => b.place.length - a.place.length)[0];
}

/** What a source file imports: paths of this house, or "<header>", or a package's name. */
export function importsOf(file: string, text: string): string[] {
  const beside = (name: string) => posix.join(posix.dirname(file), name);
  if (/\.(cpp|h)$/.test(file)) {
    return [...text.matchAll(/^\s*#\s*include\s+(?:"([^"]+)"|(<[^>]+>))/gm)].map(([, own, system]) => {
      if (own === undefined) return system ?? "";
      const fromIncludeFolder = /^(?!\.).*\//.test(own) || own === "heed.h" || own === "views.h";   // -I cpp
      return fromIncludeFolder ? `cpp/${own}` : beside(own);
    });
  }
  const files = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const urls = [...text.matchAll(/new URL\(\s*"([^"]+\.\w+)",\s*import\.meta\.url/g)].map(([, name]) => name ?? "");
  return [...files, ...urls].map((name) => (name.startsWith(".") ? beside(name).replace(/\.js$/, ".ts") : name));
}

/** Each import that the table forbids, as a sentence. */
export function violations(file: string, text: string): string[] {
  const room = roomOf(file);
  if (room === undefined) return [];
  return importsOf(file, text).filter((target) => {
    const house = /^(cpp|web|tests|bench)\//.test(target);
    if (!house) return !room.outside?.test(target);
    const targetRoom = roomOf(target);
    return targetRoom !== room && !room.may.some((place) => targetRoom?.place === place || isIn(target, place));
  }).map((target) => `${file} imports ${target}, which ${room.place} may not`);
}

/** The folders that hold a file, each with a slash at its end, from a list of files. */
export function foldersOf(files: string[]): string[] {
  return [...new Set(files.filter((file) => file.includes("/")).map((file) => `${posix.dirname(file)}/`))].sort();
}

/** The folders in the first column of README's table: "`cpp/steps/`", or "`tests/cpp/**`" with all below it. */
export function tableOfRooms(readme: string): string[] {
  return [...readme.matchAll(/^\| `([^`]+\/(?:\*\*)?)` \|/gm)].map(([, place]) => place ?? "");
}

/** Where README's table and the folders disagree, as sentences. */
export function tableErrors(table: string[], folders: string[]): string[] {
  const covers = (row: string, folder: string) => (row.endsWith("/**") ? folder.startsWith(row.slice(0, -2)) : folder === row);
  return [
    ...folders.filter((folder) => !table.some((row) => covers(row, folder))).map((folder) => `${folder} has no row in README's table`),
    ...table.filter((row) => !folders.some((folder) => covers(row, folder))).map((row) => `README's table names ${row}, where no file is`),
    ...table.filter((row, index) => table.indexOf(row) !== index).map((row) => `README's table names ${row} twice`),
  ];
}
