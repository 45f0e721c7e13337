// First walk, step 7: the values, each cut to its weight, laid tip to tail. Numbers come ready to print.
type Live = readonly ["n", string, string];

export const step = {
  title: "Spending it",
  description: "Each word’s value, cut down to its weight, laid tip to tail. Where they end is the output.",

  what: [
    "The budget is spent on values. Cut each word’s ", ["v", "value"], " down to its weight, lay the pieces tip to tail, and where they end is the ", ["z", "output"],
    ": the asking word’s new arrow.",
  ],

  whys: (now: { asks: string; offers: string; weight: Live; most: { name: string; weight: Live } | undefined; nobody: boolean }) => [
    {
      anchor: "why-average",
      question: "Is the output an average?",
      answer: [
        now.nobody ? [["q", now.asks], " may look at nobody now, so it is an average of nothing. By a rule all weights are then 0, and so is the output."] as const : ["A weighted one. The weights are positive and add up to 1, so the tip can’t leave the ", ["term", "outline"], " of the values. That is the shape of a string pulled tight around their tips.",
          ...now.most ? [" ", ["q", now.asks], " gives most to ", ["k", now.most.name], ", ", now.most.weight, ", and the tip leans that way."] as const : []] as const,
        ["When all scores tie, it is the plain average. Press “let all tie” and the tip goes to the middle of the values."],
      ],
    },
    {
      anchor: "why-values",
      question: "Why blend values and not the words’ own arrows?",
      answer: [
        ["Being found and having something to say are two jobs. ", ["q", "Query"], " and ", ["k", "key"], " settle who is listened to. The ", ["v", "value"], " is what is said. You look up a name, and what you want is the phone number."],
        ["With matrices of their own, both can be learned apart. Drag a value: the output follows, and no weight moves."],
      ],
    },
    {
      anchor: "why-not-explanation",
      question: "Do the weights say what mattered?",
      answer: [["Not alone. A weight of 0.1 on a value of length 10 moves the output more than 0.9 on one of length 0.1. Pull ", ["v", now.offers], " far out: its weight stays ", now.weight, ", and its piece of the way grows."]],
    },
    {
      anchor: "why-all-at-once",
      question: "And the other words?",
      answer: [["Each does the same with its own row. All rows at once are one product of tables: ", ["f", "output"], ", the weights times the values, one output a row. Choose another word at the top."]],
    },
  ] as const,

  caption: "Drag a value, or give a score a push. The output is where the pieces end.",
  push: (word: string) => `push the score of “${word}” by`,
  actions: { tie: "let all tie", reset: "let all go back" },
  pieces: "Piece by piece",
  weight: "weight", valueAt: (place: number) => `value ${place}`, pieceAt: (place: number) => `piece ${place}`,
  together: "output",

  check: {
    question: ["Two words, and both score the same. The output lands"],
    choices: [
      { label: "on the longer value", reveal: "Half way. Equal scores give equal weights, 0.5 each, however long the values are. Half of each, tip to tail, ends in the middle of the line between them." },
      { label: "half way between the values", reveal: "Half way: 0.5 of each, tip to tail, ends in the middle of the line between them. Leave two words in step 1, come back, and press “let all tie”." },
      { label: "at zero", reveal: "Half way. It would be zero only if the values were opposite. Leave two words in step 1, come back, and press “let all tie”." },
    ],
  },
} as const;
