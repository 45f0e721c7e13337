// Writes places into the browser's address. Browsers allow only so many writes a minute, and each costs milliseconds, so
// that a drag is written when it rests; a new kind of change gets its own entry in the history, so that Back undoes one
// thing at a time.

/** Milliseconds of rest, and so between two writes: 100 in 40 s, what the strictest browser allows. */
const rest = 400;

export interface AddressBar {
  /** Changes of the same `gesture`, one after the other, share one entry in the history. */
  write(hash: string, gesture: string): void;
  /** Writes now what is waiting, and forgets the gesture: the next change gets its own entry. */
  settle(): void;
  readonly waiting: boolean;
}

/** `written` is called after each write. An empty hash removes the part after #. */
export function openAddressBar(written: () => void): AddressBar {
  let gesture = "";
  let waiting: string | undefined;
  let how: "pushState" | "replaceState" = "pushState";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    if (waiting === undefined) return;
    history[how](null, "", waiting || location.pathname + location.search);
    waiting = undefined;
    how = "replaceState";
    written();
  };
  return {
    write(hash, nextGesture) {
      if (nextGesture !== gesture) {
        flush();
        gesture = nextGesture;
        how = "pushState";
      }
      waiting = hash;
      clearTimeout(timer);
      timer = setTimeout(flush, how === "pushState" ? 0 : rest);   // a new entry at once, though not before what was done shows
    },
    settle() {
      flush();
      gesture = "";
    },
    get waiting() { return waiting !== undefined; },
  };
}
