/** Furniture: one drawing a word (tracks, sums, sheets, bars, listings, phases), all from what a scene says. */

import { el, symbol, written } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { isPhone } from "./arrangement.js";
import { tinted } from "./draw.js";
import { drawNeeds, drawSigns } from "./flow.js";
import { foretell, gain } from "./foretell.js";

/**
 * @import { Action, Bar, Furniture, Item as Listed, Kind, Listing } from "../types.js"
 * @import { PhaseStrip, Readings, Role, Sheet, SheetRow, Sum, Tile, Track } from "../types.js"
 */
/** @import { Child } from "../ui/elements.js" */
/** @import { Item, Spot } from "./group.js" */
/** @import { Picker } from "./picker.js" */

/** @typedef {"tracks" | "sums" | "sheets" | "bars" | "listings" | "readings"} WordKind */
/** @typedef {{id: string, label?: string}} Word */
/**
 * How a word is drawn.
 * @typedef {object} Look
 * @property {(word: any) => Child[]} draw
 * @property {(word: any) => Word[]} rows what of it can be pressed
 * @property {(word: any) => Record<string, string>} numbers what of it can change
 * @property {(before: string, after: string) => string} [words]
 * @property {(whole: HTMLElement, now: any, then: any) => void} [foretell] what is more than numbers
 * @property {(whole: HTMLElement, word: any, picker: Picker, spots: Spot[]) => void} [follow] picks and aims
 */

/** @type {Record<WordKind, Look>} */
const LOOKS = {
  tracks: { draw: drawTrack, rows: () => [], numbers: ({ now }) => ({ now: String(now) }) },
  sums: { draw: drawSum, rows: () => [], numbers: ({ total }) => ({ total: written(total) }) },
  sheets: {
    draw: drawSheet,
    rows: ({ rows }) => rows,
    numbers: ({ rows, sum = 0 }) => ({
      sum: String(sum),
      ...Object.fromEntries(rows.map((/** @type {SheetRow} */ { id, now }) => [id, now ?? ""])),
    }),
    words: gain,
    follow: followSheet,
  },
  bars: { draw: drawBar, rows: ({ kinds }) => kinds, numbers: () => ({}), foretell: foretellBar },
  readings: { draw: drawReadings, rows: () => [], numbers: () => ({}), follow: followReadings },
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
    const { numbers, words, foretell: inWords } = this.look;
    if (this.word) inWords?.(this.element, this.word, after ?? this.word);
    foretell(this.element, this.word ? numbers(this.word) : {}, after && numbers(after), words);
    const now = /** @type {Track | null} */ (/** @type {unknown} */ (this.word));
    const then = /** @type {Track | null} */ (/** @type {unknown} */ (after ?? this.word));
    const way = /** @type {HTMLElement | null} */ (this.element.querySelector(".way"));
    if (now && then) way?.style.setProperty("--then", part(then.now, now.most));
    for (const made of this.element.querySelectorAll("[data-step]")) {
      const step = Number(/** @type {HTMLElement} */ (made).dataset.step);
      const isFull = made.classList.contains("full");
      const willBe = then && stateOf(step, then) === "full";
      made.classList.toggle("would-go", isFull && !willBe);
      made.classList.toggle("would-come", !isFull && Boolean(willBe));
    }
  }

  /** Shows what is picked and aimed at. @param {Picker} picker */
  follow(picker) {
    if (this.word) this.look.follow?.(this.element, this.word, picker, [...this.spots.values()]);
  }
}

/** @param {string} kind @param {...Child} children */
const span = (kind, ...children) => el("span", { class: kind }, ...children);

/** @param {string} name @param {string} kind @param {...Child} children a number that may change */
const number = (name, kind, ...children) => el("span", { class: `${kind} num`, "data-number": name }, ...children);

/** @param {string | undefined} name */
const sign = (name) => name && symbol(name, name.startsWith("ui-") ? "ico" : "sym");

/** @param {number} step @param {Track} track @returns {"gone" | "full" | "open"} */
const stateOf = (step, { now, used = 0 }) => (step <= used ? "gone" : step <= used + now ? "full" : "open");

/** @param {Track} track @returns {Child[]} */
function drawTrack(track) {
  const { label, now, most, symbol: name, full, gone, say, head } = track;
  const steps = Array.from({ length: most }, (_, k) => {
    const state = stateOf(k + 1, track);
    const drawn = { gone: gone || name, full: full || name, open: name }[state];
    return el("i", { class: `step ${state}`, "data-step": String(k + 1) }, sign(drawn));
  });
  const way = span("way", span("then"), span("part"), head && span("at", sign(head)));
  way.style.setProperty("--part", part(now, most));
  return [span("label", label), number("now", "now", say || `${now}/${most}`), name ? stepsOf(steps) : way];
}

