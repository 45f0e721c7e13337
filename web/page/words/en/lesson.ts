// What every step of both walks says around its own words.

/** Nothing, or one more sentence. */
export type Exception = readonly (string | readonly [role: "q" | "k", text: string])[];

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
  width: "numbers in an arrow",
  quotient: { name: "one weight", largest: "max", nobody: "Every key is hidden, and 0 ÷ 0 is no number. By a rule the weight is then 0." },
  nobody: (asks: string): Exception => [" But ", ["q", asks], " may look at nobody: by a rule its weights are all 0."],
  row: {
    raw: "raw scores", scaled: "scaled scores", pushed: "scaled scores, with your pull", weights: "weights",
    label: (asks: string, shares: readonly string[]) => `${asks} shares its attention: ${shares.join(", ")}`,
    share: (name: string, share: string) => `${share} to ${name}`,
    handle: (name: string) => `score of ${name}`,
    push: (name: string, by: string) => [["k", name], ` pulled by ${by}`] as const,
    noPush: "No score is pulled yet.",
    takeBack: "Let all go back",
  },
  blend: {
    label: (asks: string, output: string, shares: readonly string[]) => `The output of ${asks} at ${output}, a blend of ${shares.join(" and ")}`,
    share: (name: string, share: string) => `${share} of ${name}`,
    tip: (name: string) => `value of ${name}`,
    at: (across: string, up: string) => `${across} across, ${up} up`,
    output: "output",
    twoOf: "The values have more than two numbers. The plane shows the first two, the tables all.",
  },
  scrub: { label: "how far the pipeline is shown", play: "Play", pause: "Pause", back: "Step back", forward: "Step", at: (stop: string) => `up to ${stop}` },
  pipeline: "The pipeline",
  here: "you are here",
  stops: { arrows: "arrows", project: "project", score: "score", scale: "scale", mask: "mask", softmax: "softmax", blend: "blend" },
  signs: { arrows: "go in", project: "x → q, k, v", score: "QKᵀ", scale: "÷ √d", mask: "−∞ or not", softmax: "rows to 100 %", blend: "A V" },
} as const;
