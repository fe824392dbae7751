/** Where the areas of a table stand: cells of a grid, as the scene arranges them for a desk, a tablet and a phone. */

import { el } from "../ui/elements.js";
import { order } from "./spots.js";

/** @import { Area, Arrangement as Arranged } from "../types.js" */
/** @import { AreaView } from "./area.js" */
/** @import { Opponents } from "./opponents.js" */

export const DESK = 1100; // px from which a whole table is seen at once
export const TABLET = 640;
const LOW = 500; // px of height: a phone on its side, where one's own table comes first
const HAND = "hand"; // the area that stands in the dock

const isLow = () => innerWidth >= TABLET && innerWidth < DESK && innerHeight < LOW;

/** Whether the window is a phone's, upright or on its side. */
export const isPhone = () => innerWidth < TABLET || isLow();

export class Arrangement {
  /** @param {Map<string, AreaView>} areas @param {Opponents} opponents @param {HTMLElement} story */
  constructor(areas, opponents, story) {
    this.areas = areas;
    this.opponents = opponents;
    this.story = story;
    /** @type {HTMLElement} */ this.shelf = el("div", { hidden: true }); // what others did; a replay has none
    this.hand = el("div", { class: "tray" });
    this.away = el("div", { hidden: true }); // what is left out; its pieces still have a home
    this.element = el("div", { class: "table" });
    /** @type {Map<string, HTMLElement>} */ this.cells = new Map();
    /** @type {Area[]} */ this.shown = [];
    /** @type {Arranged | undefined} */ this.arranged = undefined;
    this.above = ""; // the cell below which the log stands, in its column
    this.aside = ""; // the cell in which the shelf stands; where nobody else plays it stands above the table
    this.sign = "";
  }

  /**
   * The areas of other seats, which are opened from their summaries.
   * @param {Area[]} areas @param {Arranged} [arranged]
   */
  others(areas, arranged) {
    const named = new Set(arranged && [arranged.desk, arranged.tablet, arranged.phone].flat().flatMap(split));
    return areas.filter((area) => area.seat !== undefined && !named.has(cellOf(area)));
  }

  /** @param {Area[]} areas @param {Arranged} [arranged] */
  show(areas, arranged) {
    const others = new Set(this.others(areas, arranged));
    this.shown = areas.filter((area) => !others.has(area));
    this.arranged = arranged;
    const hand = this.shown.find((area) => cellOf(area) === HAND);
    order(this.hand, hand ? this.elements([hand]) : []);
  }

  /** Lays the areas into cells, if something about them or the window has changed. */
  settle() {
    if (!this.arranged) return;
    const form = innerWidth >= DESK ? "desk" : isPhone() ? "phone" : "tablet";
    const { rows, columns, heights } = this.grid(this.arranged, form);
    const names = [...new Set(rows.flatMap(split))].filter((name) => name !== ".");
    this.above = form === "desk" ? aboveLog(this.arranged.desk) : "";
    const isBeside = names.includes("others") && (form !== "phone" || (!isLow() && this.opponents.seats.size > 0));
    this.aside = isBeside ? "others" : this.above;
    if (!this.aside && this.element.previousElementSibling !== this.shelf) this.element.before(this.shelf);
    const sign = JSON.stringify([form, rows, columns, this.shown.map((area) => [cellOf(area), area.id, area.idle])]);
    if (sign === this.sign && this.element.isConnected) return;
    this.sign = sign;
    const { element } = this;
    element.dataset.form = form;
    element.style.gridTemplateAreas = rows.map((row) => `"${row}"`).join(" ");
    element.style.gridTemplateColumns = columns;
    element.style.gridTemplateRows = heights;
    this.fill(names);
  }

  /**
   * Lays things so close together.
   * @param {string} close @returns {boolean} whether the desk is high enough for them
   */
  fits(close) {
    const { dataset } = this.element;
    if (close) dataset.tight = close;
    else delete dataset.tight;
    const { board } = this.opponents; // scrolls by itself, as the last resort
    return (
      dataset.form !== "desk" ||
      (document.documentElement.scrollHeight <= innerHeight && board.scrollHeight <= board.clientHeight + 1)
    );
  }

  /**
   * On a tablet the others leave room for the shelf; there and on a phone their row stays as high as it is without it.
   * On a desk the log gives way.
   * @param {{whole: number, room: number}} row
   */
  shelve({ whole, room }) {
    const { form } = this.element.dataset;
    const isBeside = form === "phone" || (form === "tablet" && this.opponents.pinned === null);
    const isThere = this.aside === "others" && !this.shelf.classList.contains("is-sheet");
    const { style } = this.cell("others");
    style.setProperty("--row", `${room}px`);
    const high = isBeside && isThere ? this.shelf.offsetHeight : 0;
    style.height = high ? `${whole}px` : "";
    this.opponents.giveWay(high && form === "tablet" ? room - high : Infinity);
  }

