/** What is played at a table and what may be done there: in words for all, as switches for its host. */

import { post } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";

/** @import { TableShown } from "../types.js" */
/** @typedef {"hints" | "undo" | "automatic" | "chat"} Setting */

/** @returns {Record<Setting, string>} */
const meanings = () => ({
  hints: say("Hints may be asked for; the others are told"),
  undo: say("Decisions may be taken back"),
  automatic: say("What leaves no choice is done by itself"),
  chat: say("People may talk"),
});

/** What is played: the options, a box of its own, a real box. @param {TableShown} table */
export function particulars(table) {
  const found = [
    ...table.variants,
    ...(table.box ? [say("with a box of its own")] : []),
    ...(table.by_hand ? [say("beside a real box")] : []),
  ];
  return el(
    "ul",
    { class: "particulars" },
    ...(found.length ? found : [say("as in the box, without options")]).map((words) => el("li", {}, words)),
  );
}

/**
 * A switch for each thing that may be allowed.
 * @param {Record<Setting, boolean>} now @param {(setting: Setting, on: boolean) => void} change
 * @param {(setting: Setting) => boolean} [isFixed]
 */
export function switches(now, change, isFixed = () => false) {
  return Object.entries(meanings()).map(([name, words]) => {
    const setting = /** @type {Setting} */ (name);
    const tick = el("input", {
      type: "checkbox",
      id: `allow-${setting}`,
      checked: now[setting],
      disabled: isFixed(setting),
      onchange: () => change(setting, tick.checked),
    });
    return el("label", { class: "tick" }, tick, el("span", {}, words));
  });
}

/** What may be done at a table, to look at; its host may change it. @param {TableShown} table */
export function allowances(table) {
  const now = { hints: table.hints, undo: table.undo_allowed, automatic: table.automatic, chat: table.chat };
  const others = table.seats.some(({ kind, yours }) => kind === "person" && !yours);
  const isAgreed = (/** @type {Setting} */ setting) =>
    !table.host ||
    (table.stage !== "open" && others && ["hints", "undo"].includes(setting)) ||
    (setting === "automatic" && table.by_hand);
  const change = (/** @type {Setting} */ setting, /** @type {boolean} */ on) =>
    post(`/api/tables/${table.id}/settings`, { [setting]: on }).catch((problem) => note(problem.message));
  return el(
    "fieldset",
    { class: "allowed" },
    el("legend", {}, say("What may be done here")),
    ...switches(now, change, isAgreed),
  );
}
