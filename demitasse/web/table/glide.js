/** Lets pieces that keep their name glide from where they lay to where they lie, through the air above all groups. */

import { svg } from "../ui/elements.js";

const EACH = 260; // ms a piece glides
const WHOLE = 900; // ms all glides of a ply take at most
const STEP = 70; // ms from the start of one glide to the next
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{piece: SVGGraphicsElement, from: Box, to: Box, size: {width: number, height: number}}} Move */

const air = svg("svg", { class: "air", "aria-hidden": "true" });
/** @type {Set<Animation>} */
const flights = new Set();

/** Whether the reader wants things to stay still. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Sends pieces from their old boxes to where they are now.
 * @param {Move[]} moves
 * @returns {Promise<void>} resolves when all have landed
 */
export async function glide(moves) {
  if (isStill() || document.hidden || !moves.length) return;
  if (!air.isConnected) document.body.append(air);
  const step = Math.min(STEP, (WHOLE - EACH) / Math.max(1, moves.length - 1));
  await Promise.all(moves.map((move, k) => fly(move, step * k)));
}

/** Lands everything at once: somebody wants to act. */
export function land() {
  for (const flight of [...flights]) flight.finish();
}

/** @param {Move} move @param {number} delay */
async function fly({ piece, from, to, size }, delay) {
  const drawn = piece.getBBox();
  const box = drawn.width && drawn.height ? drawn : { x: 0, y: 0, ...size }; // what is folded away has no box
  const twin = svg("g", { class: piece.getAttribute("class") });
  twin.append(...[...piece.childNodes].map((node) => node.cloneNode(true)));
  const at = (/** @type {Box} */ spot) =>
    [
      `translate(${spot.left}px, ${spot.top}px)`,
      `scale(${spot.width / box.width}, ${spot.height / box.height})`,
      `translate(${-box.x}px, ${-box.y}px)`,
    ].join(" ");
  air.append(twin);
  piece.classList.add("is-away");
  const flight = twin.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: EACH,
    delay,
    easing: EASE,
    fill: "both",
  });
  flights.add(flight);
  await flight.finished.catch(() => {});
  flights.delete(flight);
  twin.remove();
  piece.classList.remove("is-away");
}
