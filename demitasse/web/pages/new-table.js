/** A new table: who sits at it, which options, a box of one's own, and whether a real box lies beside the screen. */

import { filePicker, refusal } from "../ui/file-picker.js";
import { levelName } from "./bot-levels.js";
import { button, el } from "../ui/elements.js";
import { closeSheet, openSheet } from "../ui/sheet.js";
import { say } from "../ui/language.js";

const BOX = 65536; // bytes of a box's file, as the server reads them

/**
 * @param {any} game
 * @param {{levels: Record<string, string>}} offer
 * @param {{name: string}} me
 * @param {(asked: any) => Promise<void>} make throws what the server has against it
 */
export function setUp(game, offer, me, make) {
  const chairs = el("ol", { class: "chairs" });
  const number = el(
    "select",
    { id: "seats", onchange: () => fill() },
    ...game.seats.map((/** @type {number} */ seats) => el("option", { value: seats }, String(seats))),
  );
  number.value = String(Math.min(3, game.seats.at(-1)));
  const fill = () => {
    const wanted = Number(number.value);
    while (chairs.children.length > wanted) chairs.lastChild.remove();
    while (chairs.children.length < wanted) chairs.append(chair(chairs.children.length, offer.levels, me));
  };
  fill();
  const options = game.options.map((/** @type {any} */ option) => optionField(option));
  const hand = el("input", { type: "checkbox", id: "by-hand" });
  const trouble = el("div", {});
  let box = "";
  const file = filePicker({
    id: "box",
    words: say("Choose a box file"),
    accept: ".toml,text/plain",
    most: BOX,
    read: (text) => void (box = text),
  });
  const done = async () => {
    const seats = [...chairs.children].map((item) => item.asked());
    const chosen = Object.fromEntries(
      options.map((/** @type {any} */ option) => option.chosen()).filter((/** @type {any[]} */ [, value]) => value),
    );
    trouble.replaceChildren();
    ready.disabled = true;
    await make({ game: game.name, seats, options: chosen, by_hand: hand.checked, ...(box && { box }) })
      .then(closeSheet)
      .catch((problem) => trouble.replaceChildren(refusal(problem)));
    ready.disabled = false;
  };
  const ready = button(say("Set the table"), done, { class: "btn main", id: "set-table" });
  openSheet(
    say("New table: {game}", { game: game.title }),
    el(
      "form",
      { class: "setup", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      el("label", { class: "field", for: "seats" }, el("span", {}, say("Players")), number),
      chairs,
      options.length > 0 && el("fieldset", {}, el("legend", {}, say("Options")), ...options),
      el(
        "label",
        { class: "tick" },
        hand,
        el("span", {}, say("The real box lies beside me: I enter what is drawn and rolled")),
      ),
      el(
        "details",
        { class: "own-box" },
        el("summary", {}, say("A box of your own")),
        el(
          "p",
          {},
          say(
            "A TOML file with other contents: cards, prices, numbers. The box stays at this table; records carry it along.",
          ),
        ),
        file,
      ),
      trouble,
      ready,
    ),
  );
}

/** @param {number} place @param {Record<string, string>} levels @param {{name: string}} me */
function chair(place, levels, me) {
  const kinds = [
    ["me", say("me")],
    ["open", say("free: whoever has the link")],
    ["screen", say("somebody at this screen")],
    ...Object.keys(levels).map((level) => [`bot ${level}`, say("bot, {level}", { level: levelName(level) })]),
  ];
  const kind = el(
    "select",
    { "aria-label": say("Chair {number}", { number: place + 1 }) },
    ...kinds.map(([value, words]) => el("option", { value }, words)),
  );
  kind.value = place === 0 ? "me" : "bot regular" in Object.fromEntries(kinds) ? "bot regular" : "open";
  const name = el("input", { "aria-label": say("Name"), placeholder: say("Name"), maxlength: 40, hidden: true });
  const meaning = el("p", { class: "meaning" });
  const choose = () => {
    name.hidden = kind.value !== "screen";
    meaning.textContent = levels[kind.value.split(" ")[1]] ?? "";
  };
  kind.addEventListener("change", choose);
  choose();
  const item = el(
    "li",
    { class: `chair seat-${place}` },
    el(
      "span",
      { class: "dot", "aria-hidden": "true" },
      place === 0 && me.name ? me.name.slice(0, 1) : String(place + 1),
    ),
    kind,
    name,
    meaning,
  );
  item.asked = () => {
    const [what, level] = kind.value.split(" ");
    if (what === "bot") return { kind: "bot", level };
    return {
      kind: what,
      ...(what === "screen" ? { name: name.value.trim() || say("Player {number}", { number: place + 1 }) } : {}),
    };
  };
  return item;
}

/** @param {{name: string, meaning: string, high: number}} option */
function optionField(option) {
  const isSwitch = option.high === 1;
  const field = isSwitch
    ? el("input", { type: "checkbox" })
    : el("select", {}, ...Array.from({ length: option.high + 1 }, (_, k) => el("option", { value: k }, String(k))));
  const label = el("label", { class: "tick" }, field, el("span", {}, option.meaning));
  label.chosen = () => [option.name, isSwitch ? field.checked : Number(field.value)];
  return label;
}
