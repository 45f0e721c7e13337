// First walk, step 3: one query against one key. `asks` and `offers` are words; numbers come ready to print.
type Live = readonly ["n", string, string];

export const step = {
  title: "Do these two match?",
  description: "One query, one key, one number: the dot product. Turn the key, stretch it, and watch the score.",

  what: [
    "Multiply the numbers that stand in the same place, then add the products. What is left is one number, the ", ["term", "score"],
    ": how far the ", ["q", "query"], " and the ", ["k", "key"], " aim the same way. The sum has a name of its own: the ", ["term", "dot product"], ".",
  ],

  whys: (now: { asks: string; offers: string; score: Live; cosine: Live; normQ: Live; normK: Live; angle: Live }) => [
    {
      anchor: "why-dot-product",
      question: "Why not measure how far apart the tips are?",
      answer: [
        ["Distance is as cheap and as smooth. But it punishes a long arrow for being long. Here a key that agrees and speaks loudly wins over one that agrees in a whisper."],
        ["Stretch the ", ["k", "key"], ". Its tip moves away from the ", ["q", "query"], ", and yet the score grows, as long as the angle is below 90°."],
      ],
    },
    {
      anchor: "why-angle",
      question: "How can a sum of products know an angle?",
      answer: [
        ["The same number comes out a second way: both lengths and the cosine of the angle between, multiplied. ", now.normQ, " × ", now.normK, " × ", now.cosine, " is ", now.score, "."],
        ["The ", ["term", "cosine"], " is 1 when two arrows point the same way, 0 at a right angle, −1 when they are opposite. So the sign of the score says which. Now the angle is ", now.angle, "."],
      ],
    },
    {
      anchor: "why-not-cosine",
      question: "Why not the cosine alone, then?",
      answer: [
        ["Length says something too, and a cosine never leaves the range from −1 to 1, so no key could ever win clearly. Models that do use it multiply it by a learned number."],
        ["Stretch the key: the cosine stands still, the score moves."],
      ],
    },
    {
      anchor: "why-long-key",
      question: "So can a long key beat a better aligned one?",
      answer: [["Yes. Turn the key until it fits less well, then stretch it. The score passes the old one: the dot product reads the angle times both lengths."]],
    },
  ] as const,

  /** The three cases of the sign, each a button. */
  cases: {
    same: { name: "same way", sign: "positive" },
    right: { name: "right angle", sign: "zero" },
    opposite: { name: "opposite", sign: "negative" },
  },
  plane: (asks: string, offers: string, angle: string, score: string) => `The query of ${asks} and the key of ${offers} in the plane of both, ${angle} apart; their score is ${score}`,
  lengthOf: "length of", shadow: "shadow", turn: "turn", stretch: "stretch",
  turnKey: "turn the key", stretchKey: "stretch the key", stretchQuery: "stretch the query",
  length: (length: string) => `length ${length}`,
  caption: "The shadow of the key on the query, times the query’s length, is the score.",
  terms: "Term by term",

  check: {
    question: ["Turn the ", ["k", "key"], " until it stands at a right angle to the ", ["q", "query"], ". The score is then"],
    choices: [
      { label: "negative", reveal: "Zero. Negative needs an angle beyond 90°. Press “right angle” and watch the products cancel." },
      { label: "zero", reveal: "Zero. Under light from straight above, an arrow at a right angle casts no shadow, and the products cancel." },
      { label: "at its largest", reveal: "Zero. It is largest when both point the same way. Press “same way”, then “right angle”, and compare." },
    ],
  },
} as const;
