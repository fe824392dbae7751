/** Mouse, touch and keys at a table, told to it as picking, aiming, laying and pressing. */

import { note } from "../ui/announcements.js";
import { isSheetOpen } from "../ui/sheet.js";
import { FAR, grab, lift, longPress } from "./drag.js";
import { land } from "./glide.js";
import { pressKey } from "./keyboard.js";
import { spotAt, spotUnder } from "./spots.js";

/** @import { Board } from "./board.js" */

const CONTROLS = "button, a, input, select, label, summary, dialog"; // they do what they say, and hurry nothing
const BUTTONS = ".flow-dice *"; // what a phone's dock does not repeat: a tap is as sure as there
const EXPLAINED = 5000; // ms in which one reads what a sign means
const QUIET = ["Shift", "Control", "Alt", "Meta", "Tab", "CapsLock"]; // keys that mean nothing yet

/**
 * What a table lets mouse, touch and keys do.
 * @typedef {object} Inputs
 * @property {(id: string, sure: boolean, pressed?: boolean) => void} pick a place or piece; a first tap is not sure
 * @property {(id: string | null, isMoved?: boolean) => void} hover the table may have moved beneath the pointer instead
 * @property {(key: string) => boolean} press a key that is printed on a choice
 * @property {() => void} clear what is picked
 * @property {(home: Element) => void} miss everything that can be picked, in a group
 * @property {(id: string) => boolean} menu of what is rarely wanted of a place
 * @property {() => boolean} confirm what is aimed at
 * @property {() => boolean} isSure whether something is aimed at for good
 * @property {() => boolean} isLaying whether something is in hand
 * @property {() => boolean} isHolding whether something is in hand, or tried as if it were
 * @property {(x: number, y: number) => void} lay what is in hand at a point of its group
 * @property {(x: number, y: number) => void} put its middle at a point of its group
 * @property {(by: number) => void} turn it
 * @property {(dx: number, dy: number) => void} step with it in a direction
 * @property {(by: number) => void} next place for it
 * @property {(letter: string) => boolean} command of the page
 * @property {() => void} hurry what is moving
 * @property {(by: number) => boolean} walk through the rounds of a game that is over
 * @property {(event: KeyboardEvent) => boolean} follow what others do: skip, pause, pace, the shelf
 */

/**
 * Lets mouse, touch and keys act at a table.
 * @param {Board} board
 * @param {Inputs} inputs
 * @returns {() => void} lets go again
 */
export function listenTo(board, inputs) {
  const end = new AbortController();
  const on = (
    /** @type {any} */ target,
    /** @type {string} */ name,
    /** @type {(event: any) => void} */ act,
    passive = false,
  ) => target.addEventListener(name, act, { signal: end.signal, passive });
  const roots = [board.element, board.hand];
  const onTable = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => {
    for (const root of roots) on(root, name, act);
  };
  let pointer = "mouse";
  /** @type {{id: string, x: number, y: number, twin: any} | null} */
  let drag = null;
  let rest = { x: -1, y: -1 }; // where the pointer is
  let justDragged = false;
  let isByKeys = true; // whether keys led to where the focus is
  let isTabbed = false;

  on(
    window,
    "pointerdown",
    (event) => {
      isByKeys = false;
      if (event.target.closest?.(CONTROLS)) land();
      else inputs.hurry();
    },
    true,
  );
  onTable("pointerdown", (event) => {
    pointer = event.pointerType;
    justDragged = false;
    const made = spotAt(event.target);
    if (inputs.isHolding() && event.target.closest?.(".in-hand")) grab(event, board, inputs, end.signal);
    else if (made?.classList.contains("is-draggable") && event.button === 0)
      drag = { id: made.dataset.id, x: event.clientX, y: event.clientY, twin: null };
  });
  on(window, "pointermove", (event) => {
    rest = { x: event.clientX, y: event.clientY };
    if (!drag) return;
    if (!drag.twin && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) {
      drag.twin = lift(board, drag.id);
      inputs.pick(drag.id, false);
    }
    drag.twin?.(event.clientX, event.clientY);
    if (drag.twin) inputs.hover(spotAt(document.elementFromPoint(event.clientX, event.clientY))?.dataset.id ?? null);
  });
  on(window, "pointerup", (event) => {
    if (!drag) return;
    const was = drag;
    drag = null;
    if (!was.twin) return;
    was.twin(null);
    justDragged = true;
    const id = spotAt(document.elementFromPoint(event.clientX, event.clientY))?.dataset.id;
    if (id && id !== was.id) inputs.pick(id, true);
    else inputs.clear();
  });
  on(window, "pointercancel", () => {
    drag?.twin?.(null);
    drag = null;
  });

  onTable("click", (event) => {
    const made = spotUnder(event);
    if (event.detail > 0) spotAt(document.activeElement)?.blur(); // no key that comes makes it look chosen
    const plane = board.plane?.picture.contains(event.target) ? board.plane : null;
    if (justDragged || plane?.wasDragged) return;
    const proposed = event.target.closest("[data-picks]");
    if (proposed) return inputs.pick(proposed.dataset.picks, true);
    if (inputs.isHolding() && plane) {
      const at = plane.point(event.clientX, event.clientY);
      inputs.put(at.x, at.y);
    } else if (made) inputs.pick(made.dataset.id, pointer === "mouse" || event.detail === 0 || made.matches(BUTTONS));
    else if (event.target.closest(".spots [title]")) note(event.target.closest(".spots [title]").title, EXPLAINED);
    else if (event.target.closest(".spots") && !event.target.closest(".pinned, .asks"))
      inputs.miss(event.target.closest(".spots"));
  });
  onTable("contextmenu", (event) => {
    const id = event.target.closest(".has-quiet")?.dataset.id;
    if (inputs.isHolding() && event.target.closest(".is-plane")) inputs.turn(1);
    else if (!id || !inputs.menu(id)) return;
    event.preventDefault();
  });
  onTable("twist", (event) => inputs.isHolding() && inputs.turn(event.detail));
  longPress(roots, on, (made) => {
    justDragged = Boolean(made.closest(".has-quiet") && inputs.menu(made.closest(".has-quiet").dataset.id));
  });
  onTable("pointerover", (event) => {
    if (pointer !== "mouse" || drag || inputs.isLaying()) return;
    inputs.hover(spotUnder(event)?.dataset.id ?? null, event.clientX !== rest.x || event.clientY !== rest.y);
  });
  onTable("pointerleave", () => pointer === "mouse" && !drag && inputs.hover(null));
  onTable("pointermove", (event) => (pointer = event.pointerType));
  onTable("focusin", (event) => {
    const made = spotAt(event.target);
    const isPassing = isTabbed && inputs.isSure(); // on the way to the button that says what is meant
    if (made && made.matches(":focus-visible") && !isPassing) inputs.hover(made.dataset.id);
  });
  on(document, "keydown", (event) => {
    land();
    isTabbed = event.key === "Tab";
    if (isSheetOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    isByKeys ||= event.key === "Tab" || event.key.startsWith("Arrow");
    if (pressKey(event, board, inputs, isByKeys)) event.preventDefault();
    else if (!QUIET.includes(event.key) && !event.target.closest?.(CONTROLS)) inputs.hurry();
  });
  return () => end.abort();
}
