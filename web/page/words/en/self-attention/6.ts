// First walk, step 6: a row of scaled scores becomes a row of weights. Numbers come ready to print.
import type { Exception } from "../lesson.js";

type Live = readonly ["n", string, string];

export const step = {
  title: "A budget to spend",
  description: "Softmax turns one row of scores into shares that add up to 1. Drag a score and watch the others pay for it.",

  what: [
    "Each word has one whole attention to give. ", ["term", "Softmax"], " cuts it up: e, about 2.718, to the power of each score, divided by the sum of all these powers. What a word gets is its ",
    ["term", "weight"], ", and the weights of a row add up to 1.",
  ],

  whys: (now: { asks: string; offers: string; top: Live; sum: Live; weight: Live; largest: Live; nobody: boolean }) => [
    {
      anchor: "why-softmax",
      question: "Why not divide each score by the sum of the scores?",
      answer: [
        ["Scores can be negative. Dividing 2 and −1 by their sum gives 2 and −1: shares of more than all and less than nothing. And 1 and −1 would be divided by 0. Look at “Other ways to share” and see it with your row."],
        ["e to any power is positive, so a weight can shrink towards 0 but never below. It is smooth, so each small change of a score has a small effect, which training needs. And it turns gaps into factors: a word that scores one point more gets ", ["em", "e"], " times the weight."],
        now.nobody ? [["q", now.asks], " may look at nobody now, so there is nothing to share among: 0 divided by 0 is no number. By a rule all its weights are then 0. Step 8 says more."] as const : ["The largest score of the row is first taken away from all, which changes no weight. Then the top of the fraction is how much ", ["q", now.asks], " wants ", ["k", now.offers], ": ", now.top, ". The bottom is all its wanting together: ", now.sum, ". Their quotient is the weight, ", now.weight, "."] as const,
      ],
    },
    {
      anchor: "why-gaps",
      question: "Does softmax always sharpen?",
      answer: [
        ["No. It reads gaps. Scores of 2 and 1 give 0.731 to the first; 0.2 and 0.1 give 0.525, where dividing by the sum gives 0.667 both times. Small gaps come out flatter, large gaps sharper."],
        ["Set the ", ["term", "temperature"], ": it divides every gap. Higher, and all share more alike; lower, and the best gets more. Or press “+ 100 for every score”: no gap has changed, so no weight moves."],
      ],
    },
    {
      anchor: "why-largest",
      question: "Why is the largest score taken away first?",
      answer: [
        ["Because the numbers here are kept in 4 bytes each, as ", ["term", "float32"], ". Raise e to the power of 100, and they can’t hold it: an ", ["term", "overflow"], ". A shift that the whole row shares changes no weight, so the largest score is taken away from all", ...now.nobody ? [] : [": here ", now.largest] as const, ". Then no power is above 1."],
        ["Press “+ 100 for every score” and look at the row “unshifted” of “Other ways to share”: ∞ divided by ∞ is no number."],
      ],
    },
    {
      anchor: "why-rows",
      question: "Over which way: rows or columns?",
      answer: [["Over the keys, along each row, because the row’s word does the asking and the sharing. The column sums can be anything: they say how much a word is asked for. Unfold “Rows or columns”, switch the direction, and see which sums are 1. With a single query the slip is plain: every weight would be 1."]],
    },
    {
      anchor: "why-zero",
      question: "Can a weight be exactly 0?",
      answer: [["Not by its score, down to what 4 bytes can tell from 0. Pull one down to −20: less than a millionth is left. Only the mask makes it exactly 0, and step 8 is about that."]],
    },
    {
      anchor: "score-or-weight",
      question: "Score or weight: which is which?",
      answer: [["A score comes before softmax and can be any number. A weight comes after and is a share. Both stand under the same word in the picture: the score on its line, the weight on its bar."]],
    },
    {
      anchor: "why-equal",
      question: "Why are all my weights equal?",
      answer: [["All their scores are equal: equal keys, a query of nothing but zeros, or a scale of 0. Press “scale 0” and look; step 8 has the other two."]],
    },
  ] as const,

  caption: (nobody: Exception) => ["Drag a score by its end. The other scores stay, and still their weights change.", ...nobody] as const,
  actions: {
    shift: "+ 100 for every score", down: (word: string) => `pull “${word}” down to −20`, hide: (word: string) => `hide “${word}”, or show it again`,
    zero: "scale 0", reset: "take everything back",
  },

  rules: {
    title: "Other ways to share", hint: "the same row, four rules",
    lead: (asks: string, nobody: Exception) => ["The row of ", ["q", asks], " under four rules. Only the first is smooth, adds up to 1 and gives every score a positive share.", ...nobody] as const,
    names: { softmax: "softmax", naive: "unshifted", plain: "score ÷ sum", hard: "hardmax" },
    score: "score", sum: "sum",
    caption: "One row of scores under four rules",
    notes: {
      softmax: "e to the score less the largest, divided by the sum of all",
      naive: "e to the score as it is; the same, until that passes what float32 holds",
      plain: "no e at all; breaks with negative scores",
      hard: "all to the largest; no slope, for a nudge changes nothing, or everything",
    },
  },
  axes: {
    title: "Rows or columns", hint: "what adds up to 1",
    legend: "softmax along", rows: "each row", columns: "each column",
    caption: { rows: "Weights, softmax along each row", columns: "Weights, softmax along each column" },
    rowSum: "row sum", columnSum: "column sum",
    right: (nobody: Exception) => ["Each row adds up to 1: every word spends exactly its own attention.", ...nobody] as const,
    wrong: (hidden: Exception) => ["Now each column adds up to 1: every word is asked for alike, and a row may spend more than it has, or less. This is the slip.", ...hidden] as const,
    hidden: (offers: string): Exception => [" But nobody may look at ", ["k", offers], ": by a rule its column is all 0."],
  },
  numbers: { title: "From scores to weights", hint: "largest, exponentials, sum, quotient" },

  check: {
    question: ["You raise one score and touch no other. The weights of the other words"],
    choices: [
      { label: "stay", reveal: "They shrink, all by the same factor. Their tops stay as they were, but the bottom of the fraction has grown. Drag a score and watch the other bars." },
      { label: "shrink", reveal: "They shrink, all by the same factor: the tops stay, the bottom of the fraction has grown. What one word wins, the others pay." },
      { label: "grow", reveal: "They shrink: what one word wins, the others pay. Drag a score and watch the other bars." },
    ],
  },
} as const;
