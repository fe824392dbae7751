/** The scores in detail, and what else can be looked up. */

import { el, symbol, written } from "../ui/elements.js";
import { say } from "../ui/language.js";

/** @import { Panel, Scene, TableShown } from "../types.js" */

/**
 * Everybody's score, line by line; the best first when the game is over.
 * @param {TableShown} table @param {Scene} scene
 */
export function scoreTable(table, scene) {
  const columns = Object.keys(table.scores[0] ?? {});
  const named = (/** @type {string} */ column) => scene.lines?.[columns.indexOf(column)] ?? column;
  const seats = table.seats.map(({ seat }) => seat);
  const rank = table.stage === "over" ? [...seats].sort((one, other) => compare(table, columns, other, one)) : seats;
  const total = columns.indexOf("total");
  const head = el("tr", {}, el("td", {}), ...rank.map((seat) => el("th", { scope: "col" }, who(table, seat))));
  const rows = columns.map((column, k) =>
    el(
      "tr",
      { class: column === "total" ? "total" : k > total ? "tie" : null },
      el(
        "th",
        { scope: "row" },
        column === "total" ? say("Total") : named(column),
        k > total && el("small", {}, ` ${say("(breaks ties)")}`),
      ),
      ...rank.map((seat) => el("td", { class: "num" }, written(table.scores[seat][column]))),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": say("Scores") },
    el("table", { class: "scores" }, el("thead", {}, head), el("tbody", {}, ...rows)),
  );
}

/** What can be looked up: what is left, what things are worth. @param {Scene} scene */
export function lookUp(scene) {
  return el(
    "div",
    { class: "panels" },
    ...(scene.panels ?? [])
      .filter(({ id }) => id !== "scores")
      .map((panel) => el("section", {}, el("h3", {}, panel.label), rows(panel))),
  );
}

/** @param {Panel} panel */
const rows = (panel) =>
  el(
    "dl",
    { class: "rows" },
    ...panel.rows.map((row) =>
      el("div", {}, el("dt", {}, row.symbol && symbol(row.symbol), row.label), el("dd", { class: "num" }, row.value)),
    ),
  );

/** @param {TableShown} table @param {number} seat */
function who(table, seat) {
  const dot = el("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }, table.seats[seat].name.slice(0, 1));
  return el(
    "span",
    { class: "who" },
    dot,
    el("span", {}, table.seats[seat].name, table.winners?.includes(seat) && table.stage === "over" ? " ★" : ""),
  );
}

/** @param {TableShown} table @param {string[]} columns @param {number} one @param {number} other */
function compare(table, columns, one, other) {
  for (const column of columns.slice(columns.indexOf("total"))) {
    if (table.scores[one][column] !== table.scores[other][column])
      return table.scores[one][column] - table.scores[other][column];
  }
  return 0;
}
