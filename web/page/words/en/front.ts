// The words of the front page. A pair such as ["q", "asks"] is a role and the word that wears its colour.

export const front = {
  title: "Heed: attention you can open",
  description: "See attention work on a sentence. Touch a word and watch it ask; open any number down to the products it came from.",
  heading: "Attention you can open",
  lead: ["A word ", ["q", "asks"], ". Every word ", ["k", "offers"], ". The better the match, the bigger the share that is ", ["v", "taken"], ". Touch a word and watch it ask."],
  starts: [
    { address: "/self-attention/1/", name: "Start from words", hint: "eight steps, from a sentence to its blend" },
    { address: "/scaled-dot-product/1/", name: "Start from zero", hint: "seven steps, from an arrow to the whole formula" },
  ],
  figure: "The sentence, with an arrow from the asking word to every word and a bar for each share",
  letAsk: (word: string) => `let ${word} ask`,
  reading: (asks: string, offers: string, share: string) =>
    [["q", asks], " gives ", ["k", offers], ` ${share} of its attention, and takes along a `, ["z", "blend"], " of every word’s value."] as const,
  opened: (asks: string, offers: string, share: string) => `${asks} gives ${offers} ${share}: open this number`,
  origin: "Every number is computed: press a bar, and its number opens. The matrices behind them are made by hand, not trained.",

  playground: {
    heading: "Take it apart",
    text: "Write a sentence of your own. Drag its arrows, change its matrices, hide words from each other. Every number follows at once, and opens down to the products it came from.",
    go: "Open the playground",
    stamps: "The same sentence, step by step",
    steps: { project: "project", score: "score", scale: "scale", softmax: "softmax", blend: "blend" },
  },
  developers: {
    heading: "For developers",
    text: "The page runs on a small C++ core. The same core is a package: nothing to configure, nothing to free.",
    install: "npm i heed",
    prints: "prints",
    go: "Read its documentation",
  },
} as const;
