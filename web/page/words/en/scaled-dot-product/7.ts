// Second walk, step 7: the worked example through every step.
type Live = readonly ["n", string, string];

export const step = {
  title: "Real numbers",
  description: "One query, two keys, four numbers each, through every step: scores, scaling, softmax, blend.",

  what: [
    "Now with real numbers, all the way through: one ", ["q", "query"], ", two ", ["k", "keys"], " four numbers wide, two ", ["v", "values"],
    " three wide. Step through it, change any number, start over.",
  ],
  whys: (now: { first: Live; second: Live; scaledFirst: Live; scaledSecond: Live; weightFirst: Live; weightSecond: Live; root: Live; keyWidth: Live; valueWidth: Live }) => [
    {
      anchor: "why-each-step",
      question: "What happens at each step?",
      answer: [
        ["Score: the query meets both keys and gets ", now.first, " and ", now.second, ". Scale: ", ["f", "root-dk"], " is ", now.root, ", so they become ", now.scaledFirst, " and ", now.scaledSecond, "."],
        ["Softmax: the shares are ", now.weightFirst, " and ", now.weightSecond, ". Blend: that much of each value, added up, is the output."],
      ],
    },
    {
      anchor: "why-two-results",
      question: "Why are there two results?",
      answer: [["On paper one rounds the shares to three decimals before using them. This page keeps them whole. The last digits differ, and both are shown: rounded on the way, and unrounded."]],
    },
    {
      anchor: "why-perfect",
      question: "At the start the query equals the first key. Is that the best score there is?",
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
    question: ["Swap the two values. What does the output become?"],
    choices: [
      { label: "(3.655, 0.807, 0)", reveal: "About (1.345, 2.193, 0). The weights stay with their keys: 0.731 now takes (0, 3, 0), and 0.269 takes (5, 0, 0)." },
      { label: "(1.345, 2.193, 0)", reveal: "Yes, about that: 0.269 of (5, 0, 0) and 0.731 of (0, 3, 0). The weights stay with their keys." },
      { label: "(0, 3, 0)", reveal: "About (1.345, 2.193, 0). Only a weight of 1 copies a value; here the shares are 0.731 and 0.269." },
    ],
  },
} as const;
