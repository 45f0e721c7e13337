// attend: output, and on request weights and log-sum-exp, of one attention.
import { readFlag } from "./fields.js";
import { place, succeed, type Machine } from "./machine.js";
import { readAttend, readOut } from "./request.js";
import { countOf } from "./tensors.js";
import type { AttendInput, AttendResult, Tensor } from "./types.js";

export function attend(machine: Machine, input: AttendInput): AttendResult {
  const { core, heap } = machine;
  const asked = readAttend(input, heap.residents);
  const fields = input as unknown as Record<string, unknown>;
  const wantsWeights = readFlag(fields, "weights");
  const wantsLogSumExp = readFlag(fields, "logSumExp");
  const { q, k, v } = place(machine, asked);
  const scratchFloats = succeed(machine, core.check()).floats;

  const rowCount = q.batch * q.heads * q.rows;
  const out = readOut(fields, rowCount * v.columns);

  const counts = [scratchFloats, rowCount * v.columns, wantsWeights ? rowCount * k.rows : 0, wantsLogSumExp ? rowCount : 0];
  const [scratch, output, weights, logSumExp] = heap.floatRooms(counts) as [number, number, number, number];
  const { maskedRows } = succeed(machine, core.attend(scratch, output, wantsWeights ? weights : 0, wantsLogSumExp ? logSumExp : 0));

  const rows = asked.given.q.shape.slice(0, -1);
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
