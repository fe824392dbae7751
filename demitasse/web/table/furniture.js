/** Furniture: one drawing a word (tracks, sums, sheets, bars, offers, listings, phases), all from what a scene says. */

import { el, symbol } from "../ui/elements.js";
import { drawNeeds, drawSigns } from "./flow.js";
import { foretell, gain } from "./foretell.js";

/** @import { Bar, Column, Furniture, Item as Listed, Kind, Listing, Offer, Offers, Phases, Sheet, SheetRow, Sum, Track } from "../types.js" */
/** @import { Child } from "../ui/elements.js" */
/** @import { Item, Spot } from "./group.js" */

/** @typedef {"tracks" | "sums" | "sheets" | "bars" | "offers" | "listings"} WordKind */
/** @typedef {{id: string, label?: string}} Word */
/**
 * How a word is drawn.
 * @typedef {object} Look
 * @property {(word: any) => Child[]} draw
 * @property {(word: any) => Word[]} rows what of it can be pressed
 * @property {(word: any) => Record<string, string>} numbers what of it can change
 * @property {(before: string, after: string) => string} [words]
 */

/** @type {Record<WordKind, Look>} */
const LOOKS = {
  tracks: { draw: drawTrack, rows: () => [], numbers: ({ now }) => ({ now: String(now) }) },
  sums: {
    draw: drawSum,
    rows: ({ columns = [] }) => columns.filter((/** @type {Column} */ { id }) => id),
    numbers: ({ total, columns = [] }) => ({
      total: String(total),
      ...Object.fromEntries(
        columns.map((/** @type {Column} */ { count }, /** @type {number} */ k) => [`${k}`, `${count}`]),
      ),
    }),
  },
  sheets: {
    draw: drawSheet,
    rows: ({ rows }) => rows,
    numbers: ({ rows, sum = 0 }) => ({
      sum: String(sum),
      ...Object.fromEntries(rows.map((/** @type {SheetRow} */ { id, now }) => [id, now ?? ""])),
    }),
    words: gain,
  },
  bars: { draw: drawBar, rows: ({ kinds }) => kinds, numbers: () => ({}) },
  offers: { draw: drawOffers, rows: ({ cards }) => cards, numbers: () => ({}) },
  listings: {
    draw: drawListing,
    rows: ({ items }) => items.filter((/** @type {Listed} */ { id }) => id),
    numbers: ({ items }) =>
      Object.fromEntries(
        items.map((/** @type {Listed} */ { value }, /** @type {number} */ k) => [`${k}`, value ?? ""]),
      ),
  },
};

/** All words of a furniture. @param {Partial<Furniture>} furniture @returns {Generator<{kind: WordKind, word: any}>} */
export function* wordsOf(furniture) {
  for (const kind of /** @type {WordKind[]} */ (Object.keys(LOOKS)))
    for (const word of furniture[kind] ?? []) yield { kind, word };
}

export class WordView {
  /** @param {WordKind} kind */
  constructor(kind) {
    this.look = LOOKS[kind];
    this.element = el("div", { class: `word word-${kind} spots` });
    /** @type {Map<string, Spot>} */ this.spots = new Map();
    /** @type {Word | null} */ this.word = null;
    this.sign = "";
  }

  /** @param {Word} word */
  show(word) {
    const sign = JSON.stringify(word);
    if (sign === this.sign) return;
    this.sign = sign;
    this.word = word;
    this.element.dataset.word = word.id;
    this.element.replaceChildren(...this.look.draw(word).filter((made) => made instanceof Node));
    this.spots = new Map(this.look.rows(word).map((row) => [row.id, this.spot(row)]));
  }

  /** @param {Word} row @returns {Spot} */
  spot(row) {
    const made = /** @type {HTMLElement} */ (this.element.querySelector(`[data-id="${CSS.escape(row.id)}"]`));
    return { made, kind: "row", item: /** @type {Item} */ (/** @type {unknown} */ (row)), group: "", sign: "" };
  }

  /** What its numbers would be. @param {Word | null} after */
  foretell(after) {
    const { numbers, words } = this.look;
    foretell(this.element, this.word ? numbers(this.word) : {}, after && numbers(after), words);
    const now = /** @type {any} */ (this.word)?.now;
    const then = /** @type {any} */ (after)?.now ?? now;
    const way = /** @type {HTMLElement | null} */ (this.element.querySelector(".way"));
    way?.style.setProperty("--then", part(then, /** @type {any} */ (this.word)?.most));
    for (const made of this.element.querySelectorAll("[data-step]")) {
      const step = Number(/** @type {HTMLElement} */ (made).dataset.step);
      made.classList.toggle("would-go", step <= now && step > then);
      made.classList.toggle("would-come", step > now && step <= then);
    }
  }
}

/** @param {string} kind @param {...Child} children */
const span = (kind, ...children) => el("span", { class: kind }, ...children);

/** @param {string} name @param {string} kind @param {...Child} children a number that may change */
const number = (name, kind, ...children) => el("span", { class: `${kind} num`, "data-number": name }, ...children);

/** @param {string | undefined} name */
const sign = (name) => name && symbol(name, name.startsWith("ui-") ? "ico" : "sym");

/** @param {Track} track @returns {Child[]} */
function drawTrack({ label, now, most, symbol: name, used = 0, full, gone, say, head }) {
  const steps = Array.from({ length: most }, (_, k) => {
    const step = k + 1;
    const state = step <= used ? "gone" : step <= used + now ? "full" : "open";
    const drawn = { gone: gone || name, full: full || name, open: name }[state];
    return el("i", { class: `step ${state}`, "data-step": String(step - used) }, sign(drawn));
  });
  const way = span("way", span("then"), span("part"), head && span("at", sign(head)));
  way.style.setProperty("--part", part(now, most));
  return [
    span("label", label),
    number("now", "now", say || `${now}/${most}`),
    name ? el("span", { class: "steps-of", "aria-hidden": "true" }, ...steps) : way,
  ];
}

