// Every term of the two walks: what it means, and the step that first explains it. `also`: other forms in which a walk
// writes it. "From words" comes first where both walks explain one.
type Sign = "dk" | "dv" | "dmodel";
type Prose = readonly (string | readonly [kind: "x" | "q" | "k" | "v" | "z", text: string] | readonly ["f", Sign | "root-dk" | "k-transposed"])[];

/** `sign`: the formula that the term is written as. */
interface Entry { id: string; term: string; sign?: Sign; also?: readonly string[]; first: string; meaning: Prose }

export const glossary: readonly Entry[] = [
  { id: "arrow", term: "arrow", also: ["vector", "arrows", "vectors"], first: "/self-attention/1/", meaning: ["A list of numbers, drawn: so far across, so far up, and so on. Books call it a vector."] },
  { id: "attention", term: "attention", first: "/self-attention/2/", meaning: ["Each word asks, every word offers, and what the best matches carry is blended into a new arrow for the one that asked."] },
  { id: "bias", term: "bias", first: "/self-attention/8/", meaning: ["A number added to a score before the mask. A large negative one makes a weight tiny; only −∞ makes it 0 whatever the other scores are."] },
  { id: "blend", term: "blend", first: "/self-attention/7/", meaning: ["The last step: each ", ["v", "value"], " times its weight, all added up. Since the weights sum to 1, it is a weighted average."] },
  { id: "cache", term: "cache", first: "/self-attention/8/", meaning: ["The ", ["k", "keys"], " and ", ["v", "values"], " of earlier words, kept so that a new word need not make them again. It brings one ", ["q", "query"], " of its own."] },
  { id: "causal", term: "causal", also: ["causal mask"], first: "/self-attention/8/", meaning: ["Of a mask: each word sees itself and what came before, never what comes after."] },
  { id: "cosine", term: "cosine", first: "/self-attention/3/", meaning: ["What an angle alone says: 1 for the same way, 0 for a right angle, −1 for opposite. A dot product is the cosine times both lengths."] },
  { id: "cross-attention", term: "cross-attention", first: "/self-attention/4/", meaning: ["Attention from one text to another: the text being written brings the ", ["q", "queries"], ", the text being read the ", ["k", "keys"], " and ", ["v", "values"], "."] },
  { id: "d-k", term: "d_k", sign: "dk", also: ["key width"], first: "/self-attention/2/", meaning: ["How many numbers a ", ["k", "key"], " has. A ", ["q", "query"], " has as many, because a dot product pairs them."] },
  { id: "d-model", term: "d_model", sign: "dmodel", also: ["model width"], first: "/self-attention/1/", meaning: ["How many numbers a word’s arrow has."] },
  { id: "d-v", term: "d_v", sign: "dv", first: "/self-attention/2/", meaning: ["How many numbers a ", ["v", "value"], " has, and so the output too. It need not equal ", ["f", "dk"], "."] },
  { id: "dot-product", term: "dot product", also: ["dot products"], first: "/self-attention/3/", meaning: ["Multiply the numbers in the same place of two arrows and add the products. One number is left. It reads both lengths and the angle between."] },
  { id: "embedding", term: "embedding", also: ["embeddings"], first: "/self-attention/1/", meaning: ["The arrow that stands for a word before any attention. In a real model it is learned."] },
  { id: "float", term: "float32", first: "/self-attention/6/", meaning: ["How a number is kept in 4 bytes: about seven digits, and nothing beyond some 3.4 × 10³⁸. All numbers here are kept so."] },
  { id: "head", term: "head", also: ["heads"], first: "/self-attention/5/", meaning: ["One attention with matrices of its own. Models run several side by side; each blends in its own way."] },
  { id: "jacobian", term: "Jacobian", first: "/self-attention/5/", meaning: ["A table of slopes: how each weight of a row moves when one of its scores is nudged. Near 0 everywhere, the row can’t learn."] },
  { id: "key", term: "key", also: ["keys"], first: "/self-attention/2/", meaning: ["The arrow by which a word can be found: what it offers. Every ", ["q", "query"], " is matched against it."] },
  { id: "learned", term: "learned", also: ["learning"], first: "/self-attention/1/", meaning: ["Of a number: found by training, a small nudge at a time, not set by hand. In a real model the embeddings and all matrices are."] },
  { id: "mask", term: "mask", first: "/self-attention/8/", meaning: ["Says which ", ["k", "key"], " a ", ["q", "query"], " may see. A shut place gets −∞ for its score, and so exactly 0 for its weight."] },
  { id: "matrix", term: "matrix", also: ["matrices"], first: "/self-attention/2/", meaning: ["A table of numbers. Multiplied with an arrow it makes another arrow: it turns, stretches or mirrors the whole plane at once."] },
  { id: "minus-infinity", term: "minus infinity, −∞", also: ["−∞"], first: "/self-attention/8/", meaning: ["Less than any number. e to the power of it is 0, so softmax leaves that place nothing."] },
  { id: "nan", term: "NaN", first: "/self-attention/8/", meaning: ["Short for “not a number”: what is left where a computation has no answer, as in 0 divided by 0. Whatever is computed from it is NaN, too."] },
  { id: "outline", term: "outline", also: ["hull"], first: "/self-attention/7/", meaning: ["The shape that a string makes when pulled tight around the tips of all ", ["v", "values"], ". An average with weights never leaves it. Books call it the convex hull."] },
  { id: "output", term: "output", first: "/self-attention/7/", meaning: ["What a ", ["q", "query"], " leaves with: the ", ["z", "blend"], " of the values, one row for each query."] },
  { id: "overflow", term: "overflow", first: "/self-attention/6/", meaning: ["A number too large for its place in memory becomes ∞. Softmax takes the largest score away first, and never gets there."] },
  { id: "padding", term: "padding", first: "/self-attention/8/", meaning: ["Filler at the end of a short text, so that all texts are equally long. It is masked as a ", ["k", "key"], ", so nobody reads it."] },
  { id: "query", term: "query", also: ["queries"], first: "/self-attention/2/", meaning: ["The arrow with which a word asks: what it is looking for."] },
  { id: "saturation", term: "saturation", also: ["saturated"], first: "/self-attention/5/", meaning: ["One weight is nearly 1 and the rest nearly 0, so that nudging a score changes almost nothing. It comes from wide gaps between scores."] },
  { id: "scale", term: "scale", first: "/self-attention/5/", meaning: ["The step that divides each score by ", ["f", "root-dk"], ", so that scores spread about as wide at any width."] },
  { id: "score", term: "score", also: ["scores"], first: "/self-attention/3/", meaning: ["The dot product of a ", ["q", "query"], " and a ", ["k", "key"], ": how well they match. Any number, before softmax makes a weight of it."] },
  { id: "self-attention", term: "self-attention", first: "/self-attention/4/", meaning: ["Attention inside one text: the same words ask, offer and carry."] },
  { id: "slope", term: "slope", also: ["slopes"], first: "/self-attention/5/", meaning: ["How far a weight moves for each unit that a score is nudged. Where it is 0 a nudge changes nothing, and nothing can be learned."] },
  { id: "softmax", term: "softmax", first: "/self-attention/6/", meaning: ["Makes shares of a row of scores: e to the power of each, divided by the sum of all. Every share but that of −∞ is above 0, and the row sums to 1."] },
  { id: "spread", term: "spread", also: ["standard deviation"], first: "/self-attention/5/", meaning: ["How far numbers lie from their mean, as a rule: the root of the variance. Books call it standard deviation."] },
  { id: "temperature", term: "temperature", first: "/self-attention/6/", meaning: ["Divides the scaled scores once more. Above 1 the row shares more evenly, below 1 more sharply."] },
  { id: "token", term: "token", also: ["tokens"], first: "/self-attention/1/", meaning: ["A piece of text that gets an arrow. Here it is a word; real models also cut words into parts."] },
  { id: "transpose", term: "transpose", also: ["transposed"], first: "/self-attention/4/", meaning: ["A matrix flipped over, so that its rows are columns. ", ["f", "k-transposed"], " stands the ", ["k", "keys"], " up as columns."] },
  { id: "value", term: "value", also: ["values"], first: "/self-attention/2/", meaning: ["The arrow that a word hands over when it is attended to: what it carries."] },
  { id: "variance", term: "variance", first: "/self-attention/5/", meaning: ["The mean of the squared distances from the mean. For independent numbers variances add up, which is why ", ["f", "dk"], " products spread by ", ["f", "root-dk"], "."] },
  { id: "weight", term: "weight", also: ["weights"], first: "/self-attention/6/", meaning: ["The share of its attention that a ", ["q", "query"], " gives to a ", ["k", "key"], ". A row of weights sums to 1, unless every place in it is shut."] },
];

export const glossaryPage = {
  title: "Glossary",
  description: "Every term of the two walks in a sentence or two, with the step that explains it.",
  lead: "Each term in a sentence or two. The link leads to the step where you can try it.",
  first: "Explained in",
  step: (walk: string, place: string) => `${walk}, ${/^\d+$/.test(place) ? `step ${place}` : "summary"}`,
};

/** The id of every form of every term, in small letters. */
export const termIds: Readonly<Record<string, string>> = Object.fromEntries(
  glossary.flatMap(({ id, term, also = [] }) => [term, ...also].map((form) => [form.toLowerCase(), id])));

/** The id of a term as a text writes it; undefined where it is none. */
export function termId(text: string): string | undefined {
  return termIds[text.toLowerCase()];
}