/** @param {Element[]} steps */
function stepsOf(steps) {
  const made = el("span", { class: "steps-of", "aria-hidden": "true" }, ...steps);
  made.style.setProperty("--most", String(steps.length));
  return made;
}

/** How far so many of so many are. @param {number} now @param {number} most */
const part = (now, most) => String(Math.min(1, now / Math.max(1, most)));

/** @param {Sum} sum @returns {Child[]} */
function drawSum({ label, terms, total, symbol: name }) {
  return [
    el(
      "header",
      { class: "word-head" },
      sign(name),
      span("label", label),
      span("terms", `${terms} =`),
      number("total", "total", written(total)),
    ),
  ];
}

/** @param {Sheet} sheet @returns {Child[]} */
function drawSheet({ label, heads, rows, total, sum, abreast }) {
  return [
    abreast && el("i", { class: "abreast", hidden: true }),
    el("div", { class: "row heads" }, span("label", label), ...heads.map((head) => span("t", head))),
    ...rows.map(drawSheetRow),
    total && el("div", { class: "row total" }, span("label", total), number("sum", "now", written(sum ?? 0))),
  ];
}

/** @param {SheetRow} row */
function drawSheetRow({ id, label, symbol: name, price, price_symbol, tone, now, mark, value, state, key }) {
  return el(
    "div",
    { class: `row ${state ?? ""}`, "data-id": id },
    sign(name),
    span("label", key && el("kbd", { class: "key wide", "aria-hidden": "true" }, key), label),
    drawPrice(price, price_symbol, tone),
    number(id, "now", now ?? ""),
    span("value", sign(mark), span("worth", value ?? "")),
  );
}

/** @param {string} [price] @param {string} [name] @param {string} [tone] */
const drawPrice = (price = "", name, tone = "") => span(`price ${tone}`, price, price ? sign(name) : "");

/**
 * Once it is picked where, a row says what it costs there; where what its mark shows is asked, it stands for that.
 * @param {HTMLElement} _ @param {Sheet} sheet @param {Picker} picker @param {Spot[]} spots
 */
function followSheet(_, { rows }, picker, spots) {
  const { actions, picks } = picker;
  const there = actions.filter(({ on, start }) => start && picks.includes(on));
  const lit = picker.lit();
  const isAsked = rows.some(({ then = "" }) => lit.has(then) || picks.includes(then));
  const asks = isAsked && !isPhone(); // there faces can be pressed
  for (const [k, { id, price, price_symbol, tone, then = "", worth, value = "" }] of rows.entries()) {
    if (!price) continue; // nothing is bought now
    const { made, item } = spots[k];
    const shown = asks ? then : id;
    spots[k].item = { ...item, id: shown };
    made.setAttribute("data-id", shown);
    made.classList.toggle("asks", asks);
    made.querySelector(".worth")?.replaceChildren((asks && worth) || value);
    const found = there.find(({ start }) => start === id);
    const cost = asks
      ? drawPrice() // of what stands in the row, not of what is asked
      : found
        ? drawPrice(found.badge || "0", found.badge_symbol, found.badge ? "cost" : "free")
        : there.length
          ? drawPrice("–", "", "none")
          : drawPrice(price, price_symbol, tone);
    made.querySelector(".price")?.replaceWith(cost);
  }
}

/** @param {Readings} readings @returns {Child[]} */
function drawReadings({ label, ways, key, price_symbol }) {
  const swap = say("Read the dice the other way");
  return ways.map((way, k) => {
    const other = ways[(k + 1) % ways.length];
    const given = { type: "button", class: "swap", "data-key": key || null, "data-picks": other.picks || null };
    return el(
      "div",
      { class: "way-of-reading", role: "group", "aria-label": label, "data-way": String(k), hidden: k > 0 },
      drawRole(way.roles[0], 0, price_symbol ?? ""),
      el(
        "button",
        { ...given, disabled: !other.picks, "aria-label": swap, title: swap },
        symbol("ui-swap", "ico"),
        key && el("kbd", { class: "wide", "aria-hidden": "true" }, key.toUpperCase()),
      ),
      ...way.roles.slice(1).map((role, n) => drawRole(role, n + 1, price_symbol ?? "")),
    );
  });
}

/** @param {Role} role @param {number} k @param {string} paid */
function drawRole({ label, owner, faces, now, tint }, k, paid) {
  const die = tinted(span("die", sign(faces[now].symbol), span("becomes"), span("owner", owner)), tint);
  const price = el("span", { class: "price cost", hidden: true }, span("t"), sign(paid));
  return el(
    "span",
    { class: "role", "data-role": String(k) },
    die,
    span("what", span("note", label), el("b", {}, faces[now].value)),
    price,
  );
}

