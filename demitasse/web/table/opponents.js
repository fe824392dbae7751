/** The others at a table: a summary each, and the board of one of them pinned beside one's own. */

import { el, symbol } from "../ui/elements.js";
import { levelName } from "../ui/bot-levels.js";
import { say } from "../ui/language.js";
import { isAway } from "./seats.js";
import { order } from "./spots.js";
import { SummaryView } from "./summary.js";

/** @import { Area, Scene, SeatShown, Summary, TableShown } from "../types.js" */
/** @import { AreaView } from "./area.js" */
/** @typedef {{element: HTMLElement, view: SummaryView}} Other */

const ROOMS = ["whole", "low", "lower", "least", "chip", "close", "line"]; // how much is shown, tried in turn
const CHIP = 84; // px of a row of chips, with its gap
const CELL = 13; // px; a map of smaller cells is not read
const PHONE = 640; // px; where the window is narrower, a chip is all
const SWIPE = 60; // px that a finger goes down to put a pinned board away

export class Opponents {
  /** @param {() => void} changed somebody was pinned, or nobody is */
  constructor(changed) {
    this.changed = changed;
    /** Whose board is pinned. @type {number | null} */ this.pinned = null;
    /** @type {Map<number, Other>} */ this.seats = new Map();
    /** What stands beside the name of each. @type {Map<number, string>} */ this.standings = new Map();
    this.isBrief = false; // where the shelf takes their room
    this.summaries = el("div", { class: "others" });
    this.folded = el("div", { hidden: true });
    this.board = el("div", { class: "pinned-board" });
    this.frame = this.makeFrame();
    this.element = el("div", { class: "opponents" }, this.summaries, this.frame, this.folded);
    /** @type {Map<number, HTMLElement[]>} */ this.boards = new Map();
  }

