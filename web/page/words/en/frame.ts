// What every page says around its own words.

export const frame = {
  language: "en",
  mark: "Heed",
  titleOf: (page: string) => `${page} · Heed`,
  skip: "Skip to the picture",
  site: "Site",
  toLight: { shown: "Paper", heard: ": switch to the light theme" },
  toDark: { shown: "Board", heard: ": switch to the dark theme" },
  noScript: "Scripts are off, so this page holds still: its numbers are those of the example, computed when the page was built. Turn scripts on to change anything.",
  blocked: "This browser refuses WebAssembly, so nothing new can be computed here. The numbers shown are still right: they were computed when the page was built. Allow WebAssembly for this site, then load the page again.",
  device: "Everything runs on your device. No requests to anyone else.",
  caution: "Weights show where a word looks. They are not yet an explanation.",
} as const;
