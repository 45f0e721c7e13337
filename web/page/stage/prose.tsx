// A sentence whose role words wear their role's colour and underline. The sentence itself comes from words/.
import type { Role } from "./tint.js";

/** Pieces in reading order: plain text, or a role and its text. */
export type Prose = readonly (string | readonly [role: Role | "z", text: string])[];

export function Sentence({ of }: { of: Prose }) {
  return <>{of.map((piece, index) => typeof piece === "string" ? piece : <span key={index} class={`r${piece[0]}`}>{piece[1]}</span>)}</>;
}
