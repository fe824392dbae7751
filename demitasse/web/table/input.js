/** The hands at a table: mouse, touch and keys, told to the page as picking, aiming, laying and pressing. */

import { land } from "./glide.js";
import { svg } from "../ui/elements.js";
import { isSheetOpen } from "../ui/sheet.js";

/** @typedef {import("./board.js").Board} Board */
/**
 * What a page lets hands do.
 * @typedef {{
 *   pick: (id: string, sure: boolean) => void, hover: (id: string | null) => void, press: (key: string) => boolean, clear: () => void,
 *   miss: () => void, menu: (id: string) => boolean,
 *   confirm: () => boolean, isLaying: () => boolean, lay: (x: number, y: number) => void, turn: (by: number) => void, step: (dx: number, dy: number) => void,
 *   next: (by: number) => void, command: (name: string) => boolean, hurry: () => void,
 * }} Page
 */

const FAR = 7; // px after which a press is a drag
const LONG = 500; // ms after which a finger asks for what is rarely wanted
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Attaches hands to a table.
 * @param {Board} board
 * @param {Page} page
 * @returns {() => void} lets go again
 */
export function hands(board, page) {
  const end = new AbortController();
  const on = (
    /** @type {any} */ target,
    /** @type {string} */ name,
    /** @type {(event: any) => void} */ act,
    passive = false,
  ) => target.addEventListener(name, act, { signal: end.signal, passive });
  const root = board.element;
  let pointer = "mouse";
  /** @type {{id: string, x: number, y: number, twin: any} | null} */
  let drag = null;
  let justDragged = false;

  on(window, "pointerdown", () => (land(), page.hurry()), true);
  on(root, "pointerdown", (event) => {
    pointer = event.pointerType;
    justDragged = false;
    const made = spotAt(event.target);
    if (page.isLaying() && event.target.closest?.(".in-hand")) grab(event, board, page, end.signal);
    else if (made?.classList.contains("is-draggable") && event.button === 0)
      drag = { id: made.dataset.id, x: event.clientX, y: event.clientY, twin: null };
  });
  on(window, "pointermove", (event) => {
    if (!drag) return;
    if (!drag.twin && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) {
      drag.twin = lift(board, drag.id);
      page.pick(drag.id, false);
    }
    drag.twin?.(event.clientX, event.clientY);
    if (drag.twin) page.hover(spotAt(document.elementFromPoint(event.clientX, event.clientY))?.dataset.id ?? null);
  });
  on(window, "pointerup", (event) => {
    if (!drag) return;
    const was = drag;
    drag = null;
    if (!was.twin) return;
    was.twin(null);
    justDragged = true;
    const id = spotAt(document.elementFromPoint(event.clientX, event.clientY))?.dataset.id;
    if (id && id !== was.id) page.pick(id, true);
    else page.clear();
  });
  on(window, "pointercancel", () => {
    drag?.twin?.(null);
    drag = null;
  });

  on(root, "click", (event) => {
    const made = spotAt(event.target);
    const plane = [...board.views.values()].find((view) => view.plane && view.picture.contains(event.target))?.plane;
    if (justDragged || plane?.wasDragged) return;
    if (page.isLaying() && plane) {
      const at = plane.point(event.clientX, event.clientY);
      page.lay(at.x, at.y);
    } else if (made) page.pick(made.dataset.id, pointer === "mouse" || event.detail === 0);
    else if (event.target.closest(".picture") && !event.target.closest(".mini")) page.miss();
  });
  on(root, "contextmenu", (event) => {
    const id = event.target.closest(".has-quiet")?.dataset.id;
    if (page.isLaying() && event.target.closest(".is-plane")) page.turn(1);
    else if (!id || !page.menu(id)) return;
    event.preventDefault();
  });
  on(root, "twist", (event) => page.isLaying() && page.turn(event.detail));
  longPress(root, on, (made) => {
    justDragged = Boolean(made.closest(".has-quiet") && page.menu(made.closest(".has-quiet").dataset.id));
  });
  on(
    root,
    "pointerover",
    (event) => pointer === "mouse" && !drag && !page.isLaying() && page.hover(spotAt(event.target)?.dataset.id ?? null),
  );
  on(root, "pointerleave", () => pointer === "mouse" && !drag && page.hover(null));
  on(root, "pointermove", (event) => (pointer = event.pointerType));
  on(root, "focusin", (event) => {
    const made = spotAt(event.target);
    if (made && made.matches(":focus-visible")) page.hover(made.dataset.id);
  });
  on(document, "keydown", (event) => {
    land();
    page.hurry();
    if (!isSheetOpen() && !event.ctrlKey && !event.metaKey && !event.altKey && key(event, board, page))
      event.preventDefault();
  });
  return () => end.abort();
}

/** A finger that rests. @param {any} root @param {(target: any, name: string, act: (event: any) => void) => void} on @param {(made: any) => void} act */
function longPress(root, on, act) {
  let timer = 0;
  let from = { x: 0, y: 0 };
  on(root, "pointerdown", (event) => {
    clearTimeout(timer);
    from = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== "touch") return;
    timer = setTimeout(() => (timer = setTimeout(() => act(event.target))), LONG); // in two steps: on a busy machine the finger may have left already, and that is heard first
  });
  on(
    window,
    "pointermove",
    (event) => Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR && clearTimeout(timer),
  );
  for (const name of ["pointerup", "pointercancel"]) on(window, name, () => clearTimeout(timer));
}

