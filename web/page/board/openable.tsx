// Numbers in sentences, formulas and figures open as those of tables do: below all that stands together with them.
import type { ComponentChildren, TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { OpeningNumbers } from "../stage/openings.js";
import { board as words } from "../words/en/board.js";
import { figureKey, focusNumber } from "./figure_keys.js";
import { opens, pathOf } from "./printed.js";
import type { Board } from "./tables.js";
import { nameAt, Unfold } from "./unfold.js";

/** For the page around them. */
export const openings: OpeningNumbers = { opens, figure: words.figure };

/** `name`: of its own in the page; it travels in the address as that of a table does. */
export function Openable({ board, name, children }: { board: Board; name: string; children: ComponentChildren }) {
  const { session } = board, { shown } = session, here = shown.opened[0]?.table === name;
  // A product opens the sum that it stands in, so what was pressed does not follow from what is open.
  const pressed = useRef<HTMLElement | SVGElement | null>(null);
  useEffect(() => {
    if (here) return;
    const { activeElement } = document, number = pressed.current;
    if (activeElement === document.body || number?.closest("[data-opens]")?.contains(activeElement)) number?.focus();
    pressed.current = null;
  }, [here]);
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => {
    // Tables and the opened number have buttons of their own. The press is asked where it came through: what it has
    // already changed may have taken its target out of the page.
    const through = event.composedPath().filter((place) => place instanceof HTMLElement || place instanceof SVGElement);
    const number = through.some((place) => place.matches(".mx, .opened")) ? undefined : through.find((place) => place.matches("[data-of]")), of = number?.dataset["of"];
    const path = of !== undefined && opens(of) ? pathOf(shown, of) : undefined;
    if (!path) return;
    pressed.current = number!;
    event.stopPropagation();   // of those around each other the nearest one opens it
    session.open([{ ...path, table: name }]);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const meant = figureKey(event), path = meant && pathOf(shown, meant.number.dataset["of"]!);
    if (!meant || !path) return;
    event.preventDefault();
    event.stopPropagation();
    const { number, open } = meant;
    if (open) number.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else void focusNumber(number, nameAt(shown, path));
  };
  return (
    <>
      <div class="openable" data-opens={name} onClick={onClick} onKeyDown={onKeyDown}>{children}</div>
      {here && <Unfold session={session} onField={board.focus} />}
    </>
  );
}
