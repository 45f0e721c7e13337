// First walk, the summary: the whole pipeline, the retelling, the cards.
import type { Exception } from "../lesson.js";

type Live = readonly ["n", string, string];

export const step = {
  title: "Arrows in, arrows out",
  description: "Arrows in, project, score, scale, mask, softmax, blend, arrows out: the whole of attention on one board.",

  what: [
    "Arrows go in, and the same number of arrows comes out. In between each word asks, is matched, cools down, shares one budget, and spends it. Pull the slider from end to end, or press Play.",
  ],

  stops: (now: { asks: string; offers: string; score: Live; scaled: Live; weight: Live; width: Live; most: { name: string; weight: Live } | undefined; nobody: Exception }) => ({
    arrows: ["Each word comes in as an arrow, a row of ", ["f", "x"], "."],
    project: ["Each word’s arrow goes through three matrices: a ", ["q", "query"], " to ask with, a ", ["k", "key"], " to be found by, a ", ["v", "value"], " to hand over."],
    score: ["Each query meets each key. ", ["q", now.asks], " asks, ", ["k", now.offers], " offers: multiply place by place, add up, and the score is ", now.score, "."],
    scale: ["All scores are divided by ", ["f", "root-dk"], ", here the root of ", now.width, ". Now it is ", now.scaled, "."],
    mask: ["Who may look at whom? What is hidden becomes −∞. Press a dot in the mask and follow it downstream."],
    softmax: ["Each row becomes shares that add up to 1.", ...now.nobody, " ", ["k", now.offers], " gets ", now.weight, ".", ...now.most ? [" ", ["k", now.most.name], " gets most, ", now.most.weight, "."] as const : []],
    blend: ["Each word spends its shares on the values. What it leaves with is its ", ["z", "output"], ": an arrow again, one a word."],
  } as const),

  arrowsOut: "arrows out",
  outLabel: (arrows: readonly string[]) => `The outputs as arrows from one point: ${arrows.join("; ")}`,
  outAt: (word: string, across: string, up: string) => `${word}, ${across} across, ${up} up`,

  whys: [
    {
      anchor: "why-formula",
      question: "And as one formula?",
      answer: [
        ["It stands above the picture. Read it from the inside: match all with all, cool, share out, spend."],
        ["Nothing else happens here. One word or a thousand, these steps are all there is."],
      ],
    },
    {
      anchor: "what-is-learned",
      question: "What of all this is learned?",
      answer: [["Inside these steps, only the three matrices. The words’ arrows are learned as well, and so is the matrix that comes after when there are several heads. The rest is arithmetic."]],
    },
  ] as const,

  ideas: [
    { id: "arrow", text: ["Every word starts as an arrow, a list of numbers that sums can be done with."] },
    { id: "three", text: ["Three matrices make three arrows of it: what it asks, what it can be found by, what it hands over."] },
    { id: "dot", text: ["To see how far one word should listen to another, take the dot product of the one’s query and the other’s key."] },
    { id: "grid", text: ["Every word does so with every word: a grid, n words by n words. The row asks, the column offers."] },
    { id: "scale", text: ["Wider arrows give wider scores, growing as the root of the width. So they are divided by that root, and softmax keeps its slope."] },
    { id: "mask", text: ["What must not be seen gets −∞, and so exactly 0."] },
    { id: "softmax", text: ["Softmax makes each row a budget: positive, adding up to 1, smooth, and reading the gaps alone."] },
    { id: "blend", text: ["Each word mixes the values in the shares of its row. The mix is its output."] },
    { id: "edges", text: ["If all tie, the output is the plain average; if one wins by far, a copy; if a word is hidden, it has no part in it."] },
  ],

  cards: [
    { id: "roles", question: ["A query, a key, a value: what is each one for?"], answer: [["A query asks, a key is matched against it, a value is handed over. All three are products of the same arrow with three learned matrices."]] },
    { id: "row", question: ["In the grid of scores, does the row ask or the column?"], answer: [["The row asks, the column offers. So each row of weights adds up to 1; columns need not."]] },
    { id: "root", question: ["Why divide by the root of the width?"], answer: [["The score adds up that many products, and its spread grows as the root of their number. Divided by it, the spread is the same at any width, and softmax keeps a slope to learn by."]] },
    { id: "softmax", question: ["What does softmax do to a row?"], answer: [["It turns any numbers into positive shares that add up to 1. A word that scores one point more than another gets about 2.718 times its weight."]] },
    { id: "mask", question: ["Where does a hidden position go, and when?"], answer: [["To −∞, before softmax. Then its weight is exactly 0 and the others share the whole of the budget."]] },
    { id: "output", question: ["What is an output made of, and where can it lie?"], answer: [["Of all values, each times its weight. The weights are shares, so it lies inside the shape that the values span."]] },
    { id: "opposite", question: ["A key points away from the query. Is its weight near 0?"], answer: [["Only if another key scores higher. If all are equally bad they share evenly, and a single one gets it all."]] },
    { id: "shut", question: ["A word may look at nobody. What is its output?"], answer: [["0 divided by 0, so a rule is needed. Here the weights and the output are 0."]] },
  ],
} as const;
