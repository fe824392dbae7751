/** Keeps in sight what is asked about, where a table is higher than the window. */

import { DESK } from "./arrangement.js";
import { isStill } from "./glide.js";

const EDGE = 6; // px around what is brought into view

/** @typedef {{top: number, bottom: number}} Span */

/**
 * Scrolls what is asked about into view, all of it with the areas it lies in, if there is room for that above the dock;
 * else the area that holds most of it; else what it holds there, and below that as much as can be seen of the area.
 * @param {Element[]} lit @param {Element} dock
 * @param {boolean} [calmly] not where the table changes as well: a page that shrinks meanwhile is scrolled too far
 */
export function bringIntoView(lit, dock, calmly = true) {
  if (innerWidth >= DESK || !lit.length) return;
  const room = roomOver(dock);
  const areas = homesOf(lit, ".area");
  const near = lit.filter((made) => areas[1].includes(made.closest(".area") ?? made));
  const groups = homesOf(near, ".spots");
  const whole = areas.map(spanOf).find((span) => fits(span, room));
  const wanted = whole ?? [...groups, near].map(spanOf).find((span) => fits(span, room)) ?? spanOf(near);
  const bottom = Math.max(wanted.bottom, whole ? 0 : spanOf(areas[1]).bottom);
  bring({ ...wanted, bottom }, room, calmly);
}

/**
 * The question goes on: what the area that holds most of it has comes into view if it is not, and only as far as it
 * must; what does not fit is in view where anything of it is.
 * @param {Element[]} lit @param {Element} dock @param {boolean} [calmly]
 */
export function keepInView(lit, dock, calmly = true) {
  if (innerWidth >= DESK || !lit.length) return;
  const room = roomOver(dock);
  const isSeen = (/** @type {Element} */ made) => {
    const { top, bottom } = made.getBoundingClientRect();
    return top >= room.top - EDGE && bottom <= room.bottom + EDGE;
  };
  const [, home] = homesOf(lit, ".area");
  const near = lit.filter((made) => home.includes(made.closest(".area") ?? made));
  const span = spanOf(near);
  if (fits(span, room) ? !near.every(isSeen) : !near.some(isSeen)) bring(span, room, calmly);
}

/** @param {Span} span @param {Span} room */
const fits = (span, room) => span.bottom - span.top <= room.bottom - room.top;

/**
 * Scrolls no farther than it takes to see something, its top first.
 * @param {Span} wanted @param {Span} room @param {boolean} calmly
 */
function bring({ top, bottom }, room, calmly) {
  const above = top - room.top;
  const by = above < 0 ? above : Math.max(0, Math.min(bottom - room.bottom, above));
  if (by) scrollBy({ top: by, behavior: calmly && !isStill() ? "smooth" : "instant" });
}

/** All that hold what is lit, and the one that holds most of it. @param {Element[]} lit @param {string} home */
function homesOf(lit, home) {
  const found = lit.flatMap((made) => made.closest(home) ?? made);
  const held = (/** @type {Element} */ one) => found.filter((other) => other === one).length;
  return [found, [found.reduce((best, one) => (held(one) > held(best) ? one : best))]];
}

/** What is seen of a table beside its dock, or above it and what stands on it. @param {Element} dock @returns {Span} */
function roomOver(dock) {
  const { left, top } = dock.getBoundingClientRect();
  return { top: EDGE, bottom: (left > 0 ? innerHeight : Math.min(top, innerHeight)) - EDGE };
}

/** @param {Element[]} made @returns {Span} */
function spanOf(made) {
  const boxes = made.map((each) => each.getBoundingClientRect());
  return { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
}
