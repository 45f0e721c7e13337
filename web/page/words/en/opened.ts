// What is said about a number that has been opened. Numbers come ready to print.
type Prose = readonly (string | readonly [role: "x" | "q" | "k" | "v", text: string])[];

export const opened = {
  title: (cell: string) => `Opened: ${cell}`,
  trail: "Where this number comes from",
  close: "Close",
  closeKey: "Esc",
  equals: (cell: string) => `${cell} =`,
  heads: { product: "product", difference: "difference", quotient: "quotient", outcome: "becomes", sum: "sum", partial: "so far", power: "e to that", root: "its root", angle: "angle" },

  /** Numbers that stand in no table of the trace. */
  names: {
    share: (word: string) => `share of ${word}`,
    numerator: (word: string) => `numerator of ${word}`,
    shareSum: "sum of the numerators",
    total: "sum",
    put: "written here by hand",
    same: "1 for one and the same key, 0 for two",
    slopeOf: (weight: number, score: number) => `slope of weight ${weight} by score ${score}`,
    slopeRest: (weight: number, score: number) => `what weight ${score} leaves of ${weight === score ? "1" : "0"}`,

    rootOf: "root of the width", width: "width: how many numbers an arrow has",
    dot: "dot product", normQ: "length of the first arrow", normK: "length of the second arrow", squareQ: "square of the first length", squareK: "square of the second length",
    lengths: "product of the lengths", cosine: "cosine of the angle", angle: "angle", shadow: "shadow of the second arrow on the first",

    mean: "mean of the scores", scoreSum: "sum of the scores", deviation: "spread", variance: "variance", squares: "sum of the squared distances",
    offset: (row: number, key: number) => `distance from the mean, query ${row}, key ${key}`,
    inside: "share of scores in the band", insideCount: "count of scores in the band",
    largestWeight: "mean of the largest weights", largestSum: "sum of the largest weights", rowLargest: (row: number) => `largest weight of query ${row}`,
    slope: "mean slope", slopeSum: "sum of the slopes", rowSlope: (row: number) => `slope of query ${row}`,
    rest: (row: number, key: number) => `1 minus the weight, query ${row}, key ${key}`,
    count: "number of scores", rowCount: "number of queries",
    query: (row: number, place: number) => `query ${row}, number ${place}`, key: (row: number, key: number, place: number) => `key ${key} of query ${row}, number ${place}`,
  },
  /** Random arrows. */
  drawn: { query: (place: number) => `query ${place}`, key: (place: number) => `key ${place}` },
  more: (count: number) => `Show ${count} more`,
  onPaper: "On paper, rounded to three decimals",
  unrounded: "Unrounded",

  saying: {
    given: "This number is where it all starts. You can change it in its table.",
    givenElsewhere: "This number is where it all starts.",
    share: "The numerator divided by the sum of all of them.",
    shareSum: "All numerators, added up.",
    total: "The numbers of this row or column, added up.",

    slopeOf: "How far this weight moves for each unit that the score is nudged: the weight, times 1 minus itself for its own score, or minus the other’s weight for another score.",
    slopeRest: "1 for a weight’s own score, 0 for another’s, minus the weight that belongs to that score.",

    rootOf: "The root of the width, which is how many numbers an arrow has.",
    dot: "The numbers in the same place multiplied, the products added up.",
    normQ: "The root of its numbers’ squares, added up: Pythagoras.", normK: "The root of its numbers’ squares, added up: Pythagoras.",
    squareQ: "Each number of the arrow times itself, all added up.", squareK: "Each number of the arrow times itself, all added up.",
    lengths: "One length times the other: the dot product of two such arrows that point the same way.",
    cosine: "The dot product, with both lengths divided out. An arrow of length 0 has no angle; it counts as 90°, with cosine 0.",
    angle: "The angle that has this cosine.",
    shadow: "The dot product, with the first arrow’s length divided out: how far the second reaches along the first.",

    mean: "All scores added up, divided by how many there are.", scoreSum: "All scores, added up one by one.",
    deviation: "How far scores lie from their mean: the root of the variance.", variance: "The squared distances from the mean added up, divided by how many there are.",
    squares: "Each score’s distance from the mean times itself, all added up.", offset: "The score minus the mean of all.",
    inside: "The scores in the band counted, divided by how many there are.", insideCount: "1 for each score from −3 to 3, 0 for every other, added up.",
    largestWeight: "The largest weight of each query added up, divided by how many queries there are.", largestSum: "The largest weight of each query, added up one by one.",
    rowLargest: "The largest of this query’s weights.",
    slope: "How much the weights of a query answer to nudges, added up over all queries, divided by how many there are.", slopeSum: "The slope of each query, added up one by one.",
    rowSlope: "Each weight times 1 minus itself: how far it moves when its own score is nudged. All added up.", rest: "1 minus the weight.",
    numerator: {
      exponential: "The score minus the largest, then e to the power of that.",
      power: "e to the power of the score as it is, with nothing taken away first.",
      largest: "1 for a score that is as large as the largest, 0 for every other.",
      given: "This number was written here by hand, in place of a weight.",
    },
    projected: (word: string, place: number, kind: "query" | "key" | "value"): Prose =>
      ["The arrow of ", ["x", word], ` and column ${place} of the ${kind} matrix: multiply the numbers in the same place, add the products.`],
    score: (asks: string, offers: string): Prose => [["q", asks], " meets ", ["k", offers], ": multiply the numbers of query and key in the same place, add the products."],
    output: (asks: string, place: number): Prose => ["What ", ["q", asks], ` takes: each weight times number ${place} of the value it belongs to, then all added up.`],
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
    bias: (asks: string, offers: string): Prose => ["The scaled score of ", ["q", asks], " for ", ["k", offers], ", with what is added to it."],
    open: (asks: string, offers: string): Prose => [["q", asks], " may look at ", ["k", offers], ", so the scaled score passes as it is."],
    shut: (asks: string, offers: string): Prose => [["q", asks], " may not look at ", ["k", offers], ", so −∞ stands here: softmax gives it exactly 0."],
    max: "The largest masked score of this row. It is taken away before the exponential, so that no number overflows.",
    exponential: "The masked score minus the largest of its row, then e to the power of that.",
    sum: "All exponentials of this row, added up.",
    weight: "Its exponential divided by the sum of its row. So the row adds up to 1.",
    maskedRow: (asks: string): Prose => [["q", asks], " may look at nobody. There is nothing to share out, so the whole row is 0."],
  },
} as const;
