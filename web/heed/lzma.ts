// Unpacks raw LZMA1 as build.mjs packs it: no literal context, no position bits, the size known beforehand. Names and
// numbers are those of Igor Pavlov's LZMA specification (2015). Leaves out corrupt input: the bytes are our own.

// Where each group of bit probabilities starts.
const isMatch = 0, isRep = 12, isRepG0 = 24, isRepG1 = 36, isRepG2 = 48, isRep0Long = 60;   // one for each state
const posSlot = 72, posSpecial = posSlot + 4 * 64, align = posSpecial + 128;
const matchLength = align + 16, repLength = matchLength + 274;
const literal = repLength + 274, count = literal + 0x300;

/** Reads bits, each by the probability that adapts to it, and numbers made of them. */
function rangeDecoder(packed: Uint8Array) {
  const probabilities = new Uint16Array(count).fill(1024);   // half, in units of 1/2048
  const coder = new Uint32Array([-1, 0]);   // range and code; as plain numbers each new one would be allocated
  let next = 1;   // the first byte is always 0
  while (next < 5) coder[1] = coder[1]! << 8 | packed[next++]!;

  /** The upper part of the range, from `bound`, says 1; the lower 0. */
  const split = (bound: number) => {
    const one = coder[1]! >= bound ? 1 : 0;
    coder[0] = one ? coder[0]! - bound : bound;
    if (one) coder[1]! -= bound;
    if (coder[0]! < 1 << 24) {
      coder[0]! <<= 8;
      coder[1] = coder[1]! << 8 | packed[next++]!;
    }
    return one;
  };
  const bit = (index: number) => {
    const probability = probabilities[index]!;
    const one = split((coder[0]! >>> 11) * probability);
    probabilities[index]! += one ? -(probability >> 5) : 2048 - probability >> 5;
    return one;
  };
  const direct = (bits: number) => {
    let value = 0;
    while (bits--) {
      coder[0]! &= -2;   // an odd range loses its last step
      value = value << 1 | split(coder[0]! >>> 1);
    }
    return value;
  };
  const tree = (base: number, bits: number) => {
    let node = 1;
    for (let level = 0; level < bits; ++level) node = node << 1 | bit(base + node);
    return node - (1 << bits);
  };
  const reverseTree = (base: number, bits: number) => {
    let [node, value] = [1, 0];
    for (let level = 0; level < bits; ++level) {
      const one = bit(base + node);
      node = node << 1 | one;
      value |= one << level;
    }
    return value;
  };
  return { bit, direct, tree, reverseTree };
}

/** The first `size` bytes that `packed` stands for. */
export function unpackLzma(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const { bit, direct, tree, reverseTree } = rangeDecoder(packed);
  const out = new Uint8Array(size);
  let [at, state] = [0, 0];
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];   // the last four distances, each less 1

  const length = (base: number) => {
    if (!bit(base)) return tree(base + 2, 3);
    return bit(base + 1) ? 16 + tree(base + 18, 8) : 8 + tree(base + 10, 3);
  };
  const distance = (length: number) => {
    const slot = tree(posSlot + 64 * Math.min(length, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const start = (2 | slot & 1) << bits;
    if (slot < 14) return start + reverseTree(posSpecial + start - slot, bits);
    return start + (direct(bits - 4) << 4) + reverseTree(align, 4);
  };
  const literalByte = () => {
    let symbol = 1;
    if (state > 6) {   // after a match the byte that would have gone on with it is a hint, as long as it holds
      for (let hint = out[at - rep0 - 1]! << 1; symbol < 256; hint <<= 1) {
        const hinted = hint & 256;
        const one = bit(literal + 256 + hinted + symbol);
        symbol = symbol << 1 | one;
        if (hinted >> 8 !== one) break;
      }
    }
    while (symbol < 256) symbol = symbol << 1 | bit(literal + symbol);
    out[at++] = symbol;
  };
  /** Makes one of the last distances the first. */
  const repeat = () => {
    if (!bit(isRepG0 + state)) return bit(isRep0Long + state);
    let found = rep1;
    if (bit(isRepG1 + state)) {
      found = rep2;
      if (bit(isRepG2 + state)) [found, rep3] = [rep3, rep2];
      rep2 = rep1;
    }
    [rep0, rep1] = [found, rep0];
    return 1;
  };

  while (at < size) {
    if (!bit(isMatch + state)) {
      literalByte();
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    const after = state < 7 ? 0 : 3;
    let copied = 1;
    if (!bit(isRep + state)) {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      copied = length(matchLength);
      rep0 = distance(copied);
      copied += 2;
      state = 7 + after;
    } else if (repeat()) {
      copied = length(repLength) + 2;
      state = after ? 11 : 8;
    } else {
      state = after ? 11 : 9;
    }
    while (copied-- && at < size) out[at++] = out[at - rep0 - 2]!;
  }
  return out;
}
