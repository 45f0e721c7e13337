// A formula over its present numbers: each number stands under its own term, and what is too long for a line goes on in
// the next with its number still below it.
import type { ComponentChildren, VNode } from "preact";
import { letter } from "./formula.js";
import { LiveNumber } from "./live_number.js";
import type { Printed } from "./inscription.js";
import type { Role } from "./tint.js";

/** A sign, or a term and the number under it. */
export type Part = string | { term: VNode; number?: Printed; role?: Role };

interface WorkedProps {
  /** What this line is: "as arithmetic". */
  name: string;
  parts: readonly Part[];
  /** Below all of it. */
  children?: ComponentChildren;
}

export function Worked({ name, parts, children }: WorkedProps) {
  return (
    <div class="worked-line">
      <span class="cap">{name}</span>
      <div class="terms">
        {withSigns(parts).map((group, at) => (
          <span key={at} class="together">
            {group.map((part, place) => typeof part === "string"
              ? <span key={place} class="term"><math><mo>{part}</mo></math></span>
              : (
                <span key={place} class="term"><math>{part.term}</math>
                  {part.number && <LiveNumber {...part.number} class={part.role ?? ""} />}</span>
              ))}
          </span>
        ))}
      </div>
      {children}
    </div>
  );
}

/** Each sign with the term that follows, so that no line ends in a sign. */
function withSigns(parts: readonly Part[]): Part[][] {
  return parts.reduce<Part[][]>((groups, part) => {
    const last = groups.at(-1);
    if (typeof part !== "string" && typeof last?.at(-1) === "string") last.push(part);
    else groups.push([part]);
    return groups;
  }, []);
}

/** q, or q with an index below it. A letter with a tail does not push its index down. */
export function indexed(name: string, role?: Role, index?: string): VNode {
  return index === undefined ? letter(name, role) : <msub class={role ?? ""}><mpadded depth="0">{letter(name)}</mpadded><mn>{index}</mn></msub>;
}

/** ‖q‖; as operators the bars would stretch beyond the line. */
export function lengthOf(name: string, role: Role): VNode {
  return <mrow class={role}>{letter("‖", "up")}{letter(name)}{letter("‖", "up")}</mrow>;
}

/** cos θ */
export const cosine: VNode = <mrow><mi mathvariant="normal" class="up">{"cos"}</mi><mspace width=".16em" />{letter("θ")}</mrow>;

/** q · k */
export const dot: VNode = <mrow>{letter("q", "q")}<mo>{"·"}</mo>{letter("k", "k")}</mrow>;

/** A product of two terms side by side. */
export function times(left: VNode, right: VNode): VNode {
  return <mrow>{left}{right}</mrow>;
}
