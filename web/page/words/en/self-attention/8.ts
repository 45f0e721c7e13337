// First walk, step 8: the edges. `asks` and `offers` are words; numbers come ready to print.
type Live = readonly ["n", string, string];
type Prose = readonly (string | readonly [role: "x" | "q" | "k" | "v" | "z" | "em" | "term", text: string] | Live)[];

/** What is known of the row that a case is about. */
export interface Row { asks: string; offers: string; weight: Live; most: { name: string; weight: Live } | undefined; sum: Live }

export const step = {
  title: "Edge cases",
  description: "Ties, landslides, a single word, opposite arrows, masks: one press each, and what the formula does.",

  what: [
    "Press a case: your own sentence goes to that edge, and the picture shows what comes of it. A ", ["term", "mask"],
    " says which words a word may look at. Every other word gets a weight of exactly 0.",
  ],

  whys: (now: { asks: string; offers: string }) => [
    {
      anchor: "why-infinity",
      question: "Why −∞ before softmax, and not 0 after it?",
      answer: [
        ["−∞ is less than any number, and e to the power of it is 0. As a score, before softmax, it takes the hidden word out of the sum as well, so the others share all of the budget. Set to 0 afterwards, its share is gone but nobody gets it: the row falls short of 1. Look at “Ways to hide a word” and compare the sums."],
        ["If you then divide the row by its new sum, you get the same numbers as with −∞. It is the forgetting that hurts."],
      ],
    },
    {
      anchor: "why-not-zero-score",
      question: "Then why not give it a score of 0?",
      answer: [["0 is a score like any other: e to the power of 0 is 1, a vote. Scores (2, 1, 0) leave 0.090 to the last. Adding 1 to what may be seen hides nothing either. In the same table, “a score of 0” shows what is left to ", ["k", now.offers], "."]],
    },
    {
      anchor: "why-not-large-negative",
      question: "A huge negative number instead of −∞?",
      answer: [["It does the same, as long as one word may be seen. A number added to a score is a ", ["term", "bias"], ". But hide a whole row, and a bias of −10,000 on every score is a shift that all share. The mask is gone as if it had never been. Under “Ways to hide a word”, switch to “every word” and see."]],
    },
    {
      anchor: "why-opposite",
      question: "Opposite arrows: no weight?",
      answer: [["Only if another word scores higher. Softmax reads gaps, so a negative score is low only beside a better one. Press “opposite arrows”, then “all opposite”: when all are equally bad, all get the same. And a word that is alone gets 1, whatever its score."]],
    },
    {
      anchor: "why-must-spend",
      question: "What if nothing matches?",
      answer: [["The budget must still be spent. ", ["q", now.asks], " cannot answer “nobody”: without a mask its weights add up to 1, however bad the scores. Models learn a place to put it, often a mark at the start of a text."]],
    },
    {
      anchor: "why-shut",
      question: "Every word is hidden. What now?",
      answer: [["The formula says 0 divided by 0. Some libraries answer ", ["term", "NaN"], ", which is short for “not a number”; some give every word the same; some give 0. Here it is 0: no weights, an output of zeros, and no hidden word gets a say. Press “nobody to look at”."]],
    },
    {
      anchor: "why-nan",
      question: "Can a broken number leak through a mask?",
      answer: [["In a library that multiplies by 0, yes: 0 × NaN is NaN. Hidden words must be left out, not multiplied away. Under “A broken number behind the mask”, one number of ", ["v", now.offers], " is NaN: seen, it spoils that column of the output; hidden, it does not."]],
    },
    {
      anchor: "why-causal",
      question: "What is “past only” for?",
      answer: [
        ["A model that writes must not read ahead. So each word may look at itself and at what stands before it: a ", ["term", "causal"], " mask. Its lower left triangle is open. To say what may be seen, libraries call it tril; to say what to hide, triu, from one above the diagonal."],
        ["With it the past holds still. Unfold “A word is added” and add one: every old row keeps its weights and its output. That is why keys and values can be kept: the store is called a ", ["term", "cache"], ". Old queries need not be kept: they have asked already."],
      ],
    },
    {
      anchor: "why-corner",
      question: "Two queries, five keys: which corner does the triangle start from?",
      answer: [["From the top left, query 1 sees key 1 alone. From the bottom right, “past only, ends aligned”, the last query sees the last key. So query 1 sees keys 1 to 4: right for two new words after a cache of three. Press “two ask, five offer” and change the mask."]],
    },
    {
      anchor: "why-true",
      question: "Does true mean see, or hide?",
      answer: [
        ["Here, and in scaled_dot_product_attention of PyTorch: see. In its nn.MultiheadAttention it is the other way round: hide."],
        ["Choose “past only”, then press “Turn the mask over” below the dots. Now every word reads what comes after it and nothing else, and the last word reads nobody. A model that reads exactly what it should not has its mask upside down."],
      ],
    },
    {
      anchor: "why-padding",
      question: "And padding?",
      answer: [["Shorter texts are filled up to the length of the longest: ", ["term", "padding"], ". It must not be looked at, so its column is shut for all. Its own row still asks and gets an answer; nobody uses it. A mask hides keys, not queries."]],
    },
    {
      anchor: "why-both",
      question: "Causal and a mask of my own, both at once?",
      answer: [["Both count: a word is seen only if both let it. Press “past only”, then shut one more dot. In code the mask has one row a query and one column a key, n × m. To give each head a mask of its own, put the heads in front: heads × n × m. Several texts at once go in front of that: texts × heads × n × m. Leave the heads or the texts out, and all of them share one mask."]],
    },
  ] as const,

  trio: {
    label: "Three edges side by side",
    even: { name: "flat", caption: "all scores equal" },
    "one-hot": { name: "a spike", caption: "one score huge" },
    masked: { name: "one forced to 0", caption: "one word hidden" },
    figure: (name: string, shares: readonly string[]) => `${name}: ${shares.join(", ")}`,
  },
  share: (word: string, weight: string) => `${word} ${weight}`,

  invert: "Turn the mask over",
  own: "your sentence",
  board: "The case on the board",
  table: "Five edges, what happens, and why it makes sense",
  more: "More edges",
  cases: {
    even: { name: "all scores equal", what: "every word gets 1 ÷ n", why: "There is nothing to choose by, so all count alike: the output is the plain average." },
    "one-hot": { name: "one score huge", what: "one weight near 1, the rest near 0", why: "The output is almost a copy of one value. Wide scores often do this when nothing has divided them, and then next to nothing is learned." },
    alone: { name: "a single word", what: "the weight is 1, the output is its value", why: "With nobody else to look at, a word looks at itself." },
    opposite: { name: "opposite arrows", what: "a score far below 0, a weight near 0", why: "A word that does not fit is muted, as long as another fits better." },
    masked: { name: "a hidden word", what: "−∞ before softmax, exactly 0 after", why: "e to the power of −∞ is 0. A model that writes hides all later words this way." },
    ties: { name: "two keys alike" },
    zero: { name: "a query of zeros" },
    "all-opposite": { name: "all opposite" },
    causal: { name: "past only" },
    padding: { name: "padding at the end" },
    shut: { name: "nobody to look at" },
    corners: { name: "two ask, five offer" },
  },

  /** What to notice, once a case is on the board. */
  notice: {
    own: ({ asks, most }: Row): Prose => [...most ? [["q", asks], " gives most to ", ["k", most.name], ": ", most.weight, ". "] as const : [], "Press a case."],
    nobody: ({ asks }: Row): Prose => [["q", asks], " may look at nobody: its weights are all 0, and so is its output."],
    even: ({ asks, offers, weight }: Row): Prose => ["The scale is 0, so all scores are. ", ["q", asks], " gives every word the same: ", ["k", offers], " gets ", weight, "."],
    "one-hot": ({ asks, offers, weight }: Row): Prose => ["20 is added to one score. ", ["q", asks], " gives ", ["k", offers], " ", weight, ", all but a trace, and takes over its value."],
    alone: ({ asks, weight }: Row): Prose => ["Nobody else is there. ", ["q", asks], " gives itself ", weight, ", whatever its score."],
    opposite: ({ asks, offers, weight, most }: Row): Prose => ["The key of ", ["k", offers], " points away from the query of ", ["q", asks], " and gets ", weight, ".", ...most ? [" The best of the row, ", ["k", most.name], ", has ", most.weight, "."] as const : []],
    masked: ({ asks, offers, weight }: Row): Prose => [["q", asks], " may not look at ", ["k", offers], ": ", weight, ", exactly. Paint more dots, and watch the rest share."],
    ties: ({ asks, offers, weight }: Row): Prose => ["The key after ", ["k", offers], " is now the same arrow, so both score alike with every word. ", ["q", asks], " gives each of the two ", weight, "."],
    zero: ({ asks, offers, weight }: Row): Prose => ["The query of ", ["q", asks], " is all zeros: every score is 0, and every word gets the same. ", ["k", offers], " has ", weight, "."],
    "all-opposite": ({ asks, offers, weight }: Row): Prose => ["Every key points away from the query of ", ["q", asks], ", equally far. Equally bad is equal: ", ["k", offers], " still gets ", weight, "."],
    causal: ({ asks, sum }: Row): Prose => [["q", asks], " may look at itself and at what stands before it. The row still adds up to ", sum, "."],
    padding: ({ asks, sum }: Row): Prose => ["The last word is filling. Nobody may look at it, its own row included, and every row still adds up to ", sum, ". ", ["q", asks], " shares among the rest."],
    shut: ({ asks, sum }: Row): Prose => [["q", asks], " may look at nobody. 0 divided by 0 has no answer, so a rule must give one: here all weights are 0, and the sum is ", sum, "."],
    corners: ({ asks }: Row): Prose => ["Only the last two words ask. Change the mask from “past only” to “past only, ends aligned”, and look which dots open for ", ["q", asks], "."],
  },

  hide: {
    title: "Ways to hide a word", hint: "only one of them holds",
    legend: "hide", one: "the word that offers", all: "every word",
    lead: (asks: string, offers: string): Prose => [["q", asks], " asks, ", ["k", offers], " is to be hidden. Choose both above the picture."],
    caption: "The weights of one row, with a word hidden in different ways",
    ways: {
      open: "not hidden", before: "−∞ before softmax", after: "0 after softmax", again: "0 after, then ÷ sum", zero: "a score of 0", large: "−10,000 added",
    },
    sum: "sum",
  },
  nan: {
    title: "A broken number behind the mask", hint: "left out, not multiplied by 0",
    lead: (asks: string, offers: string): Prose => ["The first number of the value of ", ["k", offers], " is NaN. This is the output of ", ["q", asks], "."],
    caption: "One row of the output, with a value that is no number",
    seen: "seen", hidden: "hidden",
    number: (place: number) => `${place}`,
  },
  cache: {
    title: "A word is added", hint: "what a cache may keep",
    lead: "Left, the output before the last word came; right, with it. With “past only”, the old rows are the same to the last digit. Without, every row is new.",
    caption: { before: "The output without the last word", now: "The output with it" },
    add: "Add a word", take: "Take the last word away", pastOnly: "Past only", seeAll: "No mask",
    /** What is added, in turn. */
    more: ["and", "was", "good", "in", "the", "morning"],
    same: "The old rows have not changed.", differ: "The old rows have changed.",
    wordsOnly: "These are numbers without a sentence. Start over to add words.",
  },

  check: {
    question: ["Every key points straight away from the query, all equally far. Each of the five words gets"],
    choices: [
      { label: "0", reveal: "A fifth. All scores are far below 0, but equal, and softmax reads only gaps. The budget must be spent. Press “all opposite”." },
      { label: "a fifth", reveal: "A fifth: all scores are far below 0, but equal, and softmax reads only gaps. Only a mask could say “nobody”. Press “all opposite”." },
      { label: "a negative weight", reveal: "A fifth. No power of e is negative, so no weight is; and equal scores give equal weights. Press “all opposite”." },
    ],
  },
} as const;
