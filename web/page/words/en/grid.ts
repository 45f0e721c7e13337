// What tables and their cells are called, and how a cell reads as a sentence. `asks` is the word of the row, `offers` that
// of the column; `place` counts from 1. Numbers come ready to print.
type Prose = readonly (string | readonly [role: "x" | "q" | "k" | "v" | "z", text: string] | readonly ["n", string, of: string])[];

export const grid = {
  /** Beside each table's symbol, and as its caption for those who hear it. */
  tables: {
    x: { note: "one row a word", caption: "X, one word’s arrow a row" },
    wq: { note: "project", caption: "The matrix that makes queries" },
    wk: { note: "project", caption: "The matrix that makes keys" },
    wv: { note: "project", caption: "The matrix that makes values" },
    q: { note: "query: asks", caption: "Q, one query a row" },
    k: { note: "key: offers", caption: "K, one key a row" },
    v: { note: "value: carries", caption: "V, one value a row" },
    scores: { note: "score: query times key", caption: "Scores: the row asks, the column offers" },
    scaled: { note: "scale: scores kept small", caption: "Scaled scores: the row asks, the column offers" },
    biased: { note: "bias: a number added", caption: "Scaled scores with what is added to them" },
    mask: { note: "mask: press a dot to shut it", caption: "Mask: the row asks, the column offers" },
    weights: { note: "softmax: weights, rows sum to 1", caption: "Weights: the row asks, the column offers; each row adds up to 1" },
    output: { note: "blend: output", caption: "Output, one row a word" },
    masked: { note: "masked", caption: "Scaled scores after the mask" },
    rowMax: { note: "largest of each row", caption: "The largest masked score of each row" },
    exponentials: { note: "exponentials", caption: "Exponentials: e to the power of the masked score minus the row’s largest" },
    rowSum: { note: "their sum", caption: "The sum of each row’s exponentials" },
  },
  /** Of weights where some query may look at nobody. */
  weightsWithNone: { note: "softmax: weights, rows sum to 1 or 0", caption: "Weights: the row asks, the column offers; each row adds up to 1, or to 0 if it may look at nobody" },
  number: (place: number) => `${place}`,
  axes: { asks: "asks ↓", offers: "offers →" },

  /** The name of a cell, before its number. */
  cell: {
    x: (word: string, place: number) => `number ${place} of ${word}`,
    matrix: (matrix: "wq" | "wk" | "wv", row: number, column: number) => `${{ wq: "query", wk: "key", wv: "value" }[matrix]} matrix, row ${row}, column ${column}`,
    q: (word: string, place: number) => `query of ${word}, number ${place}`,
    k: (word: string, place: number) => `key of ${word}, number ${place}`,
    v: (word: string, place: number) => `value of ${word}, number ${place}`,
    output: (word: string, place: number) => `output of ${word}, number ${place}`,
    scores: (asks: string, offers: string) => `score, ${asks} asks ${offers}`,
    scaled: (asks: string, offers: string) => `scaled score, ${asks} asks ${offers}`,
    biased: (asks: string, offers: string) => `scaled score with its bias, ${asks} asks ${offers}`,
    masked: (asks: string, offers: string) => `masked score, ${asks} asks ${offers}`,
    exponentials: (asks: string, offers: string) => `exponential, ${asks} asks ${offers}`,
    weights: (asks: string, offers: string) => `weight, ${asks} asks ${offers}`,
    rowMax: (asks: string) => `largest masked score of ${asks}`,
    rowSum: (asks: string) => `sum of the exponentials of ${asks}`,
    mask: (asks: string, offers: string, may: boolean) => `${asks} ${may ? "may" : "may not"} look at ${offers}`,
    scale: () => "scale",
    bias: () => "what is added",
  },

  /** A cell as a sentence. */
  reading: {
    x: (word: string, place: number, value: string): Prose => [["x", word], ` has ${value} as its number ${place}`],
    q: (word: string, place: number, value: string): Prose => [["q", word], ` asks with ${value} as its number ${place}`],
    k: (word: string, place: number, value: string): Prose => [["k", word], ` offers ${value} as its number ${place}`],
    v: (word: string, place: number, value: string): Prose => [["v", word], ` carries ${value} as its number ${place}`],
    output: (word: string, place: number, value: string): Prose => [["q", word], " leaves with ", ["z", value], ` as its number ${place}`],
    scores: (asks: string, offers: string, value: string): Prose => [["q", asks], " gives ", ["k", offers], ` a score of ${value}`],
    scaled: (asks: string, offers: string, value: string): Prose => [["q", asks], " gives ", ["k", offers], ` a scaled score of ${value}`],
    biased: (asks: string, offers: string, value: string): Prose => [["q", asks], " gives ", ["k", offers], ` ${value} with what is added`],
    masked: (asks: string, offers: string, value: string): Prose => [["q", asks], " gives ", ["k", offers], ` ${value} once the mask is on`],
    exponentials: (asks: string, offers: string, value: string): Prose => [["q", asks], " gives ", ["k", offers], ` an exponential of ${value}`],
    weights: (asks: string, offers: string, value: Prose[number]): Prose => [["q", asks], " gives ", ["k", offers], " ", value, " of its attention"],
    shut: (asks: string, offers: string): Prose => [["q", asks], " may not look at ", ["k", offers]],
    mayLook: (asks: string, offers: string): Prose => [["q", asks], " may look at ", ["k", offers]],
    nobody: (asks: string): Prose => [["q", asks], " may look at nobody, so its row is all zeros"],
    rowMax: (asks: string, value: string): Prose => [["q", asks], ` has ${value} as its largest masked score`],
    rowSum: (asks: string, value: string): Prose => [["q", asks], ` has exponentials that add up to ${value}`],
    matrix: (matrix: "wq" | "wk" | "wv"): Prose => ({
      wq: ["This matrix turns each word’s arrow into its ", ["q", "query"], ": what it asks"],
      wk: ["This matrix turns each word’s arrow into its ", ["k", "key"], ": what it offers"],
      wv: ["This matrix turns each word’s arrow into its ", ["v", "value"], ": what it carries"],
    } as const)[matrix],
    broken: (asks: string): Prose => [["q", asks], " has weights that are no numbers any more"],
  },
} as const;
