import { here } from "./here.js";

console.log(await here());
