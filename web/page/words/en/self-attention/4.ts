// First walk, step 4: every query against every key. `asks` and `offers` are words; numbers come ready to print.
import type { Exception } from "../lesson.js";

type Live = readonly ["n", string, string];

export const step = {
  title: "All against all",
  description: "One product of two tables scores every query against every key. Point at a cell and see which two arrows meet there.",

  what: {
    rows: [
      "Stack the queries as rows of ", ["f", "q"], " and the keys as rows of ", ["f", "k"], ". One product of the two tables puts the score of every pair into its own cell: a row ",
      ["q", "asks"], ", a column ", ["k", "offers"], ".",
    ],
    columns: [
      "Stand the queries as columns of ", ["f", "q"], " and the keys as columns of ", ["f", "k"], ". One product of the two tables puts the score of every pair into its own cell: a column ",
      ["q", "asks"], ", a row ", ["k", "offers"], ".",
    ],
  },

  whys: (now: {
    queries: Live; keys: Live; width: Live; scores: Live; asks: string; offers: string; score: Live; nobody: Exception;
    right: readonly [Live, Live]; left: readonly [Live, Live];
  }) => [
    {
      anchor: "why-transpose",
      question: "Why is K tipped on its side?",
      answer: [
        ["A product of tables pairs a row on the left with a column on top. The queries lie in rows already. To ", ["term", "transpose"], " a table is to tip it over, so that its rows stand up as columns. That is the small T in ", ["f", "k-transposed"], "."],
        ["Then each row of ", ["f", "q"], " meets each column: ", now.width, " numbers against ", now.width, ". That shared width, ", ["f", "dk"], ", is used up by the sum. What is left is one score a pair, ", now.queries, "\u00a0×\u00a0", now.keys, ". With ", ["em", "n"], " words: ", ["em", "n"], "\u00a0× ", ["f", "dk"], " meets ", ["f", "dk"], " ×\u00a0", ["em", "n"], ", and ", ["em", "n"], "\u00a0×\u00a0", ["em", "n"], " is left."],
        ["Point at a cell. Its row and its column light up, and the sum beside the grid is theirs."],
      ],
    },
    {
      anchor: "why-columns",
      question: "Why do others write it the other way round?",
      answer: [
        ["They keep each arrow as a column. Then the same numbers come from ", ["f", "scores-of-columns"], ", and the grid is mirrored: columns ask, rows offer, and each column is shared out, not each row. Switch “arrows as” under the grid and find your cell again. In all other steps arrows are rows."],
        ["It matters for matrices too. With words as rows the product is ", ["em", "xW"], ", with words as columns ", ["em", "Wx"], ", and the matrix is tipped over between them. Mix them up, and other numbers come out. Take x = (1, 2) and a matrix with rows (1, 0) and (1, 1): xW is (",
          ...now.right.flatMap((number, at) => (at ? [", ", number] : [number])), "), Wx is (", ...now.left.flatMap((number, at) => (at ? [", ", number] : [number])), ")."],
      ],
    },
    {
      anchor: "why-row-asks",
      question: "Who asks, the row or the column?",
      answer: [
        ["With arrows as rows, the row asks. Read a cell as a sentence: ", ["q", now.asks], " gives ", ["k", now.offers], " a score of ", now.score, ". The cell across the diagonal has the roles swapped, and a score of its own."],
        ["Later each row of scores becomes shares that add up to 1.", ...now.nobody, " Columns need not add up to 1. Unfold “Rows and columns added up” and look at the sums of both."],
      ],
    },
    {
      anchor: "why-n-squared",
      question: "What does it cost?",
      answer: [
        ["Every query meets every key: ", now.queries, "\u00a0×\u00a0", now.keys, " is ", now.scores, " scores, each a sum of ", now.width, " products. Add a word and watch a whole row and a whole column come. Twice the words, four times the scores: the cost grows with the ", ["em", "square"], " of the length."],
        ["Only the grid does. The tables of words, queries, keys and values grow by one row a word. An example of size: for 4,096 words one grid of 4-byte numbers takes 64 MiB."],
      ],
    },
    {
      anchor: "why-cross",
      question: "Must both sides be the same text?",
      answer: [
        ["No. In ", ["term", "self-attention"], " one text gives all three. In ", ["term", "cross-attention"], " the text that is being written gives the queries, and the text that is being read gives keys ", ["em", "and"], " values. There is one row of scores a query, so the grid need not be square."],
        ["Press “two other words ask” below the picture: two rows. Go back and press “two other words offer”: two columns."],
      ],
    },
  ] as const,

  corner: { asks: "asks ↓", offers: "offers →", asksColumns: "asks →", offersColumns: "offers ↓" },
  rule: "Which sizes meet, and what is left",
  pair: (asks: string, offers: string, score: Live) => [["q", asks], " gives ", ["k", offers], " a score of ", score] as const,
  apart: "apart",
  words: "words",
  notation: { legend: "arrows as", rows: "rows", columns: "columns" },
  cross: { ask: "two other words ask", offer: "two other words offer", own: "back to one sentence" },

  growth: {
    title: ["Twice the words, four times the scores."],
    hint: "Each square is one score.",
    now: "scores", twice: "for twice the words",
    label: (scores: string) => `${scores} squares, and beside them the table for twice the words, four times as large`,
  },
  sums: { title: "Rows and columns added up", hint: "of the shares that softmax will make in step 6", sum: "sum" },

  check: {
    question: ["Five words make 25 scores. Ten words make"],
    choices: [
      { label: "50", reveal: "100. Each new word asks everybody, and everybody asks it. Twice the words cost four times the scores." },
      { label: "100", reveal: "100. Ten rows of ten. Each new word asks everybody, and everybody asks it: press + and watch both come." },
      { label: "125", reveal: "100: ten rows of ten. Nothing is counted three times; each pair of a row and a column has one cell." },
    ],
  },
} as const;
