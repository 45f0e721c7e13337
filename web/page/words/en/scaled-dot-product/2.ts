// Second walk, step 2: the dot product of the query and one key.
type Live = readonly ["n", string, string];

export const step = {
  title: "How well do you match?",
  description: "One number says how well a query and a key match: the dot product. See its terms, its angle, its shadow.",

  what: [
    "Pair the numbers that stand in the same place, multiply each pair, add the products. That one number, the ", ["term", "dot product"],
    ", says how well the ", ["q", "query"], " and a ", ["k", "key"], " match. Here it is called their ", ["term", "score"], ".",
  ],
  whys: (now: { cosine: Live; normQ: Live; normK: Live; angle: Live; width: Live }) => [
    {
      anchor: "why-dot-product",
      question: "Why not the distance between the tips?",
      answer: [
        ["Squared, it would do as a measure: as cheap, and as smooth. But it answers another question. Distance asks how near two tips are: a key that reaches far beyond the query is far away, though both point the same way. The dot product asks how far both aim the same way, and there a longer key counts for more."],
        ["Stretch the ", ["k", "key"], " far and watch. The tips part, and below 90° the score grows."],
      ],
    },
    {
      anchor: "why-geometry",
      question: "What does it have to do with the angle?",
      answer: [
        ["The same number is ", now.normQ, " × ", now.normK, " × ", now.cosine, ": both lengths and the ", ["term", "cosine"], " of the angle between, ", now.angle, " now. The cosine is 1 for arrows that point the same way, 0 at a right angle, −1 for opposite ones."],
        ["So at one angle below 90° a longer arrow scores more, and a long key can beat a better aligned one. The score tells the angle alone only while the lengths stay."],
      ],
    },
    {
      anchor: "why-signs",
      question: "What do plus, zero and minus mean?",
      answer: [["Same way: a large positive score, a strong match. Right angle: zero, nothing to do with each other. Opposite: a large negative score, they pull apart. Press the three cases."]],
    },
    {
      anchor: "why-cheap",
      question: "What does one score cost?",
      answer: [["One multiplication for each number of an arrow, ", now.width, " now, and the sums. And when a number moves a little, the score moves a little: it is smooth. That is what lets a model be nudged into better arrows, step by step."]],
    },
    {
      anchor: "why-plane",
      question: "And if the arrows have 64 numbers?",
      answer: [["Any two arrows lie in one flat plane, whatever space they live in. The picture shows that plane, so the angle is true at every width. Open the worked example in step 7 for four numbers."]],
    },
  ] as const,

  caption: "Turn a key, stretch it. The shadow shows how much of it lies along the query.",

  check: {
    question: ["The ", ["k", "key"], " keeps its direction and becomes twice as long. What happens to the score?"],
    choices: [
      { label: "it stays", reveal: "It doubles. Every number of the key doubles, so every product does. Only the angle stays." },
      { label: "it doubles", reveal: "It doubles: every number of the key does, so every product does. The angle stays as it was." },
      { label: "it shrinks, the tips are farther apart", reveal: "It doubles. The tips may part, but every number of the key doubles, so every product does." },
    ],
  },
} as const;
