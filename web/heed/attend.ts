// attend: output, and on request weights and log-sum-exp, of one attention.
import { readFlag } from "./fields.js";
import { place, succeed, type Machine } from "./machine.js";
import { attendFields, readGiven, readOut } from "./request.js";
import { countOf } from "./tensors.js";
import type { AttendInput, AttendResult, Tensor } from "./types.js";

export function attend(machine: Machine, input: AttendInput): AttendResult {
  const { core, heap } = machine;
  const fields = attendFields(input);
  const asked = readGiven(fields, heap.residents);
  const rows = asked.given.q.shape.slice(0, -1);
  const wantsWeights = readFlag(fields, "weights");
  const wantsLogSumExp = readFlag(fields, "logSumExp");
  const out = readOut(fields, countOf([...rows, asked.given.v.shape.at(-1)!]));

  // From here on nothing of the caller's runs: a getter could call again, in the same memory.
  const { q, k, v } = place(machine, asked);
  const scratchFloats = succeed(machine, core.check()).floats;
  const rowCount = q.batch * q.heads * q.rows;
  const counts = [scratchFloats, rowCount * v.columns, wantsWeights ? rowCount * k.rows : 0, wantsLogSumExp ? rowCount : 0];
  const [scratch, output, weights, logSumExp] = heap.floatRooms(counts) as [number, number, number, number];
  const { maskedRows } = succeed(machine, core.attend(scratch, output, wantsWeights ? weights : 0, wantsLogSumExp ? logSumExp : 0));

  const tensor = (address: number, shape: number[], into?: Float32Array): Tensor => ({
    data: heap.floats(address, countOf(shape), into),
    shape,
  });
  return {
    output: tensor(output, [...rows, v.columns], out),
    ...(wantsWeights && { weights: tensor(weights, [...rows, k.rows]) }),
    ...(wantsLogSumExp && { logSumExp: tensor(logSumExp, rows) }),
    maskedRows,
  };
}
