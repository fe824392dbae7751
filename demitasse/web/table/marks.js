/** What is lit, picked, aimed at and covered on a table, for eyes, keys and ears alike. */

import { say, sayn } from "../ui/language.js";

/** @import { Action } from "../types.js" */
/** @import { Board, View } from "./board.js" */
/** @import { Item, Spot } from "./group.js" */
/** @import { Picker } from "./picker.js" */

/** @typedef {{words: string, drags: boolean, faint: boolean}} Light */
/**
 * What is marked, by the names of places and pieces.
 * @typedef {object} Marks
 * @property {Map<string, Light>} lit
 * @property {Set<string>} picked
 * @property {Set<string>} aimed
 * @property {Map<string, Action>} tags whose badge they bear
 * @property {[string, string][]} lines from what would go to where it would lie
 * @property {boolean} narrowed whether a kind of action is picked: what has no part in it steps back
 * @property {Set<string>} covered what would vanish
 * @property {Set<string>} quiet where something is rarely wanted
 * @property {boolean} laying whether something is in hand
 * @property {{w: number, h: number} | null} held how large it is
 */

/** A table on which nothing can be done. @type {Marks} */
export const NOTHING = {
  lit: new Map(),
  picked: new Set(),
  aimed: new Set(),
  tags: new Map(),
  lines: [],
  narrowed: false,
  covered: new Set(),
  quiet: new Set(),
  laying: false,
  held: null,
};

/**
 * What is lit for what is picked.
 * @param {Picker} picker @param {boolean} fits whether what is in hand may lie where it is
 * @param {{covers?: string[]} | null} held as what is in hand would lie
 * @returns {Marks}
 */
export function marksOf(picker, fits, held) {
  const lit = new Map();
  const starts = picker.starts();
  const words = (/** @type {Action[]} */ actions) =>
    actions.length === 1
      ? [actions[0].where, actions[0].label, actions[0].price].filter(Boolean).join(say(", "))
      : sayn("{n} choice", "{n} choices", actions.length);
  for (const [id, actions] of picker.others())
    lit.set(id, { words: words(actions), drags: starts.has(id), faint: true });
  const tags = new Map();
  for (const [id, actions] of [...picker.instead(), ...picker.lit()]) {
    lit.set(id, { words: words(actions), drags: starts.has(id), faint: false });
    const cheapest = !picker.isLaying() && cheapestOf(id, actions);
    if (cheapest) tags.set(id, cheapest);
  }
  if (picker.aimed?.badge && !picker.isLaying()) tags.set(picker.aimed.on, picker.aimed);
  for (const id of picker.picks) if (isPriced(id, picker.left())) tags.set(id, picker.left()[0]);
  for (const id of picker.picks) lit.set(id, { words: say("Picked up"), drags: starts.has(id), faint: false });
  for (const id of starts) if (!lit.has(id)) lit.set(id, { words: say("Pick up"), drags: true, faint: true });
  const begun = picker.begun();
  const aimed = new Set(picker.aimed && !picker.isLaying() ? picker.spots(picker.aimed) : begun ? [begun.on] : []);
  return {
    lit,
    picked: new Set(picker.picks),
    aimed,
    tags,
    lines: aimed.size && picker.aimed?.start ? [[picker.aimed.start, picker.aimed.on]] : [],
    narrowed: Boolean(picker.kind),
    covered: new Set(fits ? (held?.covers ?? []) : []),
    quiet: quietSpots(picker),
    laying: picker.isLaying(),
    held: null,
  };
}

/** Whether all actions end there and say the same of it. @param {string} id @param {Action[]} actions */
const isPriced = (id, actions) =>
  Boolean(actions[0]?.badge) && actions.every(({ on, badge }) => on === id && badge === actions[0].badge);

/**
 * Whose price stands there: the lowest, where everything that ends there has one; of several walks, the shortest.
 * @param {string} id @param {Action[]} actions
 */
function cheapestOf(id, actions) {
  if (isPriced(id, actions)) return actions[0];
  const steps = (/** @type {Action} */ { path }) => path?.length ?? 0;
  if (actions.some(steps) && actions.every(({ on, badge }) => on === id && badge))
    return actions.reduce((best, other) => (steps(other) < steps(best) ? other : best));
  const price = (/** @type {Action} */ { on, badge = "" }) => (on === id ? Number(badge.replace("−", "-")) : NaN);
  if (!actions.every((action) => price(action) < 0)) return null;
  return actions.reduce((best, other) => (price(other) > price(best) ? other : best));
}

