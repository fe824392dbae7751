/** Finds the place or piece that is meant: what a pointer or the focus is on, or what lies next in a direction. */

import measures from "./measures.js";

/** How large a place or piece is. @param {{w?: number, h?: number}} item */
export const sizeOf = ({ w = measures.piece.side, h = measures.piece.side }) => ({ w, h });

/** The lit place or piece that something belongs to. @param {any} target */
export const spotAt = (target) => target?.closest?.("[data-id][role=button]:not([aria-disabled])") ?? null;

/**
 * The lit place or piece that is pointed at: what lies above it may only have what is rarely wanted.
 * @param {{target: any, clientX: number, clientY: number}} event
 */
export const spotUnder = (event) =>
  spotAt(event.target) ??
  (event.target?.closest?.(".has-quiet")
    ? document.elementsFromPoint(event.clientX, event.clientY).map(spotAt).find(Boolean)
    : null) ??
  null;

/**
 * Puts elements into an order without touching those that are in it; what else is there goes.
 * @param {Element} home @param {Element[]} elements
 */
export function order(home, elements) {
  for (const made of [...home.children]) if (!elements.includes(made)) made.remove();
  elements.forEach((made, k) => {
    if (home.children[k] !== made) home.insertBefore(made, home.children[k] ?? null);
  });
}

/**
 * What lies nearest in a direction: straight ahead counts more than aside.
 * @template {{at: {x: number, y: number}}} T
 * @param {{x: number, y: number}} from @param {T[]} others @param {number} dx @param {number} dy
 * @returns {T | null}
 */
export function nearest(from, others, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const other of others) {
    const ahead = (other.at.x - from.x) * dx + (other.at.y - from.y) * dy;
    const aside = Math.abs((other.at.x - from.x) * dy) + Math.abs((other.at.y - from.y) * dx);
    if (ahead > 1 && ahead + 2.2 * aside < least) [best, least] = [other, ahead + 2.2 * aside];
  }
  return best;
}
