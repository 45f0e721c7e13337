// What is said about a number that has been opened. Numbers come ready to print.
export const opened = {
  title: (cell: string) => `Opened: ${cell}`,
  trail: "Where this number comes from",
  close: "Close",
  closeKey: "Esc",
  equals: (cell: string) => `${cell} =`,
  heads: { product: "product", difference: "difference", quotient: "quotient", outcome: "becomes", sum: "sum", partial: "so far", power: "e to that" },

  /** Numbers that stand in no table of the trace. */
  names: {
    share: (word: string) => `share of ${word}`,
    numerator: (word: string) => `numerator of ${word}`,
    shareSum: "sum of the numerators",
    total: "sum",
    put: "written here by hand",
  },
  onPaper: "On paper, rounded to three decimals",
  unrounded: "Unrounded",

  saying: {
    given: "This number is where it all starts. You can change it in its table.",
    givenElsewhere: "This number is where it all starts.",
    share: "The numerator divided by the sum of all of them.",
    shareSum: "All numerators, added up.",
    total: "The numbers of this row or column, added up.",
    numerator: {
      exponential: "The score minus the largest, then e to the power of that.",
      power: "e to the power of the score as it is, with nothing taken away first.",
      largest: "1 for a score that is as large as the largest, 0 for every other.",
      given: "This number was written here by hand, in place of a weight.",
    },
    projected: (word: string, place: number, kind: "query" | "key" | "value") =>
      `Each number of the arrow of ${word} times its number in column ${place} of the ${kind} matrix, then all added up.`,
    score: (asks: string, offers: string) => `The query of ${asks} and the key of ${offers}: multiply the numbers in the same place, add the products.`,
    output: (asks: string, place: number) => `What ${asks} takes from each word: the word’s weight times number ${place} of its value, then all added up.`,
    scale: {
      root: (width: number) => `The score times one scale for all. With ${width} numbers in a key, that is 1 ÷ √${width}.`,
      none: () => "The score as it is: here nothing divides it.",
      width: (width: number) => `The score times one scale for all. Here that is 1 ÷ ${width}, the numbers in a key, without the root.`,
      zero: () => "The score times 0, so that all are alike.",
    },
    scaleWithTemperature: {
      root: (width: number, temperature: string) => `The score times one scale for all. With ${width} numbers in a key and temperature ${temperature}, that is 1 ÷ (√${width} × ${temperature}).`,
      none: (_width: number, temperature: string) => `The score times one scale for all. Only the temperature divides it: 1 ÷ ${temperature}.`,
      width: (width: number, temperature: string) => `The score times one scale for all: 1 ÷ (${width} × ${temperature}), the numbers in a key without the root, and the temperature.`,
      zero: () => "The score times 0, so that all are alike.",
    },
    bias: (asks: string, offers: string) => `The scaled score of ${asks} for ${offers}, with what is added to it.`,
    open: (asks: string, offers: string) => `${asks} may look at ${offers}, so the scaled score passes as it is.`,
    shut: (asks: string, offers: string) => `${asks} may not look at ${offers}, so −∞ stands here: softmax gives it exactly 0.`,
    max: (asks: string) => `The largest masked score of the row of ${asks}. It is taken away before the exponential, so that no number overflows.`,
    exponential: (asks: string) => `The masked score minus the largest of the row of ${asks}, then e to the power of that.`,
    sum: (asks: string) => `All exponentials of the row of ${asks}, added up.`,
    weight: (asks: string) => `Its exponential divided by the sum of the row of ${asks}. So the row adds up to 1.`,
    maskedRow: (asks: string) => `${asks} may look at nobody. There is nothing to share out, so the whole row is 0.`,
  },
} as const;
