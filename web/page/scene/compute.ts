// The one place that turns a scene into numbers: scene -> request -> trace, and the opened cells with it.
// The build, the worker and the main thread all call it; no number that is shown is made anywhere else.
import type { AttentionOptions, CellReference, HeedLab, OpenedCell, StageName, Trace, TraceInput } from "heed/lab";
import { shapeOf, type Scene } from "./scene.js";
import type { CellPath, Shown } from "./shown.js";

/** Decimals of the worked example when it is done on paper. */
const paperDecimals = 3;

/**
 * Everything that a page draws of one scene. `opened` is a breadcrumb: the pinned cell, then each operand followed.
 * Throws the HeedError of a scene that the core refuses, and of a cell that the trace does not have.
 */
export function computeShown(heed: HeedLab, scene: Scene, opened: CellPath[]): Shown {
  const trace = heed.trace(request(scene));
  const open = ({ stage, index }: CellPath, decimals?: number): OpenedCell =>
    withoutHead(scene, heed.lab.open(trace, stage, [...head(scene, stage), ...index], decimals === undefined ? {} : { decimals }));
  const shown: Shown = { scene, trace, opened: opened.map((path) => open(path)) };
  if (scene.kind === "given") shown.rounded = cells(trace, "output").map((index) => open({ stage: "output", index }, paperDecimals));
  return shown;
}

function request(scene: Scene): TraceInput {
  const options = { ...maskOf(scene), ...scaleOf(scene) };
  if (scene.kind === "given") return { q: tensor(scene.q), k: tensor(scene.k), v: tensor(scene.v), ...options };
  return { x: tensor(scene.x), wq: tensor(scene.wq), wk: tensor(scene.wk), wv: tensor(scene.wv), ...options };
}

function maskOf(scene: Scene): Pick<AttentionOptions, "mask" | "causal"> {
  if (scene.mask === "none") return {};
  if (scene.mask === "causal") return { causal: true };
  return { mask: { data: scene.mask.flat(), shape: [scene.mask.length, scene.mask[0]!.length] } };
}

/** At temperature 1 the core's own scale, 1 / sqrt(d_k), is left alone. */
function scaleOf(scene: Scene): Pick<AttentionOptions, "scale"> {
  return scene.temperature === 1 ? {} : { scale: 1 / (Math.sqrt(shapeOf(scene).keyWidth) * scene.temperature) };
}

function tensor(rows: number[][]): { data: number[]; shape: number[] } {
  return { data: rows.flat(), shape: [rows.length, rows[0]!.length] };
}

/** Traces made from words have a head axis in front of every stage but x; here it is always the one head 0. */
function head(scene: Scene, stage: CellReference["stage"]): number[] {
  return scene.kind === "given" || stage === "x" || stage === "wq" || stage === "wk" || stage === "wv" ? [] : [0];
}

function withoutHead(scene: Scene, cell: OpenedCell): OpenedCell {
  const bare = (stage: CellReference["stage"], index: number[]) => index.slice(head(scene, stage).length);
  return {
    ...cell, index: bare(cell.stage, cell.index),
    operands: cell.operands.map((group) => group.map((operand) => ({ ...operand, index: bare(operand.stage, operand.index) }))),
  };
}

function cells(trace: Trace, stage: StageName): number[][] {
  const [rows = 0, columns = 0] = trace[stage]?.shape ?? [];
  return Array.from({ length: rows * columns }, (_, cell) => [Math.floor(cell / columns), cell % columns]);
}
