import { here } from "./here.js";

onmessage = ({ data }) => here(data).then(postMessage, (error) => postMessage(String(error)));
