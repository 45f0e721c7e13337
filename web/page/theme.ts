// Chooses board or paper before anything is painted: a small script of its own in the head, so that no page flashes.
// Sets data-theme on <html> and answers the theme button. Nothing else knows how the choice is kept.
{
  const key = "heed-theme";
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)");

  // Storage may be forbidden; the choice then lasts as long as the page.
  const stored = (): string | null => {
    try { return localStorage.getItem(key); } catch { return null; }
  };
  const store = (theme: string) => {
    try { localStorage.setItem(key, theme); } catch { /* see above */ }
  };

  const show = (theme: string) => {
    root.dataset.theme = theme;
    // The browser's own bar follows the board.
    document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((meta) => {
      meta.content = meta.dataset[theme] ?? meta.content;
    });
  };

  const choice = stored();
  show(choice === "light" || choice === "dark" ? choice : light.matches ? "light" : "dark");
  light.addEventListener("change", () => {
    if (stored() === null) show(light.matches ? "light" : "dark");
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest(".theme"))) return;
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    store(theme);
    show(theme);
  });
}