/**
 * Shows the reading that is meant, and what each thing would have to show; what is still open shows what it does.
 * @param {HTMLElement} whole @param {Readings} word @param {Picker} picker
 */
function followReadings(whole, { ways }, picker) {
  const left = picker.aimed?.reads ? [picker.aimed] : picker.picks.length ? picker.left() : [];
  const meant = left.filter(({ reads }) => reads?.length);
  const isFree = (/** @type {Action} */ { reads = [] }) =>
    ways[reads[0]].roles.every(({ now }, k) => !k || reads[k + 1] === now);
  const first = meant.find(isFree) ?? meant[0];
  const shown = Number(/** @type {any} */ (whole.querySelector(".way-of-reading:not([hidden])"))?.dataset.way ?? 0);
  const possible = [...new Set(picker.actions.flatMap(({ reads }) => reads?.slice(0, 1) ?? []))];
  const at = first?.reads?.[0] ?? (possible.includes(shown) ? shown : (possible[0] ?? shown));
  for (const made of /** @type {NodeListOf<HTMLElement>} */ (whole.querySelectorAll(".way-of-reading"))) {
    made.hidden = Number(made.dataset.way) !== at;
    ways[at].roles.forEach((role, k) => {
      const found = new Set(meant.map(({ reads = [] }) => reads[k + 1]));
      const [face] = found.size === 1 ? found : [role.now];
      if (!made.hidden) showFace(/** @type {HTMLElement} */ (made.querySelector(`[data-role="${k}"]`)), role, face);
    });
  }
}

/** @param {HTMLElement} made @param {Role} role @param {number} face what it would show */
function showFace(made, { faces, now }, face) {
  const isNew = face !== now;
  const find = (/** @type {string} */ kind) => /** @type {HTMLElement} */ (made.querySelector(kind));
  find(".becomes").replaceChildren(...(isNew ? [symbol(faces[face].symbol)] : []));
  find(".what > b").textContent = faces[face].value;
  find(".price").hidden = !isNew;
  find(".price > .t").textContent = faces[face].price ?? "";
}

/** @param {Bar} bar @returns {Child[]} */
function drawBar({ kinds, soon }) {
  return kinds.map((kind) => drawKind(kind, soon));
}

/** What could be done after what is aimed at. @param {HTMLElement} whole @param {Bar} now @param {Bar} then */
function foretellBar(whole, { soon }, { kinds }) {
  if (!soon) return;
  for (const [k, made] of whole.querySelectorAll(".note").entries())
    made.textContent = kinds[k].why || kinds[k].say || "";
}

/** @param {Kind} kind @param {boolean} [soon] */
function drawKind({ id, label, symbol: name, key, say, why, open }, soon) {
  return el(
    "div",
    { class: `kind ${why || soon ? "off" : ""} ${soon ? "soon" : ""} ${open ? "open" : ""}`, "data-id": id },
    sign(name),
    span("label", label),
    key && el("kbd", { class: "key wide", "aria-hidden": "true" }, key),
    span("note", why || say || ""),
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

  /** @param {PhaseStrip | undefined} phases */
  show(phases) {
    const sign = JSON.stringify(phases ?? null);
    if (sign === this.sign) return;
    this.sign = sign;
    this.element.hidden = !phases;
    this.element.replaceChildren(...(phases ? drawPhases(phases) : []));
  }
}

/** What somebody has in this round. @param {Tile} tile */
const drawHas = ({ label, symbols = [], text, tone, tint }) =>
  tinted(el("li", { class: tone ?? "", title: label }, ...symbols.map((name) => symbol(name)), span("t", text)), tint);

/** @param {PhaseStrip} phases @returns {Node[]} */
function drawPhases({ steps, now, round, has = [] }) {
  const dots = Array.from({ length: round?.most ?? 0 }, (_, k) =>
    el("i", { class: k + 1 < (round?.now ?? 0) ? "past" : k + 1 === round?.now ? "now" : "" }),
  );
  const list = steps.map((step, k) => el("li", { "aria-current": k === now ? "step" : null }, step));
  return [
    ...(dots.length ? [el("span", { class: "rounds wide", "aria-hidden": "true" }, ...dots)] : []),
    ...(round ? [span("round", round.say || round.label)] : []),
    ...(list.length ? [el("ol", {}, ...list)] : []),
    ...(has.length ? [el("ul", { class: "has-now wide" }, ...has.map(drawHas))] : []),
  ];
}
