// Brings the core while the page is still being read: a script that waits for nothing.
import { answers } from "./scene/wake.js";

void answers();
