// Second walk, step 3: every query against every key at once.
type Live = readonly ["n", string, string];

export const step = {
  title: "All comparisons at once",
  description: "Stack the queries, stack the keys, and one product gives every score: the grid S = QKᵀ.",

  what: [
    "Stack the ", ["q", "queries"], " as rows of a table, ", ["f", "q"], ". Stack the ", ["k", "keys"], " as rows of another, ", ["f", "k"],
    ". A table of numbers like these is a ", ["term", "matrix"], ". One product of both holds every score: row asks, column offers.",
  ],
  whys: (now: { queries: Live; keys: Live; width: Live }) => [
    {
      anchor: "why-one-formula",
      question: "Why put it all into one formula?",
      answer: [
        ["Because one line then covers any number of words. ", now.queries, " by ", now.keys, " scores now; add a query or a key, and the line stays as it is."],
        ["And because machines are built for it. A graphics chip does thousands of such products side by side, so many scores take hardly longer than one, until the chip is full. From there on, time grows with the grid."],
      ],
    },
    {
      anchor: "why-transpose",
      question: "What is the little T?",
      answer: [
        ["The ", ["term", "transpose"], ": the table laid on its side, so that its rows become columns. A product of matrices takes a row of the first and a column of the second, and pairs their numbers. Keys lie in rows, so they are stood up first."],
        ["The sizes tell you when it fits: the two inner numbers, both ", now.width, " now, must be equal, and they vanish."],
      ],
    },
    {
      anchor: "why-shapes",
      question: "Must there be as many queries as keys?",
      answer: [["No. ", ["f", "q"], " has a row for each query, ", ["f", "k"], " a row for each key. The grid has a row for each query and a column for each key. Only the width must be the same in both, or there is nothing to pair."],
        ["In letters: with ", ["em", "n"], " queries and ", ["em", "m"], " keys, ", ["f", "q"], " is ", ["em", "n"], " × ", ["f", "dk"], ", ", ["f", "k"], " is ", ["em", "m"], " × ", ["f", "dk"], ", and the grid ", ["em", "n"], " × ", ["em", "m"], ". The width is ", ["f", "dk"], ", the numbers in one key."]],
    },
    {
      anchor: "why-row",
      question: "Who asks, the row or the column?",
      answer: [["The row. Press a cell and read it as a sentence: this query gives that key this score. Then follow what it was made of, down to the arrows’ own numbers."]],
    },
  ] as const,

  queries: "queries", keys: "keys",
  caption: "Solid is a strong match. Hatched with a minus is a negative one. Empty is zero.",

  check: {
    question: ["With 3 queries and 4 keys, each 2 numbers wide: how many scores does the grid hold?"],
    choices: [
      { label: "7", reveal: "12. Each of the 3 queries meets each of the 4 keys. Set the counters to 3 and 4 and count the cells." },
      { label: "12", reveal: "12: each of the 3 queries meets each of the 4 keys. The width does not appear; it has been summed away." },
      { label: "24", reveal: "12. The 2 numbers of an arrow end up inside each score: they are multiplied and summed away." },
    ],
  },
} as const;
