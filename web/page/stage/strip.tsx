// The pipeline in one line: a stop for each step, with what it has made so far as stamps, and where the reader is. Its
// caller says what each stop shows and where it leads.
import { canBeLate, type Watched } from "./late.js";
import { Stamp } from "./stamp.js";
import type { Role } from "./tint.js";

export interface StripStop {
  key: string;
  name: string;
  /** What the step does, in a few signs; shown where there is room. */
  sign: string;
  /** Absent: a stop that cannot be gone to. */
  href?: string | undefined;
  stamps: readonly { rows: readonly (readonly number[])[]; largest: number; role?: Role }[];
}

interface StripProps {
  label: string;
  stops: readonly StripStop[];
  /** The key of the stop where the reader is, and how that is said. */
  here: string;
  hereSign: string;
}

/** px across and down that a stamp may take; a matrix with a colour of its own shows its first columns. */
const room = 36, mostColumns = 4;

export const Strip = canBeLate(({ label, stops, here, hereSign, watch }: StripProps & Watched) => {
  return (
    <nav class="strip" aria-label={label} ref={watch}>
      <ol>
        {stops.map(({ key, name, sign, href, stamps }) => {
          const current = key === here, inside = (
            <>
              <span class={`thumb of-${key}`}>
                {stamps.map(({ rows, largest, role }, at) => {
                  const cut = role ? rows.map((row) => row.slice(0, mostColumns)) : rows;
                  const side = Math.max(2, Math.min(12, Math.floor((room + 1) / Math.max(cut.length, cut[0]?.length ?? 0)) - 1));
                  return <Stamp key={at} rows={cut} largest={largest} side={side} {...(role ? { role } : {})} />;
                })}
              </span>
              <span class="nm">{name}</span>
              <span class="fm">{current ? hereSign : sign}</span>
            </>
          );
          return (
            <li key={key}>
              {href === undefined
                ? <span class="stop" aria-current={current ? "step" : undefined}>{inside}</span>
                : <a class="stop" href={href} aria-current={current ? "step" : undefined}>{inside}</a>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}, true);
