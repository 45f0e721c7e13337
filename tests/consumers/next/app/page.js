// The server's answer holds what heed gives there; the client adds what it gives in the browser.
import { here } from "../here.js";
import { Shown } from "./shown.js";

export const dynamic = "force-dynamic";   // computed at each request, not once at build time

export default async function Page() {
  return <><p id="served">{await here()}</p><Shown /></>;
}
