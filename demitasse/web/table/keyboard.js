/** The keys at a table: arrows, Enter, Escape, zoom, and the letters printed on choices. */

import { stopsIn } from "./marks.js";
import { nearest, spotAt } from "./spots.js";

/** @import { Board } from "./board.js" */
/** @import { Inputs } from "./input.js" */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Where the focus is only because the mouse was there, Enter means what it is printed on: a button of the dock.
 * @param {KeyboardEvent} event @param {Board} board @param {Inputs} inputs
 * @param {boolean} isByKeys whether keys led to where the focus is
 * @returns {boolean} whether it meant something
 */
export function pressKey(event, board, inputs, isByKeys) {
  const target = /** @type {any} */ (event.target);
  const choosing = target.closest?.("[type=radio]"); // by arrows; letters are the table's
  if (choosing ? event.key.length > 1 || event.key === " " : target.closest?.("input, select, textarea")) return false;
  if (event.key === "Enter" && !event.repeat && !isByKeys && (inputs.follow(event) || inputs.confirm())) return true;
  // as its own key
  const presses = (event.key === "Enter" || event.key === " ") && target.closest("button, a, summary");
  if (!presses && inputs.follow(event)) return true;
  const made = spotAt(target);
  if (event.key in ARROWS) return arrow(event, made, board, inputs);
  if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
    if (inputs.isLaying() && (made || !target.closest("button, a"))) return event.key === "Enter" && inputs.confirm();
    if (made) {
      inputs.pick(made.dataset.id, true, true);
      return true;
    }
    return event.key === "Enter" && !target.closest("button, a") && inputs.confirm();
  }
  if (event.key === "Escape") {
    inputs.clear();
    return true;
  }
  if (event.key === "Delete" && made) return inputs.menu(made.dataset.id);
  if (inputs.isHolding()) {
    const laying = {
      KeyR: () => inputs.turn(event.shiftKey ? -1 : 1),
      KeyN: () => inputs.next(event.shiftKey ? -1 : 1),
    }[event.code];
    if (laying) {
      laying();
      return true;
    }
  }
  const zoom = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 }[event.key];
  const { plane } = board;
  if (plane && zoom) {
    plane.scale(zoom);
    return true;
  }
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (event.shiftKey && digit && board.opponents.pinSeat(Number(digit) - 1)) return true;
  const isLetter = /^Key[A-Z]$/.test(event.code);
  const printed = (isLetter ? event.code.slice(3) : event.key).toLowerCase(); // as on a Latin keyboard
  if (plane && printed === "0" && !inputs.press("0")) {
    plane.all();
    return true;
  }
  const proposed = board.proposed(printed);
  if (proposed) {
    inputs.pick(proposed, true);
    return true;
  }
  return inputs.press(printed) || inputs.command(event.key === "?" ? "?" : printed);
}

/** @param {KeyboardEvent} event @param {any} made @param {Board} board @param {Inputs} inputs */
function arrow(event, made, board, inputs) {
  const [dx, dy] = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  const { plane } = board;
  if (inputs.walk(dx)) return true;
  if (event.shiftKey && plane) {
    plane.shift(dx * 60, dy * 60);
    return true;
  }
  const holds = inputs.isLaying() ? true : inputs.isHolding() && !made;
  if (holds && (made || !(/** @type {any} */ (event.target).closest("button, a")))) {
    inputs.step(dx, dy);
    return true;
  }
  const from = made ?? /** @type {any} */ (event.target).closest?.("[data-id]");
  const isAtOthers = /** @type {any} */ (event.target).closest?.(".opponents");
  if (isAtOthers || (!from && board.opponents.pinned !== null)) return changeOver(board, dx + dy);
  const start = from ?? begun(board);
  if (!start) return false;
  const group = start.closest(".spots");
  const next =
    nearest(
      middle(start),
      stopsIn(group)
        .reached.filter((other) => other !== start)
        .map((other) => ({ other, at: middle(other) })),
      dx,
      dy,
    )?.other ?? (from ? null : start);
  if (!next) return true;
  for (const other of group.querySelectorAll("[role=button]"))
    other.setAttribute("tabindex", other === next ? "0" : "-1");
  next.focus();
  return true;
}

/**
 * Where arrows begin that are pressed beside the table: at what is led from place to place, or what Tab comes to first.
 * @param {Board} board @returns {HTMLElement | null}
 */
const begun = ({ element }) =>
  element.querySelector(".spots:has(.is-legal) .piece.is-draggable") ??
  element.querySelector('.spots:not(:has(.picked)) .is-legal[tabindex="0"]') ??
  element.querySelector('.spots .is-legal[tabindex="0"]');

/** Another's board is pinned in place of the one that is. @param {Board} board @param {number} by */
function changeOver(board, by) {
  if (board.opponents.pinned !== null) board.opponents.next(by);
  return board.opponents.pinned !== null;
}

/** @param {Element} made */
function middle(made) {
  const box = made.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
