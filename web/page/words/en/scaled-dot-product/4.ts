// Second walk, step 4: why scores are divided by the root of the width.
type Live = readonly ["n", string, string];

export const step = {
  title: "The size problem",
  description: "The wider the arrows, the bigger their scores. Dividing by √d_k keeps them the same size at any width.",

  what: [
    "The more numbers in an arrow, the bigger its scores. Divide each score by the root of that width, ", ["f", "root-dk"], ", and they keep one size at any width.",
  ],
  whys: (now: {
    dk: Live; root: Live; pairs: Live; insideRaw: Live; insideRoot: Live; deviationRaw: Live; deviationRoot: Live; deviationWidth: Live;
    largestRaw: Live; largestRoot: Live; largestWidth: Live; slopeRaw: Live; slopeRoot: Live;
  }) => [
    {
      anchor: "why-grow",
      question: "Why do scores grow at all?",
      answer: [
        ["A score adds up ", ["f", "dk"], " products. Take numbers that know nothing of each other (are independent), around zero, of size about one. Then each product is as likely above zero as below. They mostly cancel, but never quite: like coin flips, the sum wanders. At a width of ", now.dk, " it ends typically ", now.root, " away from zero, and that is the root of ", now.dk, "."],
        ["In the words of statistics: the average stays 0. The ", ["term", "variance"], ", the average square of the distance from it, is ", ["f", "dk"], ". Its root is the ", ["term", "spread"], ", or standard deviation. These ", now.pairs, " scores spread by ", now.deviationRaw, "; divided, by ", now.deviationRoot, "."],
      ],
    },
    {
      anchor: "why-size-matters",
      question: "Why does size matter?",
      answer: [
        ["Softmax, the next step, shares out one budget by the scores: each key gets a ", ["em", "weight"], ". It only sees differences. A gap of 0.5 splits 62 to 38, so 8 against 7.5 is still a fair share. A gap of 8 splits 99.97 to 0.03: one key takes everything, and nudging any score changes almost nothing. A model that feels no nudge cannot learn."],
        ["Take the scores in rows of 8. On average the largest weight of a row is ", now.largestRaw, " raw and ", now.largestRoot, " divided by the root. Nudge each score a little, and add up how much its own weight answers: ", now.slopeRaw, " raw, ", now.slopeRoot, " divided by the root."],
      ],
    },
    {
      anchor: "why-band",
      question: "What is the band in the picture?",
      answer: [["From −3 to 3: scores in it still share the budget. ", now.insideRaw, " of the raw scores are inside, and ", now.insideRoot, " of the divided ones. Divide by the root and pull the width up: the slim heap stands still."]],
    },
    {
      anchor: "why-root",
      question: "Why the root and not the width itself?",
      answer: [
        ["Because the spread is the root of the variance, and it is the spread that must come back to 1. Switch to “the width”: the scores now spread by only ", now.deviationWidth, "."],
        ["On average the largest of eight weights is then ", now.largestWidth, ", where an even share is 0.125. In wide arrows every key gets nearly the same weight. Nudges are still felt, but the query might as well not have asked."],
      ],
    },
    {
      anchor: "why-condition",
      question: "Does that hold for any numbers?",
      answer: [["Only for independent ones with average 0 and variance 1, which is about how a model starts. If both arrows spread twice as wide, the divided scores spread four times as wide."]],
    },
    {
      anchor: "why-which-d",
      question: "Which width, the model’s or the head’s?",
      answer: [["The head’s: as many numbers as one score has products. A ", ["term", "head"], " is one of several attentions side by side, each with keys of its own. Cut 512 numbers into 8 heads, and each has keys 64 wide: it divides by the root of 64."]],
    },
  ] as const,

  divide: { legend: "divide by", none: "nothing", root: "the root", width: "the width" },
  resample: "Draw others",
  caption: "Pull the width up. The raw heap runs out of the band, where scores still share; the divided one stays.",
  curves: (pairs: string, dk: string, raw: string, divided: string) => `${pairs} scores of arrows ${dk} numbers wide: raw they spread by ${raw}, divided by ${divided}`,
  raw: "raw", byRoot: "divided by the root", byWidth: "divided by the width",
  spread: "spread", inside: "inside the band", band: "−3 to 3: still sharing",
  table: { caption: "What the divisor does", divisor: "divided by", spread: "spread", inside: "inside −3 … 3", largest: "largest of 8 weights", slope: "answer to nudges" },

  check: {
    question: ["At a width of 256, how wide is the raw heap?"],
    choices: [
      { label: "4", reveal: "16, the root of 256. 4 is the root of 16: widths multiply by four, the heap doubles." },
      { label: "16", reveal: "16: the root of 256. Widths multiply by four, the heap doubles." },
      { label: "256", reveal: "16. 256 is the variance. The spread is its root, since most of the products cancel." },
    ],
  },
} as const;
