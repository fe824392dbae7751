/** Keeps in sight what is asked about, where a table is higher than the window. */

import { DESK } from "./arrangement.js";
import { isStill } from "./glide.js";

const BAR = 56; // px the bar takes

/**
 * Scrolls a place or piece into view, with as much of its group as there is room for above the dock.
 * @param {Element | undefined} made @param {Element} dock
 */
export function bringIntoView(made, dock) {
  const box = made?.closest(".spots")?.getBoundingClientRect();
  const spot = made?.getBoundingClientRect();
  const bottom = innerHeight - dock.getBoundingClientRect().height;
  if (innerWidth >= DESK || !box || !spot || (spot.top > BAR - 6 && spot.bottom < bottom)) return;
  const by = Math.min(box.top - BAR, Math.max(spot.bottom - bottom + 24, box.bottom - bottom + 8));
  scrollBy({ top: spot.top < BAR - 6 ? box.top - BAR : by, behavior: isStill() ? "auto" : "smooth" });
}
