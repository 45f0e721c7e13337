// The one script that a page waits for: what must be done before anything is painted.
import "./ahead.js";
import "./theme.js";