  makeFrame() {
    const tool = (/** @type {string} */ icon, /** @type {string} */ words, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "tool", title: words, "aria-label": words, onclick: act }, icon);
    return el(
      "section",
      { class: "pinned", hidden: true },
      el(
        "div",
        { class: "pinned-tools", ...swipedAway(() => this.pin(null)) },
        tool("←", say("The one before"), () => this.next(-1)),
        tool("→", say("The next one"), () => this.next(1)),
        el(
          "button",
          { type: "button", class: "btn unpin", onclick: () => this.pin(null) },
          symbol("ui-close", "ico"),
          el("span", {}, say("Unpin")),
          el("kbd", { "aria-hidden": "true" }, "O"),
        ),
      ),
      this.board,
    );
  }

  /** Where somebody whose board is folded away is on the screen. @param {number} seat */
  chip(seat) {
    return this.seats.get(seat)?.view.dot;
  }

  /** A part of what the summary of a seat says. @param {number} seat @param {string} part @param {string} number */
  part(seat, part, number) {
    return this.seats.get(seat)?.view.part(part, number);
  }

  /** @param {Scene} scene @param {Area[]} owned what lies before the others @param {Map<string, AreaView>} areas */
  show(scene, owned, areas) {
    const summaries = scene.summaries ?? [];
    for (const [seat, { element }] of this.seats) {
      if (summaries.some((summary) => summary.seat === seat)) continue;
      element.remove();
      this.seats.delete(seat);
      if (this.pinned === seat) this.pinned = null; // it is one's own now
    }
    for (const summary of summaries) this.showOne(summary, scene);
    order(
      this.summaries,
      summaries.map(({ seat }) => /** @type {Other} */ (this.seats.get(seat)).element),
    );
    this.summaries.style.setProperty("--others", String(Math.max(1, summaries.length)));
    this.boards.clear();
    for (const { id, seat = -1 } of owned)
      this.boards.set(seat, [...(this.boards.get(seat) ?? []), /** @type {AreaView} */ (areas.get(id)).element]);
    this.place();
  }

  /** Puts the pinned board where it is seen, and the others away. */
  place() {
    const shown = this.pinned === null ? [] : (this.boards.get(this.pinned) ?? []);
    const away = [...this.boards].filter(([seat]) => seat !== this.pinned).flatMap(([, boards]) => boards);
    order(this.folded, away);
    order(this.board, shown);
    this.frame.hidden = this.pinned === null;
    this.frame.className = `pinned ${this.pinned === null ? "" : `seat-${this.pinned}`}`;
    this.element.classList.toggle("has-pinned", this.pinned !== null);
    for (const [seat, { view }] of this.seats) view.element.setAttribute("aria-expanded", String(seat === this.pinned));
  }

  /** Leaves its place to the shelf, but for chips if they fit. @param {number} left px */
  giveWay(left) {
    this.isBrief = left < Infinity;
    this.element.hidden = left < CHIP;
  }

  /** Shows as much of each as there is height for; how it is laid out in a width is told in summary.css. */
  settle() {
    const { summaries } = this;
    const rooms = innerWidth < PHONE || this.pinned !== null || this.isBrief ? ["chip"] : ROOMS;
    for (const room of rooms) {
      summaries.dataset.room = room;
      if (summaries.scrollHeight <= summaries.clientHeight + 1 && this.isRead()) return;
    }
  }

  /** Whether every map that is shown is large enough. */
  isRead() {
    const maps = /** @type {NodeListOf<HTMLElement>} */ (this.summaries.querySelectorAll(".s-map > *"));
    const least = (/** @type {HTMLElement} */ { style }) => CELL * Number(style.getPropertyValue("--w"));
    return [...maps].every((map) => !map.offsetWidth || map.offsetWidth >= least(map));
  }

  /** What they would have. @param {Summary[] | null} after */
  foretell(after) {
    for (const [seat, { view }] of this.seats) view.foretell(after?.find((summary) => summary.seat === seat) ?? null);
  }

  /** @param {Summary} summary @param {Scene} scene */
  showOne(summary, scene) {
    const other = this.seats.get(summary.seat) ?? this.seat(summary.seat);
    other.view.show(summary, scene.grounds ?? {});
  }

  /** Which of them are bots, and how good; who is away or has given up. @param {TableShown} table */
  tell(table) {
    for (const shown of table.seats) {
      this.standings.set(shown.seat, standing(shown, table));
      this.seats.get(shown.seat)?.view.call(standing(shown, table));
    }
  }

  /** @param {number} seat @returns {Other} */
  seat(seat) {
    const view = new SummaryView(() => this.pin(this.pinned === seat ? null : seat));
    const made = { element: el("article", { class: `other seat-${seat}` }, view.element), view };
    view.call(this.standings.get(seat) ?? "");
    this.seats.set(seat, made);
    return made;
  }

  /** Pins somebody's board beside one's own, or nobody's. @param {number | null} seat */
  pin(seat) {
    if (seat === this.pinned || (seat !== null && !this.seats.has(seat))) return;
    const hadFocus = this.frame.contains(document.activeElement);
    const was = this.pinned;
    this.pinned = seat;
    this.place();
    this.changed();
    if (hadFocus && seat === null) this.seats.get(was ?? -1)?.view.element.focus({ preventScroll: true });
  }

  /** Pins the board of the seat that is called by a digit, or lets go of it. @param {number} seat */
  pinSeat(seat) {
    if (!this.seats.has(seat)) return false;
    this.pin(this.pinned === seat ? null : seat);
    return true;
  }

  /** Pins the next one of the others; the first, where nobody is pinned. @param {number} by */
  next(by) {
    const seats = [...this.seats.keys()];
    if (!seats.length) return;
    const at = this.pinned === null ? (by > 0 ? -1 : 0) : seats.indexOf(this.pinned);
    this.pin(seats[(at + by + seats.length) % seats.length]);
  }

  /** Pins somebody, or lets go. */
  toggle() {
    if (this.pinned === null) this.next(1);
    else this.pin(null);
  }
}

/** What stands beside the name of somebody. @param {SeatShown} seat @param {TableShown} table */
function standing(seat, table) {
  if (seat.conceded) return say("has given up");
  if (isAway(seat, table)) return say("away");
  return seat.level ? levelName(seat.level) : "";
}

/** What makes a thing hear a finger that sweeps over it, up or down. @param {() => void} act */
function swipedAway(act) {
  let began = 0;
  return {
    ontouchstart: (/** @type {TouchEvent} */ { touches }) => (began = touches[0].clientY),
    ontouchend: (/** @type {TouchEvent} */ { changedTouches }) => {
      if (Math.abs(changedTouches[0].clientY - began) > SWIPE) act();
    },
  };
}
