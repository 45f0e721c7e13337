// First walk, step 3: one query against one key. `asks` and `offers` are words; numbers come ready to print.
type Live = readonly ["n", string, string];

export const step = {
  title: "Do these two match?",
  description: "One query, one key, one number: the dot product. Turn the key, stretch it, and watch the score.",

  what: [
    "Multiply the numbers that stand in the same place, then add the products. What is left is one number, the ", ["term", "score"],
    ": how far the ", ["q", "query"], " and the ", ["k", "key"], " aim the same way. A sum made like this is called a ", ["term", "dot product"], ".",
  ],

  whys: (now: { asks: string; offers: string; score: Live; cosine: Live; normQ: Live; normK: Live; angle: Live; width: Live; bestCosine: Live; aligned: Live; alignedScore: Live; longer: Live; longerScore: Live }) => [
    {
      anchor: "why-dot-product",
      question: "Why not measure how far apart the tips are?",
      answer: [
        ["Squared, distance is as cheap, and as smooth. But a key that reaches far beyond the query is far away, though both point the same way. The dot product lets a key that agrees and speaks loudly win over one that agrees in a whisper."],
        ["Stretch the ", ["k", "key"], " far. Its tip ends far from that of the ", ["q", "query"], ", and yet the score grows, as long as the angle is below 90°."],
      ],
    },
    {
      anchor: "why-angle",
      question: "How can a sum of products know an angle?",
      answer: [
        ["The same number comes out a second way: both lengths and the cosine of the angle, multiplied. ", now.normQ, " × ", now.normK, " × ", now.cosine, " is ", now.score, "."],
        ["The ", ["term", "cosine"], " is 1 when two arrows point the same way, 0 at a right angle, −1 when they are opposite. Lengths are never negative. So the sign of the score tells the case."],
        ["Between the query of ", ["q", now.asks], " and the key of ", ["k", now.offers], " the angle is ", now.angle, ". Press a case below the picture and watch the products."],
      ],
    },
    {
      anchor: "why-not-cosine",
      question: "Why not the cosine alone, then?",
      answer: [
        ["Length says something too. Stretch the key: the cosine stands still, the score moves."],
        ["And a cosine stays between −1 and 1, which is too narrow to win clearly. Take ten keys, one at 1 and nine at −1. The best gets only ", now.bestCosine, " of the attention. Models that use the cosine multiply it by a learned number."],
      ],
    },
    {
      anchor: "why-long-key",
      question: "So can a long key beat a better aligned one?",
      answer: [
        ["Yes. The dot product is the cosine times both lengths. Press “a long key against a better aligned one”. The first key is ", now.aligned, " off and scores ", now.alignedScore, ". The second is ", now.longer, " off and scores ", now.longerScore, ", because it is longer."],
        ["Or stay with your pair: turn the key until it fits less well, then stretch it until the score is back."],
      ],
    },
    {
      anchor: "why-additive",
      question: "Is there another way to compare them?",
      answer: [
        [["em", "Additive attention"], " has a small network of its own, and each pair goes through it. It works, but it is slower: here one pair costs ", now.width, " multiplications, and all pairs together are one product of two tables. That is step 4."],
        ["Press a number of the score table below, and count the products that it opens into."],
      ],
    },
  ] as const,

  caption: "The shadow of the key on the query, times the query’s length, is the score.",
  longKey: "a long key against a better aligned one",

  check: {
    question: ["Turn the ", ["k", "key"], " until it stands at a right angle to the ", ["q", "query"], ". The score is then"],
    choices: [
      { label: "negative", reveal: "Zero. Negative needs an angle beyond 90°. Press “right angle” and watch the products cancel." },
      { label: "zero", reveal: "Zero. Under light from straight above, an arrow at a right angle casts no shadow, and the products cancel." },
      { label: "at its largest", reveal: "Zero. It is largest when both point the same way. Press “same way”, then “right angle”, and compare." },
    ],
  },
} as const;
