// First walk, step 1: a word as a list of numbers. `one` and `other` are words; numbers come ready to print.
type Live = readonly ["n", string, string];

export const step = {
  title: "A word is an arrow",
  description: "A word becomes a list of numbers, and the list an arrow. Drag one, and watch its numbers follow.",

  what: [
    "Each word becomes a list of numbers, its ", ["term", "embedding"], ". Draw the list as an ", ["term", "arrow"],
    " from one common point: the first number goes across, the second goes up. The table ", ["f", "x"], " stacks the lists, one row a word.",
  ],

  whys: (now: { one: string; other: string; angle: Live; long: Live; otherLong: Live; width: Live; words: Live }) => [
    {
      anchor: "why-arrows",
      question: "Why turn words into arrows?",
      answer: [
        ["You can’t calculate with the letters c, a, t. You can with arrows: add them, stretch them, measure the angle between two. All that follows is made of these."],
        ["Drag the tip of ", ["x", now.one], ". Its row in ", ["f", "x"], " follows. Now ", ["x", now.one], " has length ", now.long, ", ", ["x", now.other], " has ", now.otherLong, ", and they lie ", now.angle, " apart."],
      ],
    },
    {
      anchor: "why-learn",
      question: "How does that help a machine to learn?",
      answer: [
        ["An arrow can move by a hair. Then every number made from it moves by a hair too, and none jumps. Drag slowly and watch the little tables at the top of the page."],
        ["So a machine can ask of each number: a bit more, or a bit less, which makes the answer better? Then it takes that small step, and asks again. That is ", ["term", "learning"], ". No such step leads from “cat” to “dog” through letters."],
      ],
    },
    {
      anchor: "why-width",
      question: "How long is the list?",
      answer: [
        ["Its length is called ", ["f", "dmodel"], ". Here it is ", now.width, ". Two numbers can be drawn true on a flat page; that is why we start with two."],
        ["Real models use hundreds. Nothing changes in the arithmetic: switch to 4 and the arrow needs two drawings, one for each pair of its numbers. ", ["f", "x"], " has ", now.words, " rows, one a word, and ", now.width, " columns."],
      ],
    },
    {
      anchor: "why-these-numbers",
      question: "Who chose these numbers?",
      answer: [
        ["For common words, we did, by hand: things point right, actions point up, words like “its” point left. A word that we don’t know gets a random arrow from its letters. Under ", ["f", "x"], " it says which is which. The matrices named there come in step 2."],
        ["In a trained model nobody chooses. The numbers begin at random and are learned, so that words used alike come to point alike."],
      ],
    },
    {
      anchor: "why-token",
      question: "Is it always a whole word?",
      answer: [["Often it is a piece of one. Models cut text into ", ["term", "tokens"], ", which are words, parts of words, or marks. One row of ", ["f", "x"], " is one token. Here every token is a word."]],
    },
  ] as const,

  caption: "Drag a tip, or type into the table. Both are the same numbers.",
  words: "words",
  width: "numbers in an arrow",
  code: "holds the numbers above, and measures each arrow",

  check: {
    question: ["You drag one word’s tip exactly onto another’s. Which rows of ", ["f", "x"], " change?"],
    choices: [
      { label: "one row", reveal: "One row: that of the word you dragged. Now two rows hold the same numbers. To all that follows, these two words are one and the same." },
      { label: "both rows", reveal: "One row. The other word stays where it is, and each row belongs to one word. But the two rows now hold the same numbers, so nothing that follows can tell these words apart." },
      { label: "all rows", reveal: "One row: each row belongs to one word. Words meet later, when scores are made. Drag a tip and watch which numbers stay." },
    ],
  },
} as const;
