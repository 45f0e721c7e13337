// What every page says around its own words.

export const frame = {
  language: "en",
  mark: "Heed",
  titleOf: (page: string) => `${page} · Heed`,
  skip: "Skip to the picture",
  site: "Site",
  toLight: { shown: "Paper", heard: ": switch to the light theme" },
  toDark: { shown: "Board", heard: ": switch to the dark theme" },
  keys: {
    button: "Keys",
    heading: "By keyboard",
    list: [
      [["Tab"], "to the next control, figure or table"],
      [["←", "↑", "→", "↓"], "in a table from cell to cell, ← and → in a picture from number to number; on a handle a small move"],
      [["Shift", "←"], "a larger move"],
      [["Enter"], "opens a number, or presses a button"],
      [["Esc"], "closes what is open"],
      [["Page Down"], "the next step"],
      [["Page Up"], "the step before"],
      [["?"], "shows and hides this list"],
    ],
  },
  noScript: "Scripts are off, so this page holds still: its numbers are those of the example, computed when the page was built. Turn scripts on to change anything.",
  blocked: "This browser refuses WebAssembly, so nothing new can be computed here. The numbers shown are still right: they were computed when the page was built. Allow WebAssembly for this site, then load the page again.",
  device: "Everything runs on your device. No requests to anyone else.",
  caution: "Weights show where a word looks. They are not yet an explanation.",
  documentation: "Package",
} as const;
