// Each point on which libraries disagree, and the tests that state what is decided here. A renamed or removed test fails
// this one. Leaves out what is decided: the tests say it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tests = new Map<string, [file: string, title: string][]>([
  ["default scale", [["cpp/semantics_test.cpp", "default scale: 1/sqrt of the head's width, not the model's"]]],
  ["given scale", [["cpp/semantics_test.cpp", "given scale: 0 makes the row uniform, a negative one turns it round"], ["cpp/shape_check_test.cpp", "scale: any finite number"]]],
  ["softcap", [["cpp/semantics_test.cpp", "softcap: bends the scaled score, before bias and mask"], ["cpp/shape_check_test.cpp", "softcap: finite and not negative"]]],
  ["boolean mask", [["cpp/semantics_test.cpp", "boolean mask: a lower triangle equals causal"]]],
  ["float mask", [["cpp/semantics_test.cpp", "float mask: is a bias"], ["cpp/semantics_test.cpp", "float mask: -Infinity masks, NaN behind it too"], ["cpp/gradient/gradient_test.cpp", "gradient: of a bias: for each way of repeating it"]]],
  ["mask shape", [["cpp/shape_check_test.cpp", "shapes: bias and mask broadcast to the scores, else both shapes are named"], ["cpp/bug_log_sizes_test.cpp", "row 33: masks and biases broadcast from the right"]]],
  ["causal", [["cpp/semantics_test.cpp", "causal: one query over eight keys"], ["cpp/semantics_test.cpp", "causal: early rows are masked everywhere under a negative offset"], ["cpp/semantics_test.cpp", "causal: with a cache of length p"], ["cpp/shape_check_test.cpp", "causalOffset: goes with top-left or with a window alone"]]],
  ["mask, causal and window", [["cpp/semantics_test.cpp", "mask, causal and window intersect"]]],
  ["window", [["cpp/semantics_test.cpp", "window: left 2 right 1"], ["cpp/steps/mask_test.cpp", "mask: an absent side of the window is unlimited"], ["cpp/shape_check_test.cpp", "window: no side is negative, -1 included"]]],
  ["key lengths", [["cpp/semantics_test.cpp", "key lengths: keys at or past a batch's length are masked"], ["cpp/shape_check_test.cpp", "keyLengths: one a batch, each from 0 to m"]]],
  ["grouped heads", [["cpp/semantics_test.cpp", "grouped heads: heads 0 and 1 use key/value head 0"], ["cpp/shape_check_test.cpp", "shapes: the heads of k divide those of q"]]],
  ["fully masked row", [["cpp/semantics_test.cpp", "row 1 masked everywhere is 0 and counted"], ["cpp/gradient/gradient_test.cpp", "gradient: a fully masked row gives and gets 0"], ["cpp/steps/softmax_test.cpp", "softmax: a row of -Infinity has weights 0"]]],
  ["NaN and Infinity behind a mask", [["cpp/semantics_test.cpp", "masked NaN and Infinity in k and v cannot reach the output"], ["cpp/gradient/gradient_test.cpp", "gradient: NaN and Infinity behind a mask of any kind"]]],
  ["NaN in live input", [["cpp/semantics_test.cpp", "live NaN: in q its own row"], ["cpp/semantics_test.cpp", "live Infinity in a value"]]],
  ["infinite scores", [["cpp/semantics_test.cpp", "a score of -Infinity weighs 0, one of +Infinity makes the row NaN"]]],
  ["n = 0", [["cpp/semantics_test.cpp", "n = 0: an empty output"]]],
  ["m = 0", [["cpp/semantics_test.cpp", "m = 0: zeros, every row masked"]]],
  ["d = 0", [["cpp/semantics_test.cpp", "d = 0: with an explicit scale the weights are uniform"]]],
  ["dv = 0, B = 0", [["cpp/semantics_test.cpp", "dv = 0 and B = 0: empty results"]]],
  ["ranks and batches agree", [["cpp/shape_check_test.cpp", "shapes: k and v have q's batch, which is never broadcast"], ["web/heed/errors.test.ts", "k of another rank"]]],
  ["running maximum", [["cpp/steps/softmax_test.cpp", "softmax: the running maximum starts at -Infinity"], ["cpp/fused/online_softmax_test.cpp", "online softmax: before any score it is masked"]]],
  ["sums", [["cpp/semantics_test.cpp", "1,048,576 keys: scores of deviation 0.01"], ["cpp/steps/score_test.cpp", "score: sums in double"]]],
  ["contraction", [["web/heed/trace.test.ts", "%s: every one gives a trace of the same bits"]]],
  ["unknown field", [["web/heed/errors.test.ts", "casual: there is no such option; the nearest is causal"], ["web/heed/attend.test.ts", "a field that is undefined counts as absent"]]],
  ["mask type", [["web/heed/errors.test.ts", "mask: must be booleans or a Uint8Array of 0 and 1"]]],
  ["threads", [["cpp/fused/fused_attention_test.cpp", "fused: the same bits at 1, 2, 3 and 8 threads"], ["cpp/gradient/gradient_test.cpp", "gradient: any number of threads, and every run, gives the same bits"]]],
  ["engines", [["cpp/fused/fused_attention_test.cpp", "fused: every random request agrees with float64 and with the steps"]]],
  ["threads option", [["web/heed/threads.test.ts", "%s is an option error"], ["web/heed/threads.test.ts", "auto takes the host's cores, at most 8"], ["web/heed/threads.test.ts", "scalar"]]],
  ["simd option, WebAssembly refused", [["web/heed/load.test.ts", "takes scalar where the host has no SIMD, and refuses the others"], ["web/heed/load.test.ts", "unsupported"]]],
  ["out", [["web/heed/errors.test.ts", "out: must not share memory with v"], ["web/heed/attend.test.ts", "goes into `out`"]]],
  ["dropout", [["web/heed/errors.test.ts", "dropout: there is no such option"]]],
  ["sizes", [["cpp/shape_check_test.cpp", "sizes: what cannot be addressed is a memory error"], ["web/heed/memory.test.ts", "a request past the module's memory is a typed error"]]],
  ["other number types", [["web/heed/attend.test.ts", "every kind of numbers is converted by value"], ["web/heed/bug_log.test.ts", "what is no list of numbers is named"]]],
  ["results", [["web/heed/bug_log.test.ts", "results are copies, and inputs stay the caller's"], ["cpp/semantics_test.cpp", "inputs are never changed"]]],
]);

test.each([...tests])("%s has its tests", (_, named) => {
  for (const [file, title] of named) expect(readFileSync(new URL(file, import.meta.url), "utf8"), file).toContain(title);
});
