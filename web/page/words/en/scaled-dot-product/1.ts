// Second walk, step 1: arrows, a query and the keys on a shelf.
export const step = {
  title: "A word is an arrow",
  description: "Before any attention: a word becomes a list of numbers, and a list of numbers is an arrow. Drag one.",

  what: [
    "Words can’t be multiplied, numbers can. So each word becomes a list of numbers, and two numbers are an ", ["em", "arrow"], ": so far across, so far up. A ",
    ["term", "query"], " is the arrow of whoever is looking for something; the ", ["term", "keys"], " are the arrows of what stands on the shelves, as in a library.",
  ],
  whys: [
    {
      anchor: "why-arrows",
      question: "Why arrows, of all things?",
      answer: [
        ["You can do sums with them. Arrows can be added, stretched, and compared by where they point. The letters of a word can’t."],
        ["Drag the ", ["q", "query"], ". Its two numbers follow. Type a number, and the arrow follows. They are one thing, written in two ways."],
      ],
    },
    {
      anchor: "why-direction",
      question: "What does the direction stand for?",
      answer: [
        ["For meaning, or rather for what a model has put there. A model is a program that learns its numbers from text, until arrows that point the same way are about like things. Length counts too, as step 2 will show."],
        ["At the start the ", ["q", "query"], " leans towards ", ["k", "key 1"], " and away from ", ["k", "key 2"], ". Turn it the other way and see which key it now leans to."],
      ],
    },
    {
      anchor: "why-roles",
      question: "So what are query, key and value?",
      answer: [
        ["Names for how an arrow is used: a ", ["q", "query"], " is asked with, a ", ["k", "key"], " is matched against, a ", ["v", "value"], " is handed over. The values come in step 6."],
        ["Where do they come from? Three tables of learned numbers make them out of a word’s own arrow. The other walk, From words, starts there."],
      ],
    },
    {
      anchor: "why-two",
      question: "Do real models use two numbers?",
      answer: [["No, often 64 or 128 in a key. Two fit on a page without any loss. Everything you see here holds at any width, and step 2 shows why an angle can still be drawn."]],
    },
  ],

  plane: (query: string, keys: readonly string[]) => `The arrows of ${query} and of ${keys.join(", ")} from one point`,
  tip: (name: string) => `tip of ${name}`,
  at: (across: string, up: string) => `${across} across, ${up} up`,
  caption: "Drag a tip. Watch which key the amber arrow leans to.",

  check: {
    question: ["Turn the ", ["q", "query"], " right round, so that it points the other way. Which key does it lean to then?"],
    choices: [
      { label: "still key 1", reveal: "To key 2. Where the query leans is a matter of direction: turn it round, and what was behind lies ahead." },
      { label: "key 2", reveal: "To key 2. What lay behind now lies ahead. Step 2 turns “leans to” into a number." },
      { label: "neither", reveal: "To key 2, which lay behind it. An arrow leans to neither only at a right angle to both." },
    ],
  },
} as const;
