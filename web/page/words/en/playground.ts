// The playground's words. What stands wherever tables and controls stand is in board.ts.
export const playground = {
  title: "Playground",
  description: "Type a sentence, drag its arrows, and watch every number of attention follow. Open any of them.",
  heading: "Playground",
  lead: "Drag the tip of an arrow, or type a sentence. Every number follows. Press a number to see where it came from.",
  keys: "Keyboard: arrow keys move a tip by 0.1, with Shift by 0.5; in a table they go from cell to cell, Enter opens, Esc closes.",

  scenes: { legend: "what is shown", words: "a sentence", given: "the worked example" },
  width: { legend: "numbers in an arrow" },

  flow: "The pipeline, from arrows to output",
  unfold: { title: "From mask to weights", hint: "softmax, step by step" },

  paper: {
    lead: "One query, two keys, four numbers each. On paper each weight is rounded to three decimals before it is used. The core keeps it whole, so the results differ a little.",
    onPaper: "on paper, three decimals",
    unrounded: "unrounded",
    weights: "weights",
    output: "output",
  },
} as const;
