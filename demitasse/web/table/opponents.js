/** The others at a table: a summary each, which opens that seat's board at full size. */

import { el } from "../ui/elements.js";
import { openSheet } from "../ui/sheet.js";
import { SummaryView } from "./summary.js";

/** @import { Scene, Summary } from "../types.js" */
/** @import { GroupView } from "./group.js" */
/** @typedef {{element: any, view: SummaryView, folded: any}} Other */

const ROOMS = ["whole", "low", "lower", "least", "chip"]; // how much of a summary is shown, tried one after the other
const PHONE = 640; // px; where the window is narrower, a chip is all

export class Opponents {
  /** @param {Map<string, GroupView>} views the groups of the table by name; those of the others are kept here */
  constructor(views) {
    this.views = views;
    this.element = el("div", { class: "others" });
    /** @type {Map<number, Other>} */ this.seats = new Map();
  }

  /** Where somebody whose board is folded away is on the screen. @param {number} seat */
  chip(seat) {
    return this.seats.get(seat)?.view.dot;
  }

  /** @param {Scene} scene */
  show(scene) {
    const summaries = scene.summaries ?? [];
    for (const [seat, { element }] of this.seats) {
      if (summaries.some((summary) => summary.seat === seat)) continue;
      element.remove();
      this.seats.delete(seat);
    }
    for (const summary of summaries) this.showOne(summary, scene);
    this.element.style.setProperty("--others", String(Math.max(1, summaries.length)));
  }

  /** Shows as much of each as there is height for; how it is laid out in a width is told in summary.css. */
  settle() {
    for (const room of innerWidth < PHONE ? ROOMS.slice(-1) : ROOMS) {
      this.element.dataset.room = room;
      if (this.element.scrollHeight <= this.element.clientHeight + 1) return;
    }
  }

  /** What scores would become. @param {number[] | null} totals @param {number[]} now */
  foretell(totals, now) {
    for (const [seat, { view }] of this.seats)
      view.foretell(totals && totals[seat] !== now[seat] ? totals[seat] : null);
  }

  /** @param {Summary} summary @param {Scene} scene */
  showOne(summary, scene) {
    const other = this.seats.get(summary.seat) ?? this.seat(summary.seat);
    other.view.show(summary, scene.grounds ?? {});
    for (const { element } of this.boards(summary.seat)) if (!element.isConnected) other.folded.append(element);
    if (other.element.parentNode !== this.element) this.element.append(other.element);
  }

  /** @param {number} seat @returns {Other} */
  seat(seat) {
    const view = new SummaryView(() => this.open(seat));
    const folded = el("div", { hidden: true });
    const element = el("article", { class: "other" }, view.element, folded);
    element.style.setProperty("--tint", `var(--seat-${seat})`);
    const made = { element, view, folded };
    this.seats.set(seat, made);
    return made;
  }

  /** What lies before a seat. @param {number} seat */
  boards(seat) {
    return [...this.views.values()].filter(({ group }) => group?.seat === seat && group?.size === "mini");
  }

  /** @param {number} seat */
  open(seat) {
    const { view, folded } = /** @type {Other} */ (this.seats.get(seat));
    const boards = this.boards(seat).map(({ element }) => element);
    view.element.setAttribute("aria-expanded", "true");
    openSheet(this.boards(seat)[0]?.group?.label ?? "", el("div", { class: "large" }, ...boards), () => {
      view.element.setAttribute("aria-expanded", "false");
      folded.append(...boards);
    });
  }
}
