// First walk, step 5: scores divided by √d_k, and what softmax makes of them before and after. Numbers come ready to print.
type Live = readonly ["n", string, string];

export const step = {
  title: "Cooling the scores",
  description: "The wider the arrows, the wider the scores. Divide by the root of the width, and softmax stays gentle.",

  what: [
    "A score adds up ", ["f", "dk"], " products, so wider arrows make bigger scores. We divide every score by one fixed number, ", ["f", "root-dk"],
    ", and the next step can still weigh one word against another.",
  ],

  whys: (now: {
    dk: Live; root: Live; rawSpread: Live; rootSpread: Live; widthSpread: Live;
    rawLargest: Live; rootLargest: Live; widthLargest: Live; rawSlope: Live; rootSlope: Live;
  }) => [
    {
      anchor: "why-divide",
      question: "What is wrong with big scores?",
      answer: [
        ["The next step, softmax, makes weights of the scores: each word’s share of one budget. It sees only the gaps between scores. A gap of 0.5 splits 62 to 38. A gap of 8 splits 99.97 to 0.03: one word takes all."],
        [
          "Then a nudge to any score changes next to nothing. That is ", ["term", "saturation"], ". A model learns by nudging numbers and feeling what follows; here it feels nothing. At a width of ",
          now.dk, " the largest of eight weights is ", now.rawLargest, " on average without dividing, and ", now.rootLargest, " with it. Pull the slider and watch both.",
        ],
        [
          "Look at “How much a nudge still moves”. The grids there hold that feeling as numbers: row by row, how far each weight moves for each unit that a score is nudged. Such a number is a ", ["term", "slope"], ", and such a grid is called the ", ["term", "Jacobian"],
          ". Its diagonal adds up to ", now.rawSlope, " before and ", now.rootSlope, " after, averaged over many rows.",
        ],
      ],
    },
    {
      anchor: "why-root",
      question: "Why the root?",
      answer: [
        [
          "Take numbers that know nothing of each other, as likely above zero as below, of average square 1. Each product in the sum is then a step forward or a step back. Most steps cancel. After ",
          ["f", "dk"], " steps you stand about ", ["f", "root-dk"], " from the start, not ", ["f", "dk"], ".",
        ],
        [
          "How far numbers lie from their middle has a name: ", ["term", "spread"], ", the root of the average squared distance. Spreads do not add up. Their squares, called ", ["term", "variance"],
          ", add up: 1 for each product, ", now.dk, " for all. So the spread is ", now.root, ". The scores drawn here have ", now.rawSpread, "; divided, ", now.rootSpread, ".",
        ],
        ["It holds for such numbers only: independent, mean 0, variance 1. Give every number a spread of 2 and each product has 4, so the divided scores would spread by 4. The root takes care of the width, not of that."],
      ],
    },
    {
      anchor: "why-not-width",
      question: "Why not divide by the width itself?",
      answer: [
        [
          "Try it: switch to ÷ ", ["f", "dk"], ". The spread falls to ", now.widthSpread, ", and the largest of eight weights to ", now.widthLargest,
          " on average, where an even share is 0.125. Softmax still has its slope. But the wider the arrows, the more alike the weights, until the query might as well not have asked.",
        ],
      ],
    },
    {
      anchor: "why-which-width",
      question: "The width of the model, or of the head?",
      answer: [
        [
          "Of the head: the count of products in one score. Models run several attentions side by side, each a ", ["term", "head"], ". A model 512 wide with 8 of them scores pieces 64 wide, each alone. Press the numbers of heads beside the slider, and read the divisor: for ",
          now.dk, " numbers it is ", now.root, ".",
        ],
      ],
    },
    {
      anchor: "why-where",
      question: "Does it matter what I scale: q, k, or the score?",
      answer: [["No. Half the query gives half the score, and so does half the key. Scale q by the root, or k, or both by the root of the root: the scores are the same. Doing it twice is a common slip, and flattens everything."]],
    },
    {
      anchor: "why-gaps",
      question: "My scores are huge but close together. Is that bad?",
      answer: [["No. Softmax reads gaps, not sizes: 100 and 101 give 0.269 and 0.731, just as 0 and 1 do. What hurts is a wide spread. In the next step you can add 100 to every score and see."]],
    },
  ] as const,

  heads: { legend: "a model 512 wide, cut into heads", of: (count: number) => `${count}` },
  divisor: { legend: "divide the scores by", none: "nothing", root: "√dₖ", width: "dₖ" },
  drawAgain: "Draw new arrows",
  key: (place: number) => `${place}`,
  before: "before",
  after: { none: "after: divided by nothing", root: "after: divided by √dₖ", width: "after: divided by dₖ", zero: "after: divided by √dₖ" },
  scores: "scores of eight keys",
  weights: "weights after softmax",
  largest: "largest weight",
  spread: "spread",
  slope: "slope left",
  drawn: (pairs: Live) => ["One query and eight keys, drawn at random; the first draw was picked for being like most. Spread, largest weight and slope are of ", pairs, " scores drawn the same way."] as const,
  figure: (when: string, weights: readonly string[]) => `Scores of one query for eight random keys, ${when}. Their weights: ${weights.join(", ")}`,

  formulas: { sign: "Var", scaled: "one of your scores", variance: "variance", spread: "its root, the spread" },

  jacobian: {
    title: "How much a nudge still moves",
    hint: "the slopes of softmax, before and after",
    lead: "Row: a weight. Column: the score that is nudged. Each number is the weight’s change for each unit of that score. A grid of near zeros has stopped listening.",
    caption: { before: "Slopes of the weights before dividing", after: "Slopes of the weights after dividing" },
    cell: (weight: number, score: number) => `weight ${weight}, score ${score}`,
    press: "Press a number to see what it is made of.",
  },
  own: {
    title: "Your own row",
    hint: "scores, scaled, weights",
    lead: (width: Live) => ["Your keys have ", width, " numbers, so little happens here. The switch above divides these scores, too."] as const,
  },

  check: {
    question: ["With 1,024 numbers in each arrow, the scores before dividing spread by about"],
    choices: [
      { label: "3", reveal: "32, the root of 1,024. It grows with the width, but slower: four times the numbers, twice the spread. Pull the slider to its end and read it." },
      { label: "32", reveal: "32, the root of 1,024. Four times the numbers, twice the spread. Pull the slider to its end and read it." },
      { label: "1,024", reveal: "32, the root of 1,024. The products have both signs and mostly cancel, so the sum never gets as far as it has terms. Pull the slider to its end and read it." },
    ],
  },
} as const;
