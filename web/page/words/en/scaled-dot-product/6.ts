// Second walk, step 6: the weighted blend of the values.
type Live = readonly ["n", string, string];

export const step = {
  title: "Blending the answers",
  description: "Behind each key stands a value. The weights say how much of each goes into the answer.",

  what: [
    "Behind each ", ["k", "key"], " stands a ", ["v", "value"], ": what it has to give. Cut each value down to its weight, lay the pieces tip to tail, and where they end is the ",
    ["term", "output"], ": the answer to this ", ["q", "query"], ".",
  ],
  whys: (now: { most: { name: string; weight: Live } | undefined; least: { name: string; weight: Live } | undefined; valueWidth: Live; asks: string; nobody: boolean; two: boolean }) => [
    {
      anchor: "why-average",
      question: "Is the output an average?",
      answer: [
        now.nobody ? [["q", now.asks], " may look at nobody now, so it is an average of nothing. By a rule all weights are then 0, and so is the output."] as const : ["A weighted one. The shares are positive and add up to 1, so the output lies among the values, never outside of them. It stays inside the ", ["term", "outline"], " that they span", now.two ? ", here between both tips." : ".",
          ...now.most ? [" It leans most to the value whose key matched best, ", ["k", now.most.name], " with ", now.most.weight, "."] as const : []] as const,
        ["Press “let all tie”: all weights are equal, and the output is the plain average, in the middle."],
      ],
    },
    {
      anchor: "why-values",
      question: "Why hand over values, and not the keys?",
      answer: [["A key is made to be found, a value to be used. You look up a name because you want the number beside it. So the model learns them apart."]],
    },
    {
      anchor: "why-matrix",
      question: "And for many queries at once?",
      answer: [["Each query has its own row of weights and gets its own blend of the same values. As a product of matrices that is ", ["f", "output"], ": one output row a query, each ", now.valueWidth, " numbers wide, as the values are."]],
    },
    {
      anchor: "why-explanation",
      question: "Do the weights explain the output?",
      answer: [["Not alone. A small weight on a long value moves the output farther than a large weight on a short one.",
        ...now.least ? [" Drag the value of ", ["k", now.least.name], " farther out: its weight stays ", now.least.weight, ", its step grows."] as const : []]],
    },
  ] as const,

  tie: "let all tie", untie: "let all go back",
  caption: "Drag a value. The output stays between the values, and the larger a weight, the stronger its pull.",
  captionOfNobody: "Nobody is looked at, so the output stays at 0 wherever the values are.",
  check: {
    question: ["Can the output be longer than the longest value?"],
    choices: [
      { label: "yes", reveal: "No. The shares add up to 1, so the output lies inside the outline of the values. No point in there is farther out than a corner." },
      { label: "no", reveal: "No: with shares that add up to 1 it lies inside the outline of the values. Try to drag it out." },
      { label: "only with a weight of 1", reveal: "No. With a weight of 1 it is that value itself, and no longer than it." },
    ],
  },
} as const;
