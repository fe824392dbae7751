/** What the server tells the page before anything is asked: limits, languages, the usual bot. */

/** @import { Constants } from "./types.js" */

/** @type {Constants} */
export const constants = JSON.parse(document.getElementById("constants")?.textContent ?? "");
