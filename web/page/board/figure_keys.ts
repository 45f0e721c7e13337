// The numbers of a figure by keyboard: the figure is one stop of Tab (stage/figure.tsx), the arrow keys sideways lead from
// one number to the next, Enter opens it. Up and down still scroll the page.
const sideways: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export interface FigureKey {
  /** The number that gets the focus. */
  number: SVGElement;
  /** It has the focus already, and is to be opened. */
  open: boolean;
}

/** What a key means to the figure that has the focus, or a number of which has it; nothing to anything else. */
export function figureKey({ target, key }: KeyboardEvent): FigureKey | undefined {
  const figure = target instanceof Element ? target.closest(".fig") : null, numbers = [...figure?.querySelectorAll<SVGElement>("svg .opens") ?? []];
  const at = numbers.indexOf(target as SVGElement), by = sideways[key], open = at >= 0 && (key === "Enter" || key === " ");
  if (at < 0 && target !== figure || by === undefined && !open) return undefined;
  const number = numbers[Math.max(0, Math.min(numbers.length - 1, at + (by ?? 0)))];
  return number && { number, open };
}

/** `name` comes when it may, so that no key waits for it: what a screen reader hears before the number. */
export async function focusNumber(number: SVGElement, name: Promise<string>): Promise<void> {
  number.setAttribute("role", "button");
  number.tabIndex = -1;
  number.focus();
  number.addEventListener("blur", () => number.removeAttribute("aria-label"), { once: true });   // it holds for now only
  const heard = `${await name}: ${number.textContent!}`;
  if (number === document.activeElement) number.setAttribute("aria-label", heard);
}