  /**
   * Lets the others be as high as they are by themselves; a shelf that is in sight counts.
   * @returns {{whole: number, room: number}} px: they, and with them what their row has of what the window has left
   */
  freeRow() {
    this.cell("others").style.height = "";
    const whole = this.cell("others").getBoundingClientRect().height;
    return { whole, room: Math.max(whole, parseFloat(getComputedStyle(this.element).gridTemplateRows) || 0) };
  }

  /** @param {Arranged} arranged @param {"desk" | "tablet" | "phone"} form */
  grid(arranged, form) {
    const isPinned = this.opponents.pinned !== null && form === "desk";
    const lain = isLow() && form === "phone" ? "tablet" : form; // on its side, a phone has a tablet's columns
    const rows = form === "desk" ? joined(arranged.desk) : isLow() ? othersLast(arranged[lain]) : arranged[form];
    const widths = {
      desk: (isPinned && arranged.pinned_columns) || arranged.desk_columns,
      tablet: arranged.tablet_columns,
      phone: "minmax(0, 1fr)",
    };
    const last = "minmax(min-content, 1fr)"; // what spans it is counted there, so that there is one such row
    const heights = form === "desk" ? arranged.desk_rows || [...rows.slice(1).map(() => "auto"), last].join(" ") : "";
    return { rows, columns: widths[lain], heights };
  }

  /** @param {string[]} names of the cells, in reading order */
  fill(names) {
    /** @type {Area[]} */ const left = [];
    for (const area of this.shown) {
      const cell = cellOf(area);
      if (cell !== HAND && (!names.includes(cell) || area.idle)) left.push(area);
    }
    const unplaced = [
      ...(names.includes("others") ? [] : [this.opponents.element]),
      ...(names.includes("log") || this.above ? [] : [this.story]),
    ];
    order(this.away, [...this.elements(left), ...unplaced]);
    for (const name of names) order(this.cell(name), this.standing(name, left));
    order(this.element, [...names.map((name) => this.cell(name)), this.away]);
  }

  /** @param {string} name @param {Area[]} left out */
  standing(name, left) {
    const areas = this.elements(this.shown.filter((area) => cellOf(area) === name && !left.includes(area)));
    return [
      ...(name === "others" ? [this.opponents.element] : areas),
      ...(name === this.aside ? [this.shelf] : []),
      ...(name === this.above || name === "log" ? [this.story] : []),
    ];
  }

  /** @param {Area[]} areas */
  elements(areas) {
    return areas.map((area) => /** @type {AreaView} */ (this.areas.get(area.id)).element);
  }

  /** @param {string} name */
  cell(name) {
    let cell = this.cells.get(name);
    if (!cell) {
      cell = el("div", { class: "cell-of-table", "data-cell": name });
      cell.style.gridArea = name;
      this.cells.set(name, cell);
    }
    return cell;
  }
}

/** @param {Area} area */
const cellOf = (area) => area.cell || area.id;

/** @param {string} row */
const split = (row) => row.split(/\s+/).filter(Boolean);

/** Rows without the others, and then theirs. @param {string[]} rows */
const othersLast = (rows) =>
  rows.toSorted((one, other) => Number(one.includes("others")) - Number(other.includes("others")));

/** The columns in which a cell stands. @param {string[][]} cells @param {string} name */
const columnsOf = (cells, name) =>
  [...new Set(cells.flatMap((row) => row.flatMap((cell, k) => (cell === name ? [k] : []))))].join();

/** The cell that the log stands right below, as wide as it is; none, if there is none. @param {string[]} rows */
function aboveLog(rows) {
  const cells = rows.map(split);
  const first = cells.findIndex((row) => row.includes("log"));
  const above = cells[first - 1]?.[cells[first].indexOf("log")] ?? "";
  return above && columnsOf(cells, above) === columnsOf(cells, "log") ? above : "";
}

/**
 * Rows in which the log shares the cell that it stands right below: it takes what is left there. Rows that are alike
 * then are one.
 * @param {string[]} rows
 */
function joined(rows) {
  const above = aboveLog(rows);
  if (!above) return rows;
  const found = rows.map((row) =>
    split(row)
      .map((cell) => (cell === "log" ? above : cell))
      .join(" "),
  );
  return found.filter((row, k) => row !== found[k - 1]);
}
