// What every step of both walks says around its own words.
export const lesson = {
  walks: { "self-attention": "From words", "scaled-dot-product": "From zero" },
  count: (number: number, all: number) => `Step ${number} of ${all}`,
  summary: "All in one picture",
  picture: "The picture",
  words: "What it shows, and why",
  numbers: "Numbers and code",
  turn: "Other steps",
  back: "Back",
  next: "Next",
  shapeRule: "Which sizes meet, and what is left",
  fewer: (what: string) => `fewer ${what}`,
  more: (what: string) => `more ${what}`,
  pipeline: "The pipeline",
  here: "you are here",
  stops: { project: "project", score: "score", scale: "scale", mask: "mask", softmax: "softmax", blend: "blend" },
  signs: { project: "x → q, k, v", score: "QKᵀ", scale: "÷ √d", mask: "−∞ or not", softmax: "rows to 100 %", blend: "A V" },
} as const;
