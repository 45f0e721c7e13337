// What learners really ask, each question that belongs to a step of a walk: where it is answered, and the experiment that
// proves the answer. Questions about heads, and what only a lab can show, wait for the labs.
import { asks, button, cell, into, pull, radio, range, type Act, type Point } from "./steps.js";

const a = (place: string) => `/self-attention/${place.replace("#", "/#")}` as Point["at"];
const b = (place: string) => `/scaled-dot-product/${place.replace("#", "/#")}` as Point["at"];
const fold = (title: string): Act => ["unfold", ".more .fold", title];
const dot = (index: string): Act => ["press", `.at-mask button[data-index="${index}"]`];

const rows: readonly (readonly [point: string, at: Point["at"], says: RegExp, acts: Point["acts"], then?: Point["then"]])[] = [
  // words and jobs
  ["does attention know the order", a("2#why-order"), /Not by itself/, [fold("Does order count?"), button("Shuffle the words")]],
  ["an order through the mask", a("2#why-order"), /mask that hides the future/, [fold("Does order count?"), radio("mask", "causal"), button("Shuffle the words")]],
  ["places in q and k, not in v", a("2#why-positions"), /the Transformer of 2017, [^]*had the place in all three/, [fold("Does order count?"), radio("places", "qk"), radio("places", "x")]],
  ["query, key, value, really", a("2#why-three"), /A word does different jobs/, [radio("matrix", "k"), pull("turn the matrix")]],
  ["query, key, value, from zero", b("1#why-roles"), /a query is asked with, a key is matched against, a value is handed over/, [pull("tip of query")]],
  ["why both matrices", a("2#why-two-matrices"), /8 instead of 16/, [radio("width", "4"), radio("key-width", "1")]],
  ["why not compare embeddings", a("2#why-not-embeddings"), /mirrors itself/, [fold("What becomes of it"), radio("tie", "plain")]],
  ["is V needed", a("2#why-values"), /so does what is handed over/, [radio("tie", "vk"), radio("matrix", "k"), pull("turn the matrix")]],
  ["why not hand over the key", b("6#why-values"), /to be found, a value to be used/, [pull("value of key 1")]],
  ["must d_v be d_k", b("7#why-widths"), /The width of the values, 3/, [into("v", "0,2", "1")]],
  ["must d_v be d_k, in words", a("2#why-widths"), /The value may have any width/, [radio("width", "4")]],
  // match
  ["why not the cosine", a("3#why-not-cosine"), /only 0\.451/, [pull("stretch the key")]],
  ["can a long key beat a better one", a("3#why-long-key"), /scores 24\. The second is [^]* scores 28,/, [button("a long key against a better aligned one")]],
  ["why quicker than additive", a("3#why-additive"), /a small network of its own/, [cell("scores", "0,1")]],
  // grid
  ["why the transpose", a("4#why-transpose"), /rows stand up as columns/, [["point at", 'button[data-stage=scores][data-index="0,4"]']]],
  ["KᵀQ", a("4#why-columns"), /the grid is mirrored/, [radio("arrows", "columns")]],
  ["xW or Wx", a("4#why-columns"), /xW is \(3, 2\), Wx is \(1, 3\)/, [radio("arrows", "columns")]],
  ["who asks, row or column", a("4#why-row-asks"), /Columns need not/, [fold("Rows and columns added up"), cell("scores", "1,2")]],
  ["who asks, from zero", b("3#why-row"), /The row\. Press a cell/, [cell("scores", "1,2")]],
  ["what grows as n squared", a("4#why-n-squared"), /64 MiB/, [["press", "button[aria-label='more words']"]]],
  ["cross-attention", a("4#why-cross"), /one row of scores a query/, [button("two other words ask")]],
  ["cross-attention, the other way round", a("4#why-cross"), /need not be square/, [button("two other words offer")]],
  // scaling
  ["why divide at all", a("5#why-divide"), /feels nothing/, [range("dk")]],
  ["why divide at all, from zero", b("4#why-condition"), /independent ones with average 0 and variance 1/, [range("dk")]],
  ["why the root", a("5#why-not-width"), /an even share is 0\.125/, [radio("divisor", "width")]],
  ["why the root, from zero", b("4#why-root"), /an even share is 0\.125/, [radio("divide", "width")]],
  ["which width", a("5#why-which-width"), /512 wide with 8 of them scores pieces 64 wide/, [["press", "label:has(input[name=heads][value='1'])"]]],
  ["which width, from zero", b("4#why-which-d"), /512 numbers into 8 heads/, [range("dk")]],
  ["scale q, k or the score", a("5#why-where"), /Doing it twice is a common slip/, [radio("divisor", "none")]],
  ["huge scores, close together", a("5#why-gaps"), /0\.269 and 0\.731/, [radio("divisor", "width")]],
  // softmax
  ["why not divide by the sum", a("6#why-softmax"), /2 and −1 by their sum gives 2 and −1/, [button("+ 100 for every score")]],
  ["softmax does not always sharpen", a("6#why-gaps"), /0\.525, where dividing/, [range("temperature")]],
  ["why not divide, from zero", b("5#why-not-plain"), /52\.5/, [button("Lower all by 5")]],
  ["over which axis", a("6#why-rows"), /every weight would be 1/, [fold("Rows or columns"), ["press", "label:has(input[name=axis][value=columns])"]]],
  ["can a weight be exactly 0", a("6#why-zero"), /Only the mask makes it exactly 0/, [button("pull “cat” down to −20"), button("hide “cat”, or show it again")]],
  ["why subtract the largest", a("6#why-largest"), /∞ divided by ∞/, [button("+ 100 for every score")]],
  ["score or weight", a("6#score-or-weight"), /A score comes before softmax/, [pull("score of cat")]],
  ["score or weight, from zero", b("5#why-score-weight"), /A weight is after it/, [pull("score of key 1")]],
  ["why are all weights equal", a("6#why-equal"), /a scale of 0/, [button("scale 0")]],
  ["all weights equal, by ties", a("8#picture"), /two keys alike/, [button("two keys alike")], [".notice-line", /same arrow/]],
  ["all weights equal, by zeros", a("8#picture"), /a query of zeros/, [button("a query of zeros")], [".notice-line", /every score is 0/]],
  // blend
  ["is the output an average", a("7#why-average"), /A weighted one/, [button("let all tie")]],
  ["is the output an average, from zero", b("6#why-average"), /A weighted one/, [pull("value of key 2")]],
  ["are weights an explanation", a("7#why-not-explanation"), /0\.1 on a value of length 10/, [pull("value of milk")]],
  ["are weights an explanation, from zero", b("6#why-explanation"), /its step grows/, [pull("value of key 2")]],
  // masks
  ["why −∞ before, not 0 after", a("8#why-infinity"), /the row falls short of 1/, [radio("hide", "all")]],
  ["why not a score of 0", a("8#why-not-zero-score"), /leave 0\.090/, [["press", "label:has(input[value=column])"], asks("milk")]],
  ["does true mean see or hide", a("8#why-true"), /MultiheadAttention/, [radio("mask", "causal"), ["press", "label:has(input[value=row])"], asks("milk"), button("Turn the mask over")], ["#picture [role=status]", /milk may look at nobody/]],
  ["tril or triu", a("8#why-causal"), /to say what to hide, triu/, [radio("mask", "causal")]],
  ["every key is hidden", a("8#why-shut"), /Some libraries answer NaN[^]*some give 0/, [button("nobody to look at")], [".notice-line", /may look at nobody/]],
  ["-1e9 or −∞", a("8#why-not-large-negative"), /The mask is gone/, [radio("hide", "all")]],
  ["NaN behind a mask", a("8#why-nan"), /0 × NaN is NaN/, [fold("A broken number behind the mask"), ["press", "label:has(input[value=row])"], asks("cat")], [".more", /NaN/]],
  ["what shape a mask has", a("8#why-both"), /n × m/, [radio("mask", "causal"), dot("2,1")]],
  ["which corner", a("8#why-corner"), /query 1 sees keys 1 to 4/, [button("two ask, five offer"), ["press", "label:has(input[name=mask][value=bottom-right])"]]],
  ["causal and a mask", a("8#why-both"), /only if both let it/, [radio("mask", "causal"), dot("2,0")]],
  ["why keep K and V, not Q", a("8#why-causal"), /Old queries need not be kept/, [fold("A word is added"), button("Past only"), button("Add a word")], [".more [role=status]", /have not changed/]],
];

export const questionTable: readonly Point[] = rows.map(([point, at, says, acts, then]) => ({ point, at, says, acts, then }));
