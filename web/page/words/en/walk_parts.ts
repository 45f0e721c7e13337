// The words around a guess, the cards to recall and the retelling; what is asked and recalled stands with each step.
export const guess = {
  first: "Guess first",
  keys: "Arrow keys go from choice to choice, Space or Enter shows what comes of one.",
  again: "Take the guess back",
};

export const recall = {
  cards: "Do you still have it?",
  cardsHint: "Answer each in your own words, then open it and compare. Your marks stay on this device.",
  had: "had it",
  notYet: "not yet",
  grade: "How did it go?",
  retell: "Tell it back",
  retellHint: "Explain the whole of it aloud, to someone who has never heard of it. Then open the list and tick what you said.",
  list: "What a whole retelling touches",
  count: (had: number, all: number) => `You had ${had} of ${all}.`,
  told: (told: number, all: number) => `You told ${told} of ${all}.`,
  startOver: "Start over: forget these marks",
};
