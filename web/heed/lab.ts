// The entry "heed/lab": heed, and under `lab` what explainers need. It has a core of its own.
import type { LabCore } from "./core.js";
import { HeedError } from "./errors.js";
import createCore from "./generated/lab_glue.js";
import archive from "./generated/lab_wasm.js";
import { makeHeed } from "./heed.js";
import { readLoad, start } from "./load.js";
import type { Machine } from "./machine.js";
import { normalise, runningSum } from "./normalise.js";
import { openCell } from "./open_cell.js";
import { remember, type Traced } from "./operands.js";
import { sampleArrows, sampleScores, scoreDensity } from "./sample_scores.js";
import { readNumbers } from "./tensors.js";
import { stageNames } from "./trace.js";
import type { HeedLab, Lab, LoadOptions, Numbers, Pair, Tensor, Trace } from "./types.js";

export { HeedError } from "./errors.js";
export { readNpy } from "./read_npy.js";
export { readSafetensors } from "./read_safetensors.js";
export type {
  AttendInput, AttendResult, AttentionOptions, CellReference, ErrorCode, GradientInput, GradientResult, HalfNumbers, Heed, HeedLab,
  Lab, LoadOptions, Mask, Normalisation, Normalised, Numbers,
  OpenedCell, OpenOptions, Pair, ResidentTensor, RunningSum, SampledArrows, SampledScores, ScoreSample, ScoreSummary, Simd, StageName, Tensor, TensorLike, Trace, TraceInput, WordsInput,
} from "./types.js";

/** Starts a core of its own, as the `load` of "heed" does, with the lab. */
export async function load(options: LoadOptions = {}): Promise<HeedLab> {
  const machine = await start<LabCore>({ createCore, archive, own: "pair" }, readLoad(options));
  const traces = new WeakMap<Trace, Traced>();
  const heed = makeHeed(machine, {
    traced: (trace, request) => {
      traces.set(trace, remember(trace, request, stageNames.filter((stage) => trace[stage])));
    },
  });
  const lab: Lab = {
    open(trace, stage, index, options = {}) {
      const traced = traces.get(trace);
      if (!traced) throw new HeedError("option", "trace", "must be a trace that this instance made, not another's or a copy");
      return openCell(heed.live(), traced, stage, index, options);
    },
    pair: (q, k) => comparePair(heed.live(), q, k),
    jacobian: (row) => softmaxJacobian(heed.live(), row),
    normalise: (row, rule) => normalise(heed.live(), row, rule),
    sum: (values) => runningSum(heed.live(), values),
    sampleScores: (sample) => sampleScores(heed.live(), sample),
    sampleArrows: (sample, row) => sampleArrows(heed.live(), sample, row),
    scoreDensity: (dk, scores) => scoreDensity(heed.live(), dk, scores),
  };
  return Object.assign(heed.api, { lab });
}

function comparePair({ core, heap }: Machine<LabCore>, q: Numbers, k: Numbers): Pair {
  const [qValues, kValues] = [readNumbers("q", q), readNumbers("k", k)];
  const count = qValues.length;
  if (kValues.length !== count) throw new HeedError("shape", "k", `the length must equal q's (${count}), got ${kValues.length}`);
  const source = (values: ArrayLike<number>) => ({ kind: "float64" as const, values, shape: [count] });
  const [qAddress = 0, kAddress = 0] = heap.place([source(qValues), source(kValues)]);
  return core.pair(qAddress, kAddress, count);
}

function softmaxJacobian({ core, heap }: Machine<LabCore>, row: Numbers): Tensor {
  const weights = readNumbers("row", row);
  const count = weights.length;
  let sum = 0;
  for (let at = 0; at < count; ++at) {
    if (weights[at]! < 0) throw new HeedError("option", "row", `must be weights, each from 0 up, got ${weights[at]} at ${at}`);
    sum += weights[at]!;
  }
  // Asked so that a NaN passes, which a row with +Infinity among its scores has.
  if (sum !== 0 && Math.abs(sum - 1) > 0.02) throw new HeedError("option", "row", `must be weights, which sum to 1 or are all 0, got a sum of ${sum}`);
  const [address = 0] = heap.place([{ kind: "float64", values: weights, shape: [count] }]);
  const [jacobian = 0] = heap.floatRooms([count * count]);
  core.softmaxJacobian(address, count, jacobian);
  return { data: heap.floats(jacobian, count * count), shape: [count, count] };
}
