// Second walk, summary: one picture, the retelling, the cards.
import type { Exception } from "../lesson.js";

export const step = {
  title: "From query to answer",
  description: "Arrows, scores, scaling, softmax, blend: the whole of scaled dot-product attention in one strip, and in your own words.",

  what: (nobody: Exception) => [
    "Arrows become a grid of scores. Divided by the root of the width, they keep one size. ", ["term", "Softmax"], " turns each row into shares that add up to 1.", ...nobody, " The shares blend the ",
    ["v", "values"], ". That is all of attention.",
  ] as const,
  whys: [
    {
      anchor: "why-formula",
      question: "And the formula?",
      answer: [["Read it from the inside out: ", ["f", "scores"], ", the grid; divided by ", ["f", "root-dk"], "; softmax along each row; times ", ["f", "v"], ". You have met every sign in it."]],
    },
    {
      anchor: "why-more",
      question: "What comes on top of it in a real model?",
      answer: [
        ["Several heads, each with matrices of its own, side by side. Positions, since attention itself does not know the order of words. Masks. In training sometimes dropout, which sets some weights to zero, so that a row need not add up to 1."],
        ["The playground has the sentence, the matrices and the masks; take them apart there."],
      ],
    },
  ],

  ideas: [
    { id: "arrows", text: ["Every word becomes an arrow, a list of numbers."] },
    { id: "match", text: ["To see who matters to me, I measure how far each other arrow goes along with mine. Agreement is large, no relation is zero, a clash is negative. Long arrows count for more."] },
    { id: "scale", text: ["With many numbers in an arrow, these measures spread, so I divide them by the root of how many there are."] },
    { id: "softmax", text: ["Then I turn the row into percentages that add up to 100. A lead over the others brings a big slice. Far behind means almost nothing."] },
    { id: "blend", text: ["By these percentages I mix what the words have to give. Who matched best gives most."] },
    { id: "answer", text: ["The mixture is my answer, and nothing else happens."] },
  ],
  cards: [
    { id: "root", question: ["Why divide by ", ["f", "root-dk"], " and not by ", ["f", "dk"], "?"], answer: [["The spread of a dot product grows as the root of the width. To bring it back to 1, divide by that root. Dividing by the width itself squeezes all scores together, and the shares come out nearly even."]] },
    { id: "softmax", question: ["What is the one job of softmax here?"], answer: [["To turn a row of any numbers into positive shares that add up to 1. It is smooth, and one share gains only what the others lose."]] },
    { id: "mask", question: ["Where does a masked position go?"], answer: [["Its score becomes −∞ before softmax, so its share is e to the −∞, exactly 0."]] },
    { id: "example", question: ["What is the output of the worked example?"], answer: [["(3.655, 0.807, 0) when the shares are rounded to three decimals first; (3.655293, 0.806824, 0) unrounded."]] },
  ],
} as const;
