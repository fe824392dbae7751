/** Asks the server for a hint, lays its ways on the shelf and the board, and takes the one that is wanted. */

import { get } from "../net/api.js";
import { note, stopped, tell } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { isPhone } from "./arrangement.js";
import { plain } from "./phrase.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { HintShown, WayShown } from "../types.js" */

const SLOW = 1500; // ms after which it is no longer the thinking that takes time: something is compiled first

/** @param {TablePage} page */
export async function giveHint(page) {
  const { known, asking } = page;
  const { choice } = asking;
  if (!page.mayAct() || page.sender.isBusy) return;
  note(say("Thinking …"), 0);
  const slow = setTimeout(() => note(say("The advisor is getting ready …"), 0), SLOW);
  try {
    const found = /** @type {HintShown} */ (await get(`/api/tables/${page.id}/hint`, { seat: page.scene?.seat }));
    note("");
    if (page.known !== known || page.sender.isBusy || !page.mayAct()) return; // the question was answered meanwhile
    const isDeciding = asking.choice !== choice; // one has begun to: that stays as it is
    if (!isDeciding) asking.picker.clear();
    page.shelf.bringHint(found.ways, isDeciding ? -1 : 0);
    // and below it the board
    if (!isDeciding && !page.shelf.isSheet) scrollTo({ top: isPhone() ? page.shelf.element.offsetTop : 0 });
    tell(...found.ways.map((_, k) => wayInWords(found.ways, k)));
  } catch (problem) {
    note(problem instanceof Error ? problem.message : "");
  } finally {
    clearTimeout(slow);
  }
}

/** Says all of a way at once: it is made, and taken back, as one. @param {TablePage} page @param {WayShown} way */
export async function takeWay(page, way) {
  if (page.mayAct()) await page.sender.send("plays", { text: way.plies.join(" / "), seat: page.scene?.seat });
}

/** A way as it is heard. @param {WayShown[]} ways @param {number} k which of them */
export function wayInWords(ways, k) {
  const { say: parts, why, chance } = ways[k];
  const place = { number: k + 1, ways: ways.length };
  const head =
    chance === null
      ? say("Way {number} of {ways}.", place)
      : say("Way {number} of {ways}, {share} percent.", { ...place, share: Math.round(100 * chance) });
  const sentences = [plain(parts), ...why.map(({ text }) => text)].map(stopped);
  return [head, ...sentences].join(" ");
}

/** How likely it is to win by a way; nothing for who plays alone. @param {WayShown} way */
export const shareOf = ({ chance }) => (chance === null ? "" : `${Math.round(100 * chance)}\u00a0%`);
