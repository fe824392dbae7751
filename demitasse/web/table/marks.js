/** What is lit, picked, aimed at and covered on a table, for eyes, keys and ears alike. */

import { tag, tinted } from "./draw.js";
import { svg, use } from "../ui/elements.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./group.js").GroupView} GroupView */
/** @typedef {import("./group.js").Spot} Spot */
/** @typedef {{words: string, drags: boolean, faint: boolean}} Light */
/**
 * @typedef {{lit: Map<string, Light>, picked: Set<string>, aimed: Set<string>, tags: Map<string, string>, covered: Set<string>,
 *   quiet: Set<string>, laying: boolean}} Marks
 */

/** @param {Board} board @param {Marks} marks */
export function mark(board, marks) {
  for (const view of board.views.values()) {
    for (const [id, spot] of view.places) light(spot.made, id, marks, spot.item);
    view.layers.marks.replaceChildren();
    view.layers.lost.replaceChildren();
  }
  for (const [id, spot] of board.pieces) light(spot.made, id, marks, spot.item);
  const onto = (/** @type {string} */ id, /** @type {string} */ layer, /** @type {(item: any) => Node} */ drawn) => {
    const spot = board.spot(id);
    if (spot) board.views.get(spot.group)?.layers[layer].append(drawn(spot.item));
  };
  for (const [id, words] of marks.tags) onto(id, "marks", (item) => tag(words, ...tagged(item)));
  if (marks.laying) for (const id of marks.lit.keys()) onto(id, "marks", dot);
  for (const id of marks.covered) onto(id, "lost", struck);
  for (const view of board.views.values()) rove(view);
}

/** @param {any} item */
const dot = (item) => svg("circle", { class: "dotmark", cx: item.x + item.w / 2, cy: item.y + item.h / 2, r: 7 });

/** Above what would cover it, what a place would lose. @param {any} item */
function struck({ x, y, symbol, corner, tint }) {
  const picture = symbol || corner;
  const sign = svg(
    "g",
    { class: "lost", transform: `translate(${x + 2} ${y + 2})` },
    svg("circle", { r: 15, cx: 12, cy: 12 }),
  );
  if (picture) sign.append(tinted(use(picture, { class: "sym", x: 2, y: 2, width: 20, height: 20 }), tint));
  sign.append(svg("path", { class: "cross", d: "M2 22L22 2" }));
  return sign;
}

/** Where a tag ends: above the upper right corner, of a hexagon inside. @param {any} item @returns {[number, number]} */
const tagged = (item) =>
  item.shape === "hex" ? [item.x + item.w * 0.9, item.y + item.h / 2 - 10] : [item.x + (item.w ?? 36) + 2, item.y - 4];

/** @param {any} made @param {string} id @param {Marks} marks @param {any} item */
function light(made, id, marks, item) {
  const found = marks.lit.get(id);
  const kinds = made.classList;
  kinds.toggle("is-legal", Boolean(found && !found.faint && !marks.laying));
  kinds.toggle("is-dot", Boolean(found && marks.laying));
  kinds.toggle("is-faint", Boolean(found?.faint));
  kinds.toggle("picked", marks.picked.has(id));
  kinds.toggle("is-aimed", marks.aimed.has(id));
  kinds.toggle("is-draggable", Boolean(found?.drags));
  kinds.toggle("has-quiet", marks.quiet.has(id));
  if (found) {
    made.removeAttribute("aria-hidden");
    made.removeAttribute("aria-disabled");
    made.setAttribute("role", "button");
    made.setAttribute("aria-label", [item.label, found.words].filter(Boolean).join(". "));
    if (marks.picked.has(id)) made.setAttribute("aria-pressed", "true");
    else made.removeAttribute("aria-pressed");
    if (!made.hasAttribute("tabindex")) made.setAttribute("tabindex", "-1");
  } else if (document.activeElement === made) {
    made.setAttribute("aria-disabled", "true"); // focus stays where it is until the reader moves it
    made.setAttribute("tabindex", "-1");
    made.setAttribute("aria-label", item.label ?? "");
  } else if (made.hasAttribute("role")) {
    for (const name of ["role", "aria-label", "aria-pressed", "aria-disabled", "tabindex"]) made.removeAttribute(name);
    made.setAttribute("aria-hidden", "true");
  }
}

/** One stop for Tab in each group: what has the focus, what had it and is still lit, or the first that is lit. @param {GroupView} view */
function rove(view) {
  const lit = [...view.picture.querySelectorAll("[role=button]:not([aria-disabled])")];
  const loud = lit.filter((made) => !made.classList.contains("is-faint"));
  const stop =
    lit.find((made) => made === document.activeElement) ??
    loud.find((made) => made.getAttribute("tabindex") === "0") ??
    loud[0] ??
    lit[0];
  for (const made of lit) made.setAttribute("tabindex", made === stop ? "0" : "-1");
}
