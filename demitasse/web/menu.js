/** The menu: language, theme, sound, keys; at a table also its link, its record, and leaving it. */

import { postSurely } from "./api.js";
import { button, el } from "./make.js";
import { invitation } from "./room.js";
import { keep, settings } from "./settings.js";
import { closeSheet } from "./sheet.js";
import { note } from "./voice.js";
import { say } from "./words.js";

/**
 * @param {any} page
 * @param {{languages: () => Node, flip: () => void, go: (path: string) => void}} to
 */
export function menuSheet(page, to) {
  return el(
    "div",
    { class: "menu" },
    el("section", {}, el("h3", {}, say("Language")), to.languages()),
    el("section", {}, el("h3", {}, say("This browser")), tick(say("A sound when it is my turn"), "sound"), tick(say("Single letters are keys"), "letters"), button(say("Light or dark"), to.flip, {}, "ui-moon")),
    page.table && atTable(page, to),
  );
}

/** @param {string} words @param {"sound" | "letters"} name */
const tick = (words, name) =>
  el("label", { class: "tick" }, el("input", { type: "checkbox", checked: settings[name], onchange: (/** @type {any} */ event) => keep({ [name]: event.target.checked }) }), words);

/** @param {any} page @param {{go: (path: string) => void}} to */
function atTable(page, to) {
  const table = page.table;
  const mine = table.yours[0];
  const change = (/** @type {any} */ body) => async () => {
    closeSheet();
    await postSurely(`/api/tables/${table.id}/seat`, { seat: mine, seq: table.head, ...body }).catch((problem) => note(problem.message));
  };
  const absent = table.stage === "playing" && mine !== undefined ? table.seats.filter((/** @type {any} */ seat) => seat.kind === "person" && !seat.connected && !seat.yours && !seat.conceded) : [];
  const away = mine !== undefined && table.seats[mine].kind === "bot";
  return el(
    "section",
    {},
    el("h3", {}, say("This table")),
    invitation(table),
    el("a", { class: "btn", href: `/replay/${table.id}` }, say("Look at the game from the start")),
    el("a", { class: "btn", href: `/api/tables/${table.id}/record`, download: `${table.game}-${table.id}.txt` }, say("Download the record")),
    table.stage === "playing" && mine !== undefined && el("div", { class: "stack" }, away ? button(say("Take my seat back"), change({ change: "back" })) : button(say("Let a bot play for me"), change({ change: "bot" })), button(say("Concede"), change({ change: "concede" }))),
    ...absent.map((/** @type {any} */ seat) => button(say("{name} is away: let a bot play", { name: seat.name }), change({ change: "bot", seat: seat.seat }), {}, "ui-bot")),
    button(say("Leave for the tables"), () => to.go("/")),
  );
}