/** How far so many of so many are. @param {number} now @param {number} most */
const part = (now, most) => String(Math.min(1, now / Math.max(1, most)));

/** @param {Sum} sum @returns {Child[]} */
function drawSum({ label, terms, total, columns = [], symbol: name }) {
  return [
    el(
      "header",
      { class: "word-head" },
      sign(name),
      span("label", label),
      span("terms", `${terms} =`),
      number("total", "total", String(total)),
    ),
    columns.length > 0 && span("columns-of", ...columns.map(drawColumn)),
  ];
}

/** @param {Column} column @param {number} k */
function drawColumn({ id, label, count, symbol: name, mark, tone }, k) {
  const pile = Array.from({ length: Math.min(count, 8) }, () => sign(name));
  return el(
    "span",
    { class: `column ${tone ?? ""}`, title: label, "data-id": id || null },
    span("pile", ...pile),
    number(`${k}`, "t", String(count)),
    mark && span("of-mark", mark),
  );
}

/** @param {Sheet} sheet @returns {Child[]} */
function drawSheet({ label, heads, rows, total, sum }) {
  return [
    el("div", { class: "row heads" }, span("label", label), ...heads.map((head) => span("t", head))),
    ...rows.map(drawSheetRow),
    total && el("div", { class: "row total" }, span("label", total), number("sum", "now", String(sum ?? 0))),
  ];
}

/** @param {SheetRow} row */
function drawSheetRow({ id, label, symbol: name, price, price_symbol, tone, now, mark, value, state, key }) {
  return el(
    "div",
    { class: `row ${state ?? ""}`, "data-id": id },
    sign(name),
    span("label", key && el("kbd", { class: "key wide", "aria-hidden": "true" }, key), label),
    span(`price ${tone ?? ""}`, price ?? "", price ? sign(price_symbol) : ""),
    number(id, "now", now ?? ""),
    span("value", sign(mark), value ?? ""),
  );
}

/** @param {Bar} bar @returns {Child[]} */
function drawBar({ kinds }) {
  return kinds.map(drawKind);
}

/** @param {Kind} kind */
function drawKind({ id, label, symbol: name, key, say, why, open }) {
  return el(
    "div",
    { class: `kind ${why ? "off" : ""} ${open ? "open" : ""}`, "data-id": id },
    sign(name),
    span("label", label),
    key && el("kbd", { class: "key wide", "aria-hidden": "true" }, key),
    span("note", why || say || ""),
  );
}

/** @param {Offers} offers @returns {Child[]} */
function drawOffers({ label, cards, note }) {
  return [
    (label || note) && el("header", { class: "word-head" }, span("label", label), span("note", note ?? "")),
    el("div", { class: "cards-of" }, ...cards.map(drawOffer)),
  ];
}

/** @param {Offer} offer */
function drawOffer({ id, title, needs = [], lacking = [], worth, note, price, tone, last, state }) {
  return el(
    "div",
    { class: `offer ${state ?? ""}`, "data-id": id },
    span("title", title),
    worth && span("worth num", worth),
    needs.length > 0 && drawNeeds(needs, lacking),
    note && span("note", note),
    price && span(`price ${tone ?? ""}`, price),
    last && span("last", last),
  );
}

/** @param {Listing} listing @returns {Child[]} */
function drawListing({ label, items, note }) {
  return [
    (label || note) && el("header", { class: "word-head" }, span("label", label), span("note", note ?? "")),
    el("ul", { class: "items" }, ...items.map(drawItem)),
  ];
}

/** @param {Listed} item @param {number} k */
function drawItem({ id, label, value, symbol: name, symbols = [], lacking = [], tone, note, does = [] }, k) {
  return el(
    "li",
    { class: `item ${tone ?? ""}`, "data-id": id || null },
    sign(name),
    span("label", label),
    symbols.length > 0 && drawNeeds(symbols, lacking),
    does.length > 0 && drawSigns(does),
    note && span("note", note),
    value !== undefined && number(`${k}`, "t", value),
  );
}

/** The round and its phases, for the bar above the table. */
export class PhasesView {
  constructor() {
    this.element = el("div", { class: "phases", hidden: true });
    this.sign = "";
  }

  /** @param {Phases | undefined} phases */
  show(phases) {
    const sign = JSON.stringify(phases ?? null);
    if (sign === this.sign) return;
    this.sign = sign;
    this.element.hidden = !phases;
    this.element.replaceChildren(...(phases ? drawPhases(phases) : []));
  }
}

/** @param {Phases} phases @returns {Node[]} */
function drawPhases({ steps, now, round }) {
  const dots = Array.from({ length: round?.most ?? 0 }, (_, k) =>
    el("i", { class: k + 1 < (round?.now ?? 0) ? "past" : k + 1 === round?.now ? "now" : "" }),
  );
  const list = steps.map((step, k) => el("li", { "aria-current": k === now ? "step" : null }, step));
  return [
    ...(dots.length ? [el("span", { class: "rounds wide", "aria-hidden": "true" }, ...dots)] : []),
    ...(round ? [span("round", round.say || round.label)] : []),
    ...(list.length ? [el("ol", { class: "wide" }, ...list)] : []),
  ];
}
