// What stands in the picture of one query and one key, and in the sum of their products.
export const pair = {
  plane: (asks: string, offers: string, angle: string, score: string) => `The query of ${asks} and the key of ${offers} in the plane of both, ${angle} apart; their score is ${score}`,
  lengthOf: "length of", shadow: "shadow", turn: "turn", stretch: "stretch",
  turnKey: "turn the key", stretchKey: "stretch the key", stretchQuery: "stretch the query",
  length: (length: string) => `length ${length}`,

  sum: { title: "Term by term", product: "product", running: "adding up", total: "score" },
  sumLabel: (products: readonly string[], score: string) => `The products ${products.join(", ")} add up to a score of ${score}`,

  /** The three cases of the sign, each a button that turns the key there. */
  cases: {
    legend: "Turn the key to a case",
    exact: "“Right angle” also takes a length near the old one at which the products cancel to exactly 0.",
    same: { name: "same way", sign: "positive" },
    right: { name: "right angle", sign: "zero" },
    opposite: { name: "opposite", sign: "negative" },
  },

  arithmetic: { numbers: "as arithmetic", picture: "as a picture", shadow: "shadow" },
} as const;
