/** The table in words: every group, what lies in it, and everything that can be done, as lists one can walk. */

import { el } from "../ui/elements.js";
import { say, sayn } from "../ui/language.js";
import { closeSheet } from "../ui/sheet.js";

/** @import { Action, Group, Scene } from "../types.js" */

/**
 * @param {Scene} scene
 * @param {Action[]} actions
 * @param {(action: Action) => void} act
 */
export function inWords(scene, actions, act) {
  return el(
    "div",
    { class: "words" },
    el("p", { class: "verdict" }, `${scene.ask} ${scene.so}`),
    actions.length > 0 && el("h3", {}, sayn("You can do one thing", "You can do {n} things", actions.length)),
    actions.length > 0 && actionList(actions, act),
    ...scene.groups.flatMap(described),
  );
}

/**
 * Actions as a list of buttons; pressing one closes the sheet it is on.
 * @param {Action[]} actions @param {(action: Action) => void} act
 */
export function actionList(actions, act) {
  const does = (/** @type {Action} */ action) => {
    closeSheet();
    act(action);
  };
  const deed = (/** @type {Action} */ action) =>
    el(
      "button",
      { type: "button", class: "btn choice", "data-text": action.text, onclick: () => does(action) },
      el("span", {}, action.label, action.price && el("small", {}, ` · ${action.price}`)),
    );
  return el("ul", { class: "deeds" }, ...actions.map((action) => el("li", {}, deed(action))));
}

/** @param {Group} group */
function described(group) {
  const facts = (group.facts ?? [])
    .map((row) => say("{label}: {value}", { label: row.label, value: row.value }))
    .join(say(", "));
  const things = [...(group.places ?? []), ...(group.pieces ?? []).filter((piece) => (piece.layer ?? 0) >= 0)]
    .map((item) => item.label)
    .filter(Boolean);
  const counted = new Map();
  for (const label of things) counted.set(label, (counted.get(label) ?? 0) + 1);
  return [
    el("h3", {}, group.label),
    facts && el("p", {}, facts),
    el("ul", {}, ...[...counted].map(([label, number]) => el("li", {}, number > 1 ? `${label} ×${number}` : label))),
  ].filter(Boolean);
}
