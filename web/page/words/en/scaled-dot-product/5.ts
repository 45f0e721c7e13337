// Second walk, step 5: softmax over one row.
type Live = readonly ["n", string, string];

export const step = {
  title: "Percentages",
  description: "Softmax turns a row of scores, some of them negative, into shares that add up to 100 %.",

  what: [
    "Now share out 100 %. Take e, about 2.718, to the power of each scaled score. Then divide each by the sum of all. That is ", ["term", "softmax"],
    ", and its shares are the ", ["term", "weights"], ": all positive, together 1.",
  ],
  whys: (now: { best: string; exponential: Live; sum: Live; weight: Live; lowest: string; lowestScore: Live; lowestWeight: Live; nobody: boolean }) => [
    {
      anchor: "why-exponential",
      question: "Why e to the power of something?",
      answer: now.nobody ? [
        ["Because it is positive whatever the score. Now every key is hidden, and no power is left: 0 divided by 0 is no number. By a rule every share is then 0. Show a key again, and it gets all."],
      ] as const : [
        ["Because it is positive whatever the score. However low a score, it leaves at least a small positive share: ", ["k", now.lowest], " scores ", now.lowestScore, " and gets ", now.lowestWeight, "."],
        ["Then comes the division. For ", ["k", now.best], " it is ", now.exponential, " divided by ", now.sum, ", which is ", now.weight, ". Before that, the largest score is taken from all, so that no power grows too large for the computer; it changes no share."],
      ] as const,
    },
    {
      anchor: "why-compete",
      question: "Why do the others shrink when I push one up?",
      answer: [["They share one budget: the sum stands under every one of them. Drag a score up and watch the rest give way. That is the competition."]],
    },
    {
      anchor: "why-three",
      question: "What must a way to share do?",
      answer: [["Three things. Give positive shares. Make them add up to 1, so that each says what part of one attention a key gets. And move smoothly when a score does, so that a model can learn. Softmax does all three."]],
    },
    {
      anchor: "why-not-plain",
      question: "Why not divide each score by their sum?",
      answer: [
        ["Because scores can be negative, and their sum can be zero. Then 2 and −1 would get shares of 2 and −1, and 1 and −1 would divide by zero."],
        ["Softmax reads only the gaps between scores, not their ratios or sizes. 0.2 against 0.1 gives 52.5 %, where dividing gives 66.7 %."],
      ],
    },
    {
      anchor: "why-negative",
      question: "Do negative scores get nothing?",
      answer: [["No. 0 against −1 leaves the lower one 26.9 %. What counts is how far it is behind the best, not which side of zero it is on. Press “Lower all by 5” until every score is below zero: no share moves."]],
    },
    {
      anchor: "why-mask",
      question: "How does a key get exactly nothing?",
      answer: [["By a ", ["term", "mask"], ": its score is set to −∞ before softmax. e to the power of −∞ is 0, so its share is exactly 0 %, and the others, while there are any, still add up to 100 %. Tick a key at “hide”."]],
    },
    {
      anchor: "why-score-weight",
      question: "Score or weight, what is the difference?",
      answer: [["A score is before softmax and can be any number. A weight is after it, and is a share."]],
    },
  ] as const,

  caption: "Drag a score up by its end. Its share grows, and all the others give way.",
  captionOfNobody: "Every key is hidden: pull a score, and no share moves. Show one again at “hide”.",
  hide: (name: string) => `hide ${name}`,
  hidden: "hide",
  shift: "Lower all by 5",

  check: {
    question: ["Every score of the row is raised by 100. What happens to the shares?"],
    choices: [
      { label: "the largest takes all", reveal: "Nothing. Softmax sees only the gaps, and those are as before. Press “Lower all by 5” and see the same downwards." },
      { label: "nothing", reveal: "Nothing: the gaps are as before, and softmax sees nothing else." },
      { label: "they all become equal", reveal: "Nothing. They would become equal if the gaps shrank, and the gaps are as before." },
    ],
  },
} as const;
