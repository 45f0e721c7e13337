// The words around the code of a step, and the comments in it. Code itself has no translation.
export const code = {
  title: "The same in code",
  hint: "holds the numbers above, and checks them",
  languages: { numpy: "NumPy", pytorch: "PyTorch", jax: "JAX", javascript: "JavaScript", latex: "LaTeX" },
  language: "Language",
  copy: "Copy",
  copied: "Copied.",
  copyByHand: "This browser lets no page copy. The code is selected: press the keys that copy.",

  comment: {
    words: (words: string) => `one row a word: ${words}`,
    queries: (names: string) => `one row a query: ${names}`,
    keys: (names: string) => `one row a key: ${names}`,
    mask: "true or 1: this query may look at that key",
    noMask: "no mask here",
    nobody: "a row that may look at nobody is all 0 here",
    given: "Q, K and V are given: nothing to compute yet.",
    lengths: "how long each arrow is",
    close: "What the page shows. Sums in another order round differently: hence the tolerance.",
    same: "What the page shows. A trace has the same bits on every device: equal, not only close.",
    differs: "not what the page shows",
    unsure: "Not checked: these sums pass what float32 holds, and each library overflows in its own place.",
    amsmath: "needs \\usepackage{amsmath}",
  },
} as const;
