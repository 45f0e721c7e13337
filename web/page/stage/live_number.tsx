// A number in a sentence, a formula or a caption: a button where it opens.
import { useContext } from "preact/hooks";
import type { Printed } from "./inscription.js";
import { Openings } from "./openings.js";

export function LiveNumber({ text, data, class: name = "" }: Printed & { class?: string }) {
  const { opens } = useContext(Openings), of = data?.["data-of"];
  return of !== undefined && opens(of)
    ? <button type="button" class={`num opens ${name}`} {...data}>{text}</button>
    : <b class={`num ${name}`} {...data}>{text}</b>;
}
