/** Lets pieces that keep their name glide from where they lay to where they lie, through the air above all areas. */

import { el, svg } from "../ui/elements.js";

const EACH = 260; // ms a piece glides at most
const WHOLE = 900; // ms all glides of a ply take at most
const STEP = 70; // ms from the start of one glide to the next
const WORDS = 90; // px
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{piece: HTMLElement | SVGGElement, from: Box, to: Box}} Move */

const air = el("div", { class: "air", "aria-hidden": "true" });
/** @type {Set<Animation>} */
const flights = new Set();

/** What has words needs room to be read on its way. @param {Move} move */
const isReadable = ({ piece, from, to }) => !piece.matches(".card") || Math.max(from.width, to.width) >= WORDS;

/** Whether the reader wants things to stay still. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Sends pieces from their old boxes to where they are now.
 * @param {Move[]} moves
 * @param {number} [within] so many ms
 * @returns {Promise<void>} resolves when all have landed
 */
export async function glide(moves, within = WHOLE) {
  const seen = moves.filter(isReadable);
  if (isStill() || document.hidden || !seen.length) return;
  if (!air.isConnected) document.body.append(air);
  const whole = Math.min(WHOLE, within);
  const each = Math.min(EACH, whole);
  const step = Math.min(STEP, (whole - each) / Math.max(1, seen.length - 1));
  await Promise.all(seen.map((move, k) => fly(move, each, step * k)));
}

/** Lands everything at once: somebody wants to act. */
export function land() {
  for (const flight of [...flights]) flight.finish();
}

/**
 * A twin of what is drawn somewhere, so large as it is there; it belongs to no table.
 * @param {Element} made @param {Box} box
 */
export function twinOf(made, { width, height }) {
  const twin = made instanceof SVGGraphicsElement ? pictureOf(made) : /** @type {HTMLElement} */ (made.cloneNode(true));
  for (const name of ["data-id", "role", "tabindex", "aria-label"]) twin.removeAttribute(name);
  twin.style.width = `${width}px`;
  twin.style.height = `${height}px`;
  return twin;
}

/** @param {SVGGraphicsElement} made */
function pictureOf(made) {
  const { x, y, width, height } = made.getBBox();
  const viewBox = `${x} ${y} ${width || 36} ${height || 36}`; // what is folded away has no box
  const twin = svg("svg", { viewBox, preserveAspectRatio: "none", class: "twin" });
  twin.append(...[...made.childNodes].map((node) => node.cloneNode(true)));
  return twin;
}

/** @param {Move} move @param {number} duration @param {number} delay */
async function fly({ piece, from, to }, duration, delay) {
  const large = from.width > to.width ? from : to; // what is in a card needs room: it is drawn large and shrunk
  const twin = twinOf(piece, large);
  const at = ({ left, top, width, height } = to) => {
    const scale = Math.min(width / large.width, height / large.height); // what has another shape here is not squashed
    const [x, y] = [left + (width - large.width * scale) / 2, top + (height - large.height * scale) / 2];
    return `translate(${x + scrollX}px, ${y + scrollY}px) scale(${scale})`; // of the page: it may be scrolled meanwhile
  };
  const holder = el("div", { class: piece.closest(".flow")?.className ?? "" }, twin); // it looks as in its flow
  holder.style.display = "contents";
  air.append(holder);
  piece.classList.add("is-away");
  const flight = twin.animate([{ transform: at(from) }, { transform: at() }], {
    duration,
    delay,
    easing: EASE,
    fill: "both",
  });
  flights.add(flight);
  await flight.finished.catch(() => {});
  flights.delete(flight);
  holder.remove();
  piece.classList.remove("is-away");
}
