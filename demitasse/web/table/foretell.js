/** What numbers would become, shown beside them before anything is done. */

import { el } from "../ui/elements.js";

/** @typedef {Record<string, string>} Numbers by the name that `data-number` has */

/**
 * Lays what would change over the numbers that are there, so that nothing gives way.
 * @param {Element} whole
 * @param {Numbers} before
 * @param {Numbers | null} after
 * @param {(before: string, after: string) => string} [words]
 */
export function foretell(whole, before, after, words = arrow) {
  for (const [name, now] of Object.entries(before)) {
    const made = whole.querySelector(`[data-number="${CSS.escape(name)}"]`);
    made?.querySelector(":scope > .delta")?.remove(); // not those of what stands within: they are another's
    const then = after?.[name];
    if (then !== undefined && then !== now) made?.append(el("span", { class: "delta num" }, words(now, then)));
  }
}

/** @param {string} _ @param {string} after */
const arrow = (_, after) => `→ ${after}`;

/** A number as it is written, with its true minus. @param {string} written */
const value = (written) => Number(written.replace("−", "-"));

/** How much more or less, where both are numbers. @param {string} before @param {string} after */
export function gain(before, after) {
  const more = value(after) - value(before);
  return Number.isNaN(more) ? arrow(before, after) : more < 0 ? `−${-more}` : `+${more}`;
}
