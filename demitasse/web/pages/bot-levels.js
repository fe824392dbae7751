/** The levels of bots: what they are called, and the one that sits down where nobody said which. */

import { say } from "../ui/language.js";

/** @param {string} level @returns {string} its name in the reader's language */
export const levelName = (level) =>
  ({
    random: say("random"),
    guest: say("guest"),
    regular: say("regular"),
    barista: say("barista"),
    master: say("master"),
  })[level] ?? level;

export const BOT = { kind: "bot", level: "regular" }; // the server names it
