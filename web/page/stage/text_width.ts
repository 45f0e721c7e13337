// How wide a word set in Brygada 1918 is, without a browser: the build and every device must lay a figure out alike.
// Kerning is left out; characters beyond ASCII letters count as an average one.

// Advance widths of a…z, in thousandths of the font size, from the font's own table.
const widths: readonly number[] = [
  525, 593, 500, 607, 520, 340, 540, 635, 320, 310, 578, 315, 940, 640, 560, 603, 595, 465, 468, 350, 598, 516, 778, 540, 514, 497,
];
const average = 540;
const capital = 690;

/** Width of `text` in px at `size` px. */
export function textWidth(text: string, size: number): number {
  let thousandths = 0;
  for (const character of text) {
    const letter = character.charCodeAt(0) - "a".charCodeAt(0);
    thousandths += widths[letter] ?? (/\p{Lu}/u.test(character) ? capital : average);
  }
  return (thousandths * size) / 1000;
}

/** A word of at most so many letters; a longer one ends in …, and stands whole where it is heard or opened. */
export function shortened(word: string, most = 12): string {
  const letters = [...word];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : word;
}
