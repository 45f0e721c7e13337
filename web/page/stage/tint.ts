// Which class tints a cell: see styles/grids.css. Colours live there; this only says how strong and of what kind.

export type Role = "x" | "q" | "k" | "v";

const levels = 20;

/** Steps between them that a small square shows apart; each change of a square costs time. */
const coarse = 4;

/**
 * Classes for a cell that holds `value`, when `largest` > 0 is the size that gets the full colour. Grids that are to be
 * compared (raw and scaled scores) share `largest`. With a role the sign is left to the printed number; without one the
 * scale is the diverging one of scores and weights. A value that is not finite has no tint. `small`: for a square of a few px.
 */
export function tintClass(value: number, largest: number, role?: Role, small = false): string {
  if (!Number.isFinite(value)) return "off";
  const share = largest > 0 ? Math.min(1, Math.abs(value) / largest) : 0;
  // Small values would look like none on a straight scale; a role's tint stays below full so that its numbers read well.
  const strength = role ? share * 0.92 : share ** 0.85;
  const step = small ? coarse : 1;
  return `tint t${Math.round(strength * levels / step) * step} ${role ? `role-${role}` : value < 0 ? "neg" : "pos"}`;
}