/** @param {KeyboardEvent} event @param {Board} board @param {Page} page @returns {boolean} whether it meant something */
function key(event, board, page) {
  const target = /** @type {any} */ (event.target);
  if (target.closest?.("input, select, textarea")) return false;
  const made = spotAt(target);
  if (event.key in ARROWS) return arrow(event, made, board, page);
  if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
    if (page.isLaying() && (made || !target.closest("button, a"))) return event.key === "Enter" && page.confirm();
    if (made) {
      page.pick(made.dataset.id, true);
      return true;
    }
    return event.key === "Enter" && !target.closest("button, a") && page.confirm();
  }
  if (event.key === "Escape") {
    page.clear();
    return true;
  }
  if (event.key === "Delete" && made) return page.menu(made.dataset.id);
  if (page.isLaying()) {
    const laying = { KeyR: () => page.turn(event.shiftKey ? -1 : 1), KeyN: () => page.next(event.shiftKey ? -1 : 1) }[
      event.code
    ];
    if (laying) {
      laying();
      return true;
    }
  }
  const zoom = { "+": 1.3, "=": 1.3, "-": 1 / 1.3 }[event.key];
  const plane = [...board.views.values()].find((view) => view.plane)?.plane;
  if (plane && zoom) {
    plane.scale(zoom);
    return true;
  }
  const printed = /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : event.key.toLowerCase(); // as on a Latin keyboard
  if (plane && printed === "0" && !page.press("0")) {
    plane.all();
    return true;
  }
  return page.press(printed) || page.command(event.key === "?" ? "?" : printed);
}

/** @param {KeyboardEvent} event @param {any} made @param {Board} board @param {Page} page */
function arrow(event, made, board, page) {
  const [dx, dy] = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  const plane = [...board.views.values()].find((view) => view.plane)?.plane;
  if (event.shiftKey && plane) {
    plane.shift(dx * 60, dy * 60);
    return true;
  }
  if (page.isLaying() && (made || !(/** @type {any} */ (event.target).closest("button, a")))) {
    page.step(dx, dy);
    return true;
  }
  const from = made ?? /** @type {any} */ (event.target).closest?.("[data-id]");
  if (!from) return false;
  const group = from.closest("svg");
  const next = nearest(
    middle(from),
    [...group.querySelectorAll("[role=button]:not([aria-disabled])")]
      .filter((other) => other !== from)
      .map((other) => ({ other, at: middle(other) })),
    dx,
    dy,
  )?.other;
  if (!next) return true;
  for (const other of group.querySelectorAll("[role=button]"))
    other.setAttribute("tabindex", other === next ? "0" : "-1");
  next.focus();
  return true;
}

/**
 * What lies nearest in a direction: straight ahead counts more than aside.
 * @template {{at: {x: number, y: number}}} T
 * @param {{x: number, y: number}} from @param {T[]} others @param {number} dx @param {number} dy
 * @returns {T | null}
 */
export function nearest(from, others, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const other of others) {
    const ahead = (other.at.x - from.x) * dx + (other.at.y - from.y) * dy;
    const aside = Math.abs((other.at.x - from.x) * dy) + Math.abs((other.at.y - from.y) * dx);
    if (ahead > 1 && ahead + 2.2 * aside < least) [best, least] = [other, ahead + 2.2 * aside];
  }
  return best;
}

/** @param {Element} made */
function middle(made) {
  const box = made.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The lit place or piece that something belongs to. @param {any} target */
const spotAt = (target) => target?.closest?.("[data-id][role=button]:not([aria-disabled])") ?? null;

/** What is in hand follows the pointer over its plane. @param {PointerEvent} event @param {Board} board @param {Page} page @param {AbortSignal} signal */
function grab(event, board, page, signal) {
  const held = /** @type {any} */ (event.target).closest(".in-hand");
  const plane = [...board.views.values()].find((view) => view.plane && view.picture.contains(held))?.plane;
  if (!plane) return;
  const start = held.getBoundingClientRect();
  const off = { x: event.clientX - start.left, y: event.clientY - start.top };
  const stop = new AbortController();
  signal.addEventListener("abort", () => stop.abort());
  plane.picture.setPointerCapture(event.pointerId);
  event.stopPropagation();
  plane.picture.addEventListener(
    "pointermove",
    (/** @type {PointerEvent} */ move) => {
      if (move.pointerId !== event.pointerId || plane.fingers.size > 1) return stop.abort(); // a second finger ends it
      move.preventDefault();
      plane.wasDragged = true;
      const at = plane.point(move.clientX - off.x, move.clientY - off.y);
      page.lay(at.x, at.y);
    },
    { signal: stop.signal, capture: true },
  );
  for (const name of ["pointerup", "pointercancel"])
    plane.picture.addEventListener(name, () => stop.abort(), { signal: stop.signal });
}

/** Lifts what lies at a spot; the result moves it to a point of the screen, or puts it away. @param {Board} board @param {string} id */
function lift(board, id) {
  const spot = board.spot(id);
  if (!spot) return () => {};
  const inside = [...board.pieces.values()].find(
    (piece) => piece.group === spot.group && within(piece.item, spot.item),
  );
  const lifted = spot.kind === "piece" ? spot : (inside ?? spot);
  const box = lifted.made.getBoundingClientRect();
  const bounds = lifted.made.getBBox();
  const twin = svg("svg", {
    class: "lifted",
    viewBox: `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`,
    width: box.width,
    height: box.height,
    "aria-hidden": "true",
  });
  twin.append(...[...lifted.made.childNodes].map((node) => node.cloneNode(true)));
  document.body.append(twin);
  return (/** @type {number | null} */ x, y = 0) => {
    if (x === null) twin.remove();
    else twin.style.transform = `translate(${x - box.width / 2}px, ${y - box.height / 2}px)`;
  };
}

/** @param {any} inner @param {any} outer */
const within = (inner, outer) =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + (inner.w ?? 36) <= outer.x + outer.w + 1 &&
  inner.y + (inner.h ?? 36) <= outer.y + outer.h + 1;