/** What is rarely wanted of a place or piece. @param {Picker} picker @param {string} id */
export const quietOn = (picker, id) =>
  picker.actions.filter((action) => action.quiet && picker.spots(action).includes(id));

/** @param {Picker} picker */
const quietSpots = (picker) =>
  new Set(picker.actions.filter((action) => action.quiet).flatMap((action) => picker.spots(action)));

/** @param {Board} board @param {Marks} marks */
export function mark(board, marks) {
  for (const view of board.views.values()) view.clearMarks();
  const isNear = narrowedTo(board, marks);
  for (const spot of board.spots()) {
    light(spot.made, spot.item.id, marks, spot.item);
    spot.made.classList.toggle("is-back", !isNear(spot.item));
  }
  const onto = (/** @type {string} */ id, /** @type {(view: View, spot: Spot) => void} */ draw) => {
    const spot = board.spot(id);
    const view = spot && board.views.get(spot.group);
    if (view) draw(view, spot);
  };
  for (const [id, { badge: words = "", badge_symbol: symbol = "", tone = "" }] of marks.tags)
    onto(id, (view, spot) => view.tag(spot, { words, symbol, tone, isAimed: marks.aimed.has(id) }));
  for (const [from, to] of marks.lines) {
    const [start, end] = [board.spot(from), board.spot(to)];
    if (start && end && start.group === end.group) board.views.get(start.group)?.line(start, end);
  }
  const { held } = marks;
  if (held) for (const id of marks.lit.keys()) onto(id, (view, spot) => view.dot(spot, held));
  for (const id of marks.covered)
    onto(id, (view, spot) =>
      view.strike(
        spot,
        [...board.pieces.values()].find(({ item }) => item.at === id),
      ),
    );
  for (const home of [board.element, board.hand]) for (const stop of home.querySelectorAll(".spots")) rove(stop);
}

/**
 * What has a part in the kind of action that is picked: what is lit, what lies there, and what that is a part of.
 * @param {Board} board @param {Marks} marks @returns {(item: Item) => boolean}
 */
function narrowedTo(board, marks) {
  if (!marks.narrowed) return () => true;
  const home = (/** @type {string | undefined} */ id) => board.spot(id ?? "")?.item.at;
  const near = new Set([...marks.lit].flatMap(([id, { faint }]) => (faint ? [] : [id])));
  const around = new Set([...near].map(home));
  return ({ id, at }) => near.has(id) || around.has(id) || near.has(at ?? "") || near.has(home(at) ?? "");
}

/** @param {HTMLElement | SVGGElement} made @param {string} id @param {Marks} marks @param {Item} item */
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
    // focus stays where it is until the reader moves it; a place in which pieces lie may hold a button, so it is none
    if (hasBody(made)) made.setAttribute("role", "group");
    else made.setAttribute("aria-disabled", "true");
    made.removeAttribute("aria-pressed");
    made.setAttribute("tabindex", "-1");
    made.setAttribute("aria-label", item.label ?? "");
  } else if (made.hasAttribute("role")) {
    for (const name of ["role", "aria-label", "aria-pressed", "aria-disabled", "tabindex"]) made.removeAttribute(name);
    // a place in which pieces lie is no picture: what can be pressed in it must be found
    if (!hasBody(made)) made.setAttribute("aria-hidden", "true");
  }
}

/** Whether pieces lie in it. @param {Element} made */
const hasBody = (made) => made.querySelector(":scope > .body") !== null;

/**
 * One stop for Tab in each group: what has the focus, what had it and is still lit, or the first that is lit.
 * @param {Element} home
 */
function rove(home) {
  const { lit, reached } = stopsIn(home);
  const stop =
    lit.find((made) => made === document.activeElement) ??
    reached.find((made) => made.getAttribute("tabindex") === "0") ??
    reached[0];
  for (const made of lit) made.setAttribute("tabindex", made === stop ? "0" : "-1");
}

/**
 * What is lit, and of that what arrows lead to: where nothing is, what could be picked instead.
 * @param {Element} home
 */
export function stopsIn(home) {
  const lit = /** @type {HTMLElement[]} */ ([...home.querySelectorAll("[role=button]:not([aria-disabled])")]);
  const loud = lit.filter((made) => !made.classList.contains("is-faint"));
  return { lit, reached: loud.length ? loud : lit };
}
