/** The table in words: what is asked, everything that can be done, and what lies where, as lists one can walk. */

import { el, written } from "../ui/elements.js";
import { say, sayn } from "../ui/language.js";
import { closeSheet, openSheet } from "../ui/sheet.js";

/** @import { Action, Fact, Group, Piece, Place, Row, Scene } from "../types.js" */
/** @import { Child } from "../ui/elements.js" */

/**
 * A page that shows a table, and what can be done there now.
 * @typedef {{scene: Scene | null, actions?: Action[], act?: (action: Action) => void}} Readable
 */

const home = el("div", { class: "words", tabindex: "-1" });
let drawn = "";

/** Opens the table in words; it stays open and follows the game. @param {Readable} page */
export function showWords(page) {
  drawn = "";
  openSheet(say("The table in words"), home);
  writeWords(page);
}

/** Writes it anew where something has changed; who was in it stays in it. @param {Readable} page */
export function writeWords(page) {
  if (!page.scene || !home.isConnected) return;
  const deeds = [...new Map(page.actions?.map((action) => [action.text, action])).values()]; // once, wherever clicked
  const content = inWords(page.scene, deeds, (action) => page.act?.(action));
  const { innerHTML } = el("div", {}, ...content);
  if (innerHTML === drawn) return;
  const had = home.contains(document.activeElement);
  const open = [...home.querySelectorAll("details[open]")].map(({ id }) => id);
  drawn = innerHTML;
  home.replaceChildren(...content.filter((made) => made instanceof Node));
  for (const made of home.querySelectorAll("details")) made.open = open.includes(made.id);
  const first = /** @type {HTMLElement} */ (home.querySelector("h3[tabindex]") ?? home);
  if (had) first.focus({ preventScroll: true });
}

/** @param {Scene} scene @param {Action[]} actions @param {(action: Action) => void} act @returns {Child[]} */
function inWords(scene, actions, act) {
  const { groups, furniture, summaries = [] } = scene;
  const own = groups.filter(({ seat }) => !summaries.some((other) => other.seat === (seat ?? -1)));
  const areas = (furniture?.areas ?? []).filter(({ seat }) => !summaries.some((other) => other.seat === (seat ?? -1)));
  return [
    el("p", { class: "verdict" }, `${scene.ask} ${scene.so}`),
    actions.length > 0 &&
      el("h3", { tabindex: "-1" }, sayn("You can do one thing", "You can do {n} things", actions.length)),
    actions.length > 0 && actionList(actions, act),
    ...areas.map(({ label, score, note, facts, holds }) => {
      const isTold = own.some((group) => holds.includes(group.id) && group.facts); // at its groups
      const sum = score === undefined ? "" : note || written(score); // a note says how the score is made up
      const isNamed = sum || (!isTold && facts);
      const words = [isNamed && [label, sum].filter(Boolean).join(": "), !sum && note, !isTold && inRow(untold(facts))];
      return words.some(Boolean) && el("p", {}, words.filter(Boolean).join(" · "));
    }),
    ...own.flatMap((group) => described({ ...group, facts: untold(group.facts) })),
    ...summaries.map(({ seat, label }) =>
      el(
        "details",
        { id: `words-${seat}` },
        el("summary", {}, label),
        ...groups
          .filter((group) => group.seat === seat)
          .flatMap((group, k) => described(k ? group : { ...group, facts: [] })), // the label has told them
      ),
    ),
  ];
}

/**
 * Actions as a list of buttons.
 * @param {Action[]} actions @param {(action: Action) => void} act
 */
const actionList = (actions, act) =>
  el(
    "ul",
    { class: "deeds" },
    ...actions.map((action) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "btn choice", "data-text": action.text, onclick: () => act(action) },
          el(
            "span",
            {},
            action.where && `${action.where}: `,
            action.label,
            action.price && el("small", {}, ` · ${action.price}`),
          ),
        ),
      ),
    ),
  );

/**
 * What is rarely wanted of something; the sheet closes with it.
 * @param {string} label @param {Action[]} actions @param {(action: Action) => void} act
 */
export const showRarelyWanted = (label, actions, act) =>
  openSheet(
    label || say("Choose"),
    actionList(actions, (action) => {
      closeSheet();
      act(action);
    }),
  );

/** What is not told elsewhere. @template {Fact | Row} T @param {T[]} [facts] */
const untold = (facts = []) => facts.filter(({ told }) => !told);

/** @param {{label: string, value: string, of?: string}[]} [facts] */
const inRow = (facts = []) =>
  facts
    .map(({ label, value, of }) => ({ label, value: [value, of].filter(Boolean).join(" / ") }))
    .map((fact) => say("{label}: {value}", fact))
    .join(say(", "));

/** A group: its places, what lies in each below it, and what lies nowhere. @param {Group} group @returns {Child[]} */
function described({ label, facts = [], places = [], pieces = [] }) {
  const words = places.filter((place) => place.label);
  const cards = pieces.filter(
    ({ label: has, layer = 0, title, letter }) => has && layer >= 0 && (title || letter || !words.length),
  ); // a place says which tokens lie in it
  /** @type {(Piece | Place)[]} */ const said = [...words, ...cards];
  const homes = new Set(said.map(({ id }) => id));
  const within = (/** @type {string} */ id) => said.filter(({ at }) => at === id);
  /** @type {(items: (Piece | Place)[]) => Child} */
  const list = (items) => items.length > 0 && el("ul", {}, ...items.map(line));
  /** @type {(item: Piece | Place) => HTMLElement} */
  const line = (item) => {
    const inside = within(item.id);
    const isGround = "d" in item;
    if (isGround && inside.length === 1) return line(inside[0]);
    const name = isGround ? say("A group of {number}", { number: inside.length }) : item.label;
    const where = "where" in item ? `, ${item.where}` : "";
    return el("li", {}, `${name}${where}`, list(inside));
  };
  const top = said.filter(({ at }) => !homes.has(at ?? ""));
  if (!top.length && !facts.length) return [];
  return [el("h3", {}, label), facts.length > 0 && el("p", {}, inRow(facts)), list(top)];
}
