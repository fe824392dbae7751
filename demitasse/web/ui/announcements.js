/** Tells those who do not look: one polite live region, the title, the icon. */

import { el } from "./elements.js";
import { say } from "./language.js";

const KEPT = 20; // sentences that can be read again
const voice = el("div", { class: "vh", role: "log", "aria-live": "polite", id: "voice" });
const notice = el("div", { class: "notice", role: "alert", popover: "manual" }); // above sheets, too
let timer = 0;
let isAside = false; // what the next move does not answer

/** Puts the live region and the notice into the page. */
export function listen() {
  document.body.append(voice, notice);
}

/** What is said and noted is heard from here: behind an open dialog nothing is. @param {Element} home */
export function hearFrom(home) {
  const isNoted = notice.matches(":popover-open");
  forgetSaid();
  home.append(voice, notice);
  if (isNoted) notice.showPopover();
}

/** Nothing of what was said can be read any more: somebody else sits down at this screen. */
export const forgetSaid = () => voice.replaceChildren();

/**
 * Says sentences one after the other; none takes the place of another that may not have been heard yet.
 * @param {...string} sentences
 */
export function tell(...sentences) {
  for (const words of sentences) if (words) voice.append(el("p", {}, stopped(words)));
  while (voice.childElementCount > KEPT) voice.firstChild?.remove();
}

/** A sentence with a stop at its end. @param {string} words */
export const stopped = (words) => (/[.!?…。！？]$/.test(words) ? words : say("{words}.", { words }));

/**
 * Shows a sentence to everybody for a while.
 * @param {string} words @param {number} [ms] 0: until the next @param {boolean} [aside] whether it outlasts a move
 */
export function note(words, ms = 6000, aside = false) {
  clearTimeout(timer);
  isAside = aside;
  notice.textContent = words;
  notice.hidePopover();
  if (words) notice.showPopover();
  if (ms && words) timer = setTimeout(() => notice.hidePopover(), ms);
}

/** The table goes on: what was said about the question before it is over. */
export function noteMoved() {
  if (!isAside) note("");
}

/** @param {string} words @param {boolean} [calls] whether something waits for the reader */
export function title(words, calls = false) {
  document.title = calls ? `● ${words}` : words;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = `/web/icon${calls ? "-turn" : ""}.svg`;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
