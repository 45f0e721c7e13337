// First walk, step 2: the query, key and value of a word. `word` is that word; numbers come ready to print.
type Live = readonly ["n", string, string];

export const step = {
  title: "One arrow, three jobs",
  description: "Three matrices send each word’s arrow three ways: to what it asks, what it offers, and what it carries. Turn one and see.",

  what: [
    "Three ", ["term", "matrices"], ", which are tables that move arrows, send each word’s arrow three ways. Its ", ["term", "query"], " says what the word ", ["q", "asks"],
    " for. Its ", ["term", "key"], " says what it ", ["k", "offers"], ". Its ", ["term", "value"], " is what it ", ["v", "hands over"], " when it is chosen.",
  ],

  whys: (now: { word: string; model: Live; key: Live; value: Live; wq: Live; wk: Live; wv: Live }) => [
    {
      anchor: "why-three",
      question: "Why three arrows, and not one?",
      answer: [
        ["A word does different jobs. When ", ["x", "cat"], " asks, it may look for what the cat did. When others look for it, it says: a noun, an animal. One arrow can’t point both ways at once."],
        ["Drag the tip of ", ["x", now.word], ": all three arrows move. Then choose “key” and turn its matrix: only the ", ["k", "key"], " moves."],
      ],
    },
    {
      anchor: "why-products",
      question: "What does such a matrix do?",
      answer: [
        ["It moves the whole plane at once. Its first row is where the arrow (1, 0) goes, its second row where (0, 1) goes. All other arrows follow, with the grid that you see."],
        ["As arithmetic: multiply the word’s arrow by one column of ", ["f", "wq"], ", number by number, and add up. That is one number of the ", ["q", "query"], ". ", ["f", "wq"], " and ", ["f", "wk"], " have ", now.model, " rows and ", now.key,
          " columns, written ", ["f", "dmodel"], " × ", ["f", "dk"], ". ", ["f", "wv"], " is ", ["f", "dmodel"], " × ", ["f", "dv"], ", here ", now.model, " × ", now.value, "."],
      ],
    },
    {
      anchor: "why-learned",
      question: "What of all this is learned?",
      answer: [
        ["The matrices, not ", ["f", "q"], ", ", ["f", "k"], " and ", ["f", "v"], ": those are made anew for every sentence. Inside this step the ", now.wq, " + ", now.wk, " + ", now.wv, " numbers of the matrices are the only learned ones. Training finds what to ask and what to offer."],
        ["Outside it, the words’ own arrows are learned too, and so is a last matrix, ", ["f", "wo"], ", that mixes what several such steps give. Here all numbers are made by hand."],
      ],
    },
    {
      anchor: "why-not-embeddings",
      question: "Why not compare the words’ own arrows?",
      answer: [
        ["Step 3 makes a ", ["em", "score"], " of each query and key: how well they match. With the words’ own arrows one word would score another exactly as that one scores it, and no model could choose what to look for."],
        ["Press “both do nothing” at “tie”, and unfold “What becomes of it”: the grid of scores mirrors itself on its diagonal."],
      ],
    },
    {
      anchor: "why-two-matrices",
      question: "Only the product of two matrices counts. Why keep both?",
      answer: [
        ["To save numbers, where a key is less than half as wide as the word’s arrow. Scores use ", ["f", "wq"], " and ", ["f", "wk"], " only multiplied together, and one big matrix could stand for both. It would hold ", now.model, " × ", now.model, " numbers. The two hold ", now.wq, " + ", now.wk, "."],
        ["Set the arrows to 4 numbers and ", ["f", "dk"], " to 1: 8 instead of 16. An example of size: with 512 numbers in an arrow and 64 in a key it is 65,536 instead of 262,144. The price: a narrow pair can’t do all that one big matrix can."],
        ["It is not the second matrix that makes the scores one-way. One big matrix could be lopsided too."],
      ],
    },
    {
      anchor: "why-values",
      question: "Why not hand over the key itself?",
      answer: [
        ["A key is made to be found, a value to be used. You look up a name, and want the phone number."],
        ["Tie V to K, and turn the key’s matrix. Under “What becomes of it” the weights move, which say how much is taken from each word, and so does what is handed over. Set the tie free, and turn again: the weights move, and ", ["f", "v"], " stays."],
      ],
    },
    {
      anchor: "why-widths",
      question: "Must all three be equally wide?",
      answer: [
        ["Query and key must: the numbers in the same place are multiplied. The value may have any width, and the output then has it too. Set the arrows to 4 numbers: then ", ["f", "dk"], " is 4 and ", ["f", "dv"], " is 2."],
      ],
    },
    {
      anchor: "why-order",
      question: "Does attention know the order of the words?",
      answer: [
        ["Not by itself. ", ["term", "Attention"], " is asking, matching and handing over, and none of the three sees a place. Unfold “Does order count?” and shuffle: rows change places, and the numbers in them stay."],
        ["A mask that hides the future brings order in: choose “past only”, then shuffle again. So does a place of its own for every word, added to its arrow."],
      ],
    },
    {
      anchor: "why-positions",
      question: "Why do some add the place to query and key alone?",
      answer: [
        ["Query and key decide who listens to whom, and there the place matters. The value is what is handed over, and that may be the same anywhere. It is a choice: the Transformer of 2017, the first model built on attention alone, had the place in all three."],
        ["Switch “place of the word” and watch ", ["f", "v"], ": it moves only when the place is in the whole arrow."],
      ],
    },
  ] as const,

  caption: "The thin arrow is the word. Choose a matrix, pull its rows, turn it or stretch it.",
  plane: (word: string) => `The arrow of ${word} and its query, key and value, from one point`,
  tip: (word: string) => `tip of ${word}`,
  at: (across: string, up: string) => `${across} across, ${up} up`,
  movement: (word: string, job: string) => `The matrix of the ${job} moves the plane, and the arrow of ${word} with it`,
  matrix: { legend: "matrix of the", q: "query", k: "key", v: "value" },
  rows: ["first row", "second row"],
  turn: "turn the matrix", stretch: "stretch the matrix",
  strips: { x: "word", q: "query", k: "key", v: "value", caption: (word: string) => `${word} and its query, key and value, number by number` },

  tie: { legend: "tie", free: "free", qk: "Q to K", vk: "V to K", vx: "V = X", plain: "both do nothing" },
  width: "numbers in an arrow",
  keyWidth: "in a query and key",

  become: { title: "What becomes of it", hint: "scores, weights, output: steps 3 to 7" },
  order: {
    title: "Does order count?", hint: "shuffle, mask, places",
    shuffle: "Shuffle the words",
    places: { legend: "place of the word", none: "nowhere", qk: "in query and key", x: "in the whole arrow" },
    values: "V, one value a row", output: "output, one row a word",
  },

  check: {
    question: ["You tie the query’s and the key’s matrix to each other. Then ", ["q", "cat"], " scores ", ["k", "milk"]],
    choices: [
      { label: "as milk scores cat", reveal: "The same both ways. One matrix makes both arrows, so a word that asks and a word that offers look alike. Tie Q to K, unfold “What becomes of it”, and find the mirror in the grid." },
      { label: "less than milk scores cat", reveal: "The same both ways: with one matrix for both jobs nothing tells the asking word from the offering one. Tie Q to K and find the mirror in the grid." },
      { label: "it depends on the words", reveal: "The same both ways, for any words: drag one and see. With one matrix for both jobs, nothing tells the asking word from the offering one." },
    ],
  },
} as const;
