import { shown } from "./shown.js";

shown().then(postMessage);
