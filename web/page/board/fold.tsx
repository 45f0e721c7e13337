// Numbers or code that unfold in place. What is folded away is not drawn again at every change: it comes back when it is
// unfolded. Until the reader does something it is there all the same, for those without a script.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Whether the reader has done anything yet. */
let begun = false;
if (typeof document !== "undefined") {
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => { begun = true; }, { capture: true, once: true });
}

interface FoldProps {
  title: ComponentChildren;
  hint?: string;
  /** Unfolds it when it becomes true; after that the reader has it in hand. */
  open?: boolean | undefined;
  class?: string;
  children: ComponentChildren;
}

export function Fold({ title, hint, open = false, class: name = "", children }: FoldProps) {
  const [unfolded, setUnfolded] = useState(open), first = useRef(true);
  const drawn = unfolded || first.current;
  first.current &&= !begun;
  useEffect(() => { if (open) setUnfolded(true); }, [open]);
  return (
    <details class={`fold ${name}`} open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary><span>{title}</span>{hint && <span class="hint">{hint}</span>}</summary>
      <div class="in">{drawn && children}</div>
    </details>
  );
}
