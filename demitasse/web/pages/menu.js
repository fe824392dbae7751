/** The menu: language, theme, sound, pace, keys; at a table also its link, its record, and leaving it. */

import { PACE_NAMES } from "../table/pace.js";
import { pacesOf } from "../table/pace-choice.js";
import { seatWays } from "../table/seats.js";
import { button, el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { keep, settings } from "../ui/settings.js";
import { allowances } from "./table-settings.js";
import { invitation } from "./waiting-room.js";

/** @import { PaceName } from "../table/pace.js" */
/** @import { TableShown } from "../types.js" */

/**
 * What it leads to.
 * @typedef {object} Ways
 * @property {() => Node} languages
 * @property {() => void} flip
 * @property {(path: string) => void} go
 * @property {(pace: PaceName) => void} pace
 * @property {() => void} [words]
 */

/** @param {TableShown | null} table the one the page is at @param {Ways} to */
export function menuSheet(table, to) {
  return el(
    "div",
    { class: "menu" },
    el("section", {}, el("h3", {}, say("Language")), to.languages()),
    el(
      "section",
      {},
      el("h3", {}, say("This browser")),
      tick(say("Sounds: my turn, pieces, dice, the end"), "sound"),
      pacesOf(say("Pace of the others"), PACE_NAMES, to.pace),
      tick(say("Single letters are keys"), "letters"),
      tick(say("Show me what others say"), "talk"),
      button(say("Light or dark"), to.flip, {}, "ui-moon"),
    ),
    table && atTable(table, to),
  );
}

/** @param {string} words @param {"sound" | "letters" | "talk"} name */
const tick = (words, name) =>
  el(
    "label",
    { class: "tick", "data-setting": name },
    el("input", {
      type: "checkbox",
      checked: settings[name],
      onchange: (/** @type {any} */ event) => keep({ [name]: event.target.checked }),
    }),
    words,
  );

/** @param {TableShown} table @param {Ways} to */
function atTable(table, to) {
  return el(
    "section",
    {},
    el("h3", {}, say("This table")),
    to.words && button(say("In words"), to.words, { "data-key": "words" }, "ui-more"),
    invitation(table),
    el("a", { class: "btn", href: `/replay/${table.id}` }, say("Look at the game from the start")),
    el(
      "a",
      { class: "btn", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` },
      say("Download the record"),
    ),
    allowances(table),
    ...seatWays(table),
    button(say("Leave for the tables"), () => to.go("/")),
  );
}
