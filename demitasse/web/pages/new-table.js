/** A new table: who sits at it, which options, a box of one's own, and whether a real box lies beside the screen. */

import { constants } from "../constants.js";
import { levelName } from "../ui/bot-levels.js";
import { button, el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { closeSheet, openSheet } from "../ui/sheet.js";
import { filePicker, refusal } from "./file-picker.js";
import { switches } from "./table-settings.js";

/** @import { Games, GameShown, OptionShown, SeatAsked, Session, TableAsked } from "../types.js" */

/**
 * @param {GameShown} game
 * @param {Games} offer
 * @param {Session} me
 * @param {(asked: TableAsked) => Promise<unknown>} make throws what the server has against it
 * @param {string} [others] who sits on the other chairs at first
 */
export function newTable(game, offer, me, make, others = `bot ${constants.level}`) {
  /** @type {ReturnType<typeof chair>[]} */
  const chairs = [];
  const list = el("ol", { class: "chairs" });
  const number = el(
    "select",
    { id: "seats", onchange: () => fill() },
    ...game.seats.map((seats) => el("option", { value: seats }, String(seats))),
  );
  number.value = String(Math.min(3, game.seats[game.seats.length - 1]));
  const fill = () => {
    const wanted = Number(number.value);
    while (chairs.length > wanted) chairs.pop()?.element.remove();
    while (chairs.length < wanted) {
      const made = chair(chairs.length, offer.levels, me, others);
      chairs.push(made);
      list.append(made.element);
    }
  };
  fill();
  const options = game.options.map(optionField);
  const hand = el("input", { type: "checkbox", id: "by-hand" });
  /** What may be done there; what is not said is as usual. @type {Partial<TableAsked>} */
  const allowed = {};
  const usual = { hints: true, undo: true, automatic: true, chat: true };
  const allowing = switches(usual, (setting, on) => (allowed[setting] = on));
  const hints = /** @type {HTMLInputElement} */ (allowing[0].querySelector("input"));
  const suggest = () => {
    const alone = chairs.every((each) => ["me", "bot"].includes(each.asked().kind));
    if (allowed.hints === undefined) hints.checked = alone; // among people nobody is helped unless all agree
  };
  list.addEventListener("change", suggest);
  const listed = el("input", { type: "checkbox", id: "listed" });
  const trouble = el("div", {});
  const boxWords = say(
    "A TOML file with other contents: cards, prices, numbers. The box stays at this table; records carry it along.",
  );
  let box = "";
  const file = filePicker({
    id: "box",
    words: say("Choose a box file"),
    accept: ".toml,text/plain",
    most: constants.box,
    read: (text) => void (box = text),
  });
  const done = async () => {
    const seats = chairs.map((each) => each.asked());
    const chosen = Object.fromEntries(options.map((option) => option.chosen()).filter(([, value]) => value));
    trouble.replaceChildren();
    ready.disabled = true;
    await make({
      game: game.name,
      seats,
      options: chosen,
      by_hand: hand.checked,
      listed: listed.checked,
      ...allowed,
      ...(box && { box }),
    })
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
      list,
      options.length > 0 &&
        el("fieldset", {}, el("legend", {}, say("Options")), ...options.map((option) => option.element)),
      el(
        "label",
        { class: "tick" },
        hand,
        el("span", {}, say("The real box lies beside me: I enter what is drawn and rolled")),
      ),
      el("label", { class: "tick" }, listed, el("span", {}, say("Show it in the lobby: strangers may sit down"))),
      el("details", { class: "own-box" }, el("summary", {}, say("What may be done here")), ...allowing),
      el("details", { class: "own-box" }, el("summary", {}, say("A box of your own")), el("p", {}, boxWords), file),
      trouble,
      ready,
    ),
  );
}

/** @param {number} place @param {Record<string, string>} levels @param {Session} me @param {string} others */
function chair(place, levels, me, others) {
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
  kind.value = place === 0 ? "me" : others;
  const name = el("input", {
    "aria-label": say("Name"),
    placeholder: say("Name"),
    maxlength: constants.name,
    hidden: true,
  });
  const meaning = el("p", { class: "meaning" });
  const choose = () => {
    name.hidden = kind.value !== "screen";
    meaning.textContent = levels[kind.value.split(" ")[1]] ?? "";
  };
  kind.addEventListener("change", choose);
  choose();
  const element = el(
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
  const asked = () => {
    const [what, level] = kind.value.split(" ");
    const called = name.value.trim() || say("Player {number}", { number: place + 1 });
    return /** @type {SeatAsked} */ ({
      kind: what,
      ...(what === "bot" && { level }),
      ...(what === "screen" && { name: called }),
    });
  };
  return { element, asked };
}

/** @param {OptionShown} option */
function optionField(option) {
  const tick = el("input", { type: "checkbox" });
  const numbers = Array.from({ length: option.high + 1 }, (_, k) => el("option", { value: k }, String(k)));
  const select = el("select", {}, ...numbers);
  const isSwitch = option.high === 1;
  const element = el("label", { class: "tick" }, isSwitch ? tick : select, el("span", {}, option.meaning));
  const chosen = () => [option.name, isSwitch ? tick.checked : Number(select.value)];
  return { element, chosen };
}
