// The lines that join the tables where there is room for them: each table that is used leads to the one it is used for.
// Ends are named by their class; the lines follow whatever the layout has done. Nothing is drawn on narrow screens.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { px } from "./arrow.js";

/** A table in the board; `edge` is where its figure ends, with caption and controls. */
interface Box { left: number; right: number; top: number; bottom: number; middle: number; edge: number }
interface Path { d: string; role: "x" | "q" | "k" | "v" | "n"; tip: { x: number; y: number; left?: boolean } }

/** Draws in the nearest positioned ancestor; `of` changes whenever the tables may have moved. */
export function Lines({ of }: { of: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const [paths, setPaths] = useState<Path[]>([]);

  useLayoutEffect(() => {
    const board = svg.current?.parentElement;
    if (!board) return;
    const draw = () => setPaths(getComputedStyle(svg.current!).display === "none" ? [] : join(board));
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(board);
    // Faces that arrive later move the tables without resizing the board.
    let gone = false;
    void document.fonts.ready.then(() => gone || draw());
    return () => {
      gone = true;
      observer.disconnect();
    };
  }, [of]);

  return (
    <svg ref={svg} class="lines" aria-hidden="true">
      {paths.map(({ d, role, tip }, at) => (
        <g key={at} class={role}>
          <path class="line" d={d} />
          <path class="tip" d={`M${px(tip.x)} ${px(tip.y)}l${tip.left ? 8 : -8} -5v10Z`} />
        </g>
      ))}
    </svg>
  );
}

function join(board: HTMLElement): Path[] {
  const origin = board.getBoundingClientRect();
  const box = (name: string): Box | undefined => {
    const table = board.querySelector(`.at-${name} table`), body = table?.querySelector("tbody");
    if (!table || !body) return undefined;
    const outer = (table.closest(".outbox") ?? table).getBoundingClientRect(), inner = body.getBoundingClientRect();
    const edge = table.closest("figure")!.getBoundingClientRect().right - origin.left;
    const middle = (inner.top + inner.bottom) / 2 - origin.top;
    return { left: outer.left - origin.left, right: outer.right - origin.left, top: inner.top - origin.top, bottom: inner.bottom - origin.top, middle, edge };
  };
  return [...projections(box), ...joints(box)];
}

type Find = (name: string) => Box | undefined;

/** X to each matrix, each matrix to what it makes. */
function projections(box: Find): Path[] {
  const x = box("x");
  if (!x) return [];
  return (["q", "k", "v"] as const).flatMap((role) => {
    const matrix = box(`w${role}`), made = box(role);
    if (!matrix || !made) return [];
    const turn = Math.max(x.right + 18, matrix.left - 44);   // past the arrows above and below X, which are wider
    return [
      { d: `M${px(x.right + 5)} ${px(x.middle)}H${px(turn)}V${px(matrix.middle)}H${px(matrix.left - 14)}`, role: "x" as const, tip: { x: matrix.left - 6, y: matrix.middle } },
      { d: `M${px(matrix.right + 5)} ${px(matrix.middle)}H${px(made.left - 14)}`, role, tip: { x: made.left - 6, y: matrix.middle } },
    ];
  });
}

/** Q and K to the scores, on through scaling and mask to the weights, weights and V to the output. */
function joints(box: Find): Path[] {
  const [q, k, v, scores, scaled, mask, weights, output] = ["q", "k", "v", "scores", "scaled", "mask", "weights", "output"].map(box);
  if (!q || !k || !v || !scores || !scaled || !mask || !weights || !output) return [];
  const straight = (from: Box, to: Box, role: Path["role"], y: number): Path =>
    ({ d: `M${px(from.right + 6)} ${px(y)}H${px(to.left - 14)}`, role, tip: { x: to.left - 6, y } });
  const bend = q.right + (scores.left - q.right) / 2, out = Math.max(scaled.edge, weights.edge) + 16;
  const gap = (weights.bottom + output.top) / 2 + 8;
  return [
    straight(q, scores, "q", scores.middle - 10),
    { d: `M${px(k.right + 6)} ${px(k.middle)}H${px(bend)}V${px(scores.middle + 10)}H${px(scores.left - 14)}`, role: "k", tip: { x: scores.left - 6, y: scores.middle + 10 } },
    straight(scores, scaled, "n", scores.middle),
    straight(mask, weights, "n", mask.middle),
    { d: `M${px(scaled.right + 6)} ${px(scaled.middle)}H${px(out)}V${px(weights.middle - 16)}H${px(weights.right + 14)}`, role: "n", tip: { x: weights.right + 6, y: weights.middle - 16, left: true } },
    straight(v, output, "v", output.middle),
    { d: `M${px(weights.right + 6)} ${px(weights.middle + 16)}H${px(out)}V${px(gap)}H${px(output.right + 32)}V${px(output.middle)}H${px(output.right + 14)}`, role: "n", tip: { x: output.right + 6, y: output.middle, left: true } },
  ];
}
