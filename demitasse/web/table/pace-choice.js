/** How fast others play, or a replay does: one of a few, to choose from. */

import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { chosenPace } from "./pace.js";

/** @import { PaceName } from "./pace.js" */

let made = 0; // each is a group of its own

/** @param {string} label @param {PaceName[]} names @param {(pace: PaceName) => void} choose */
export function pacesOf(label, names, choose) {
  const words = { slow: say("Slow"), usual: say("Usual"), fast: say("Fast"), once: say("At once") };
  const now = names.includes(chosenPace()) ? chosenPace() : names.at(-1);
  const group = `pace-${(made += 1)}`;
  const choice = (/** @type {PaceName} */ value) =>
    el("input", { type: "radio", name: group, value, checked: value === now, onchange: () => choose(value) });
  return el(
    "div",
    { class: "pace", role: "radiogroup", "aria-label": label },
    el("span", { class: "cap", "aria-hidden": "true" }, say("Pace")),
    ...names.map((value) => el("label", {}, choice(value), el("span", {}, words[value]))),
  );
}
