// gradient: the loss by q, k, v and bias, from the loss by the output of one attention.
import { place, succeed, type Machine } from "./machine.js";
import { readGradient } from "./request.js";
import { countOf } from "./tensors.js";
import type { GradientInput, GradientResult, Tensor } from "./types.js";

export function gradient(machine: Machine, input: GradientInput): GradientResult {
  const { core, heap } = machine;
  const asked = readGradient(input, heap.residents);
  place(machine, asked, [asked.gradOutput, asked.forward?.output, asked.forward?.logSumExp]);
  const { floats } = succeed(machine, core.checkGradient());

  const { q, k, v } = asked.given;
  const { bias } = asked.options;
  const counts = [floats, ...[q, k, v, bias].map((source) => (source ? countOf(source.shape) : 0))];
  const [scratch, gradQ, gradK, gradV, gradBias] = heap.floatRooms(counts) as [number, number, number, number, number];
  succeed(machine, core.gradient(scratch, gradQ, gradK, gradV, bias ? gradBias : 0));

  const tensor = (address: number, { shape }: typeof q): Tensor => ({ data: heap.floats(address, countOf(shape)), shape: [...shape] });
  return { gradQ: tensor(gradQ, q), gradK: tensor(gradK, k), gradV: tensor(gradV, v), ...(bias && { gradBias: tensor(gradBias, bias) }) };
}
