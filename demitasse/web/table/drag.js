/** What follows the pointer: a piece that is dragged, what is in hand over its plane; and a finger that rests. */

import { twinOf } from "./glide.js";
import { sizeOf } from "./spots.js";

/** @import { Board } from "./board.js" */
/** @import { Item } from "./group.js" */
/** @import { Inputs } from "./input.js" */

export const FAR = 7; // px after which a press is a drag
const LONG = 500; // ms after which a finger asks for what is rarely wanted

/**
 * A finger that rests.
 * @param {HTMLElement[]} roots
 * @param {(target: EventTarget, name: string, act: (event: any) => void) => void} on
 * @param {(made: any) => void} act
 */
export function longPress(roots, on, act) {
  let timer = 0;
  let from = { x: 0, y: 0 };
  const rest = (/** @type {PointerEvent} */ event) => {
    clearTimeout(timer);
    from = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch") return;
    // in two steps: on a busy machine the finger may have left already, and that is heard first
    timer = setTimeout(() => (timer = setTimeout(() => act(event.target))), LONG);
  };
  for (const root of roots) on(root, "pointerdown", rest);
  on(
    window,
    "pointermove",
    (event) => Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR && clearTimeout(timer),
  );
  for (const name of ["pointerup", "pointercancel"]) on(window, name, () => clearTimeout(timer));
}

/**
 * What is in hand follows the pointer over its plane.
 * @param {PointerEvent} event @param {Board} board @param {Inputs} inputs @param {AbortSignal} signal
 */
export function grab(event, board, inputs, signal) {
  const held = /** @type {any} */ (event.target).closest(".in-hand");
  const { plane } = board;
  if (!plane?.picture.contains(held)) return;
  const start = held.getBoundingClientRect();
  const off = { x: event.clientX - start.left, y: event.clientY - start.top };
  const stop = new AbortController();
  let at = new DOMPoint();
  signal.addEventListener("abort", () => stop.abort());
  plane.picture.setPointerCapture(event.pointerId);
  event.stopPropagation();
  plane.picture.addEventListener(
    "pointermove",
    (/** @type {PointerEvent} */ move) => {
      if (move.pointerId !== event.pointerId || plane.fingers.size > 1) return stop.abort(); // a second finger ends it
      move.preventDefault();
      plane.wasDragged = true;
      at = plane.point(move.clientX - off.x, move.clientY - off.y);
      inputs.lay(at.x, at.y);
    },
    { signal: stop.signal, capture: true },
  );
  const end = () => {
    stop.abort();
    if (plane.wasDragged) inputs.lay(at.x, at.y); // now the window may grow
  };
  for (const name of ["pointerup", "pointercancel"]) plane.picture.addEventListener(name, end, { signal: stop.signal });
}

/**
 * Lifts what lies at a spot; the result moves it to a point of the screen, or puts it away.
 * @param {Board} board @param {string} id
 */
export function lift(board, id) {
  const spot = board.spot(id);
  if (!spot) return () => {};
  const inside = [...board.pieces.values()].find(
    (piece) => piece.group === spot.group && (piece.item.at === id || within(piece.item, spot.item)),
  );
  const lifted = spot.kind === "piece" ? spot : (inside ?? spot);
  const box = lifted.made.getBoundingClientRect();
  const twin = twinOf(lifted.made, box);
  twin.classList.add("lifted");
  document.body.append(twin);
  return (/** @type {number | null} */ x, y = 0) => {
    if (x === null) twin.remove();
    else twin.style.transform = `translate(${x - box.width / 2}px, ${y - box.height / 2}px)`;
  };
}

/** @param {Item} inner @param {Item} outer */
function within(inner, outer) {
  const [small, large] = [sizeOf(inner), sizeOf(outer)];
  return (
    inner.x >= outer.x - 1 &&
    inner.y >= outer.y - 1 &&
    inner.x + small.w <= outer.x + large.w + 1 &&
    inner.y + small.h <= outer.y + large.h + 1
  );
}
