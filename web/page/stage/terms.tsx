// A term where it is explained, with a way to the glossary. Its meaning is told by the sentence around it.
import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The glossary as seen from the page, and the id in it of a term as it is written there ("keys" is "key"). Absent: no links. */
export const Glossary = createContext<{ href: string; idOf(text: string): string | undefined } | undefined>(undefined);

export function Term({ text }: { text: string }) {
  const glossary = useContext(Glossary), id = glossary?.idOf(text);
  return <dfn>{id === undefined ? text : <a href={`${glossary!.href}#${id}`}>{text}</a>}</dfn>;
}
