// Asks for what a page is about to need while it is still being read: the faces of its first screen, which its styles name
// only later, and the core, which nothing that is shown waits for.
{
  const { faces = "", script, wasm } = document.currentScript?.dataset ?? {};
  const ask = (link: Partial<HTMLLinkElement>) => document.head.append(Object.assign(document.createElement("link"), link));
  const preload = { rel: "preload", crossOrigin: "anonymous" };   // as faces and fetch() are asked for
  for (const href of faces.split(" ").filter(Boolean)) ask({ ...preload, as: "font", type: "font/woff2", href });
  if (wasm) ask({ ...preload, as: "fetch", href: wasm });
  if (script) ask({ rel: "modulepreload", href: script });
}
