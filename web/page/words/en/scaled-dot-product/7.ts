// Second walk, step 7: the worked example through every step.
type Live = readonly ["n", string, string];

const both = <Word>([first, second]: readonly Word[]) => second === undefined ? [first!] : [first!, " and ", second];

export const step = {
  title: "Real numbers",
  description: "One query, two keys, four numbers each, through every step: scores, scaling, softmax, blend.",

  what: [
    "Now with real numbers, all the way through. The worked example has one ", ["q", "query"], ", two ", ["k", "keys"], " four numbers wide, two ", ["v", "values"],
    " three wide. Step through it, change any number; “Start over” brings it back.",
  ],
  /** Of each list what belongs to the first two keys, or to the only one. */
  whys: (now: { asks: string; keys: readonly string[]; scores: readonly Live[]; scaled: readonly Live[]; weights: readonly Live[]; root: Live; keyWidth: Live; valueWidth: Live }) => [
    {
      anchor: "why-each-step",
      question: "What happens at each step?",
      answer: [
        ["Score: ", ["q", now.asks], " meets ", ...both(now.keys.map((key) => ["k", key] as const)), " and gets ", ...both(now.scores), ". Scale: ", ["f", "root-dk"], " is ", now.root, ", which makes that ", ...both(now.scaled), "."],
        ["Softmax: the shares are ", ...both(now.weights), ". Blend: so much of each value, all added up, is the output."],
      ],
    },
    {
      anchor: "why-two-results",
      question: "Why are there two results?",
      answer: [["On paper one rounds the shares to three decimals before using them. This page keeps them whole. The last digits may differ, so both are shown: rounded on the way, and unrounded."]],
    },
    {
      anchor: "why-perfect",
      question: "In the worked example the query equals the first key. Is that the best score there is?",
      answer: [["No. Type 2 for each 1 of that key: the score doubles. A dot product knows no perfect match; a longer arrow in the same direction always scores more."]],
    },
    {
      anchor: "why-widths",
      question: "Must values be as wide as keys?",
      answer: [["No. Queries and keys must be equally wide, ", now.keyWidth, " here, so that they can be paired. The width of the values, ", now.valueWidth, ", is only the width of the output."]],
    },
  ] as const,

  paper: { caption: "The output, rounded on the way and unrounded", rounded: "weights rounded to three decimals first", exact: "unrounded" },

  check: {
    question: ["Swap the two values of the worked example. What does the output become?"],
    choices: [
      { label: "(3.655, 0.807, 0)", reveal: "About (1.345, 2.193, 0). The weights stay with their keys: 0.731 now takes (0, 3, 0), and 0.269 takes (5, 0, 0)." },
      { label: "(1.345, 2.193, 0)", reveal: "Yes, about that: 0.269 of (5, 0, 0) and 0.731 of (0, 3, 0). The weights stay with their keys." },
      { label: "(0, 3, 0)", reveal: "About (1.345, 2.193, 0). Only a weight of 1 copies a value; here the shares are 0.731 and 0.269." },
    ],
  },
} as const;
