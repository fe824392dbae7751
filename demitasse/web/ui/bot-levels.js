/** What the levels of bots are called. */

import { say } from "./language.js";

/** @param {string} level @returns {string} its name in the reader's language */
export const levelName = (level) =>
  ({
    random: say("random"),
    guest: say("guest"),
    regular: say("regular"),
    barista: say("barista"),
    master: say("master"),
    grandmaster: say("grandmaster"),
  })[level] ?? level;
