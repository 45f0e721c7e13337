// What tables, controls and notices say wherever they stand. Words of cells are in grid.ts, of opened numbers in opened.ts.
const listed = (words: readonly string[]) => words.join(", ");

export const board = {
  sentence: "your sentence",
  sentenceHint: "one to twelve words",
  examples: "Examples",

  temperature: { label: "temperature: higher shares more evenly" },
  mask: { legend: "mask", none: "none", causal: "past only", "bottom-right": "past only, ends aligned", painted: "paint" },
  matrices: { "hand-made": "Matrices made by hand", random: "Random matrices", edited: "Matrices changed by you" },
  /** Under X: where the words' arrows come from. */
  origins: {
    "hand-made": (words: readonly string[]) => `made by hand: ${listed(words)}`,
    random: (words: readonly string[]) => `random, from the letters: ${listed(words)}`,
    edited: (words: readonly string[]) => `moved by you: ${listed(words)}`,
  },
  given: { "hand-made": "Numbers made by hand", random: "Random numbers", edited: "Numbers changed by you" },

  copyLink: "Copy link",
  copied: "The link is copied. It holds every number that you see.",
  copyByHand: "This browser lets no page copy. Here is the link:",
  startOver: "Start over",

  arrows: {
    title: "arrows",
    pair: (first: number) => `arrows, numbers ${first} and ${first + 1}`,
    label: (words: readonly string[]) => `The arrows of ${listed(words)} from one point`,
    tip: (word: string) => `tip of ${word}`,
    at: (across: string, up: string) => `${across} across, ${up} up`,
    jobs: (word: string) => `${word}: one arrow, three jobs`,
    jobsLabel: (word: string) => `The query, the key and the value of ${word}, and faintly the other words’ keys`,
    query: "query", key: "key", value: "value",
  },

  row: { legend: "who asks" },
  who: { asks: "asks", offers: "offers", legend: "what a press on a word chooses", choose: { row: "choose who asks", column: "choose who offers" } },
  figure: "Numbers of a picture: the arrow keys sideways lead through them, Enter opens one",
  bars: (word: string) => `How ${word} shares its attention, one bar a word`,
  scroll: (table: string) => `${table}; scrolls sideways`,

  notices: {
    tooLong: (most: number, left: number) => `A sentence here has at most ${most} words. The first ${most} are used; ${left === 1 ? "1 word is" : `${left} words are`} left out.`,
    empty: (sentence: string) => `Nothing to read in an empty sentence. “${sentence}” is kept.`,
    badNumber: (text: string, kept: string) => text === "" ? `A number is needed here. ${kept} is kept.` : `“${text}” is no number that fits here. ${kept} is kept.`,
    badAddress: (reason: string) => `This link could not be read: ${reason}. You see the page as it begins.`,
    refused: (message: string) => `The core refused this scene: ${message}. The numbers are those from before.`,
    broken: "Some numbers have grown past what float32 can hold: ∞ is beyond the largest, NaN is what ∞ − ∞ leaves. Nothing is lost.",
    goBack: "Back to the last numbers that were finite",
  },
  address: {
    version: () => "it is of a version that this page does not know",
    choice: (field: string, came: string) => `“${came}” is no choice for ${field}`,
    missing: (field: string) => `${field} is missing`,
    text: (field: string) => `the text of ${field} is broken`,
    number: (field: string, came: string) => `“${came}” in ${field} is no number that fits here`,
    size: (field: string) => `${field} has the wrong size`,
    cell: (field: string, came: string) => `${field} names “${came}”, which this scene does not have`,
  },

  /** Spoken after a change. */
  spoken: (asks: string, shares: readonly string[]) => `${asks} now gives ${shares.join(", ")}.`,
  share: (word: string, weight: string) => `${weight} to ${word}`,
  spokenNobody: (asks: string) => `${asks} now looks at nobody.`,
} as const;
