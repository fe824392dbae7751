/** The game so far: an entry a turn, which unfolds to its plies; what was taken back is struck inside its turn. */

import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { phrase, plain } from "./phrase.js";

/** @import { RowShown, TurnShown } from "../types.js" */

/**
 * A turn in the log.
 * @typedef {object} Entry
 * @property {HTMLElement} element
 * @property {HTMLElement} said
 * @property {HTMLElement} plies
 * @property {string} last what was done last, while the turn is not told
 * @property {TurnShown | null} told
 */

/** The game so far as a panel beside the table. @param {Log} log */
export const storyOf = (log) =>
  el(
    "section",
    { class: "panel story wide", "aria-label": say("The game so far") },
    el("h2", { class: "cap" }, say("The game so far, by turns")),
    log.list,
  );

/** A turn in words, as it is heard. @param {TurnShown} turn */
export const inSentences = ({ say: parts, so }) => [plain(parts), so].filter(Boolean).join(" ");

export class Log {
  /** @param {string} table @param {(seat: number) => string} nameOf */
  constructor(table, nameOf) {
    this.table = table;
    this.nameOf = nameOf;
    /** @type {RowShown[]} */ this.rows = [];
    /** @type {Map<number, Entry>} */ this.turns = new Map();
    /** @type {Map<number | null, HTMLElement>} */ this.rounds = new Map();
    this.list = el("div", { class: "log", onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    /** The entry that a moment unfolded. @type {HTMLDetailsElement | null} */ this.opened = null;
  }

  /** @param {RowShown[]} rows */
  set(rows) {
    this.rows = [];
    this.turns.clear();
    this.rounds.clear();
    this.list.replaceChildren();
    for (const row of rows) this.enter(row);
    this.stopAt(this.stops()[0]);
  }

  /** @param {RowShown} row */
  add(row) {
    this.enter(row);
    this.stopAt(this.stops()[0]);
  }

  /** @param {RowShown} row */
  enter(row) {
    if (this.rows.some((known) => known.seq === row.seq)) return;
    const { scene: _, ...kept } = row; // a scene is large, and shown only once
    this.rows.push(kept);
    for (const shown of row.reveals ?? []) {
      this.amend(shown.seq, shown.say);
      this.tell(shown.told);
    }
    this.write(row);
    if (row.kind === "undo") for (const seq of row.text.split(" ")) this.strike(Number(seq));
    this.tell(row.told);
  }

  /** @param {RowShown} row */
  write(row) {
    const link = el("a", { href: this.link(row.ply), title: say("Look at this moment"), tabindex: "-1" }, row.say);
    const item = el("li", { class: `log-${row.kind}`, "data-seq": row.seq, "data-ply": row.ply }, link);
    if (row.kind === "leave") {
      const now = row.round ?? [...this.rounds.keys()].at(-1) ?? null;
      this.round(now).prepend(el("ol", { class: `apart ${tintOf(row.seat)}` }, item));
      return;
    }
    const entry = (row.kind === "undo" && this.home(parseInt(row.text, 10))) || this.entry(row);
    entry.plies.append(item);
    entry.last = row.say;
    this.phrase(entry);
  }

  /** @param {number} ply */
  link(ply) {
    return `/replay/${this.table}?ply=${ply}`;
  }

  /** The entry of a row's turn. @param {RowShown} row */
  entry(row) {
    const number = row.turn ?? 0;
    let entry = this.turns.get(number);
    if (!entry) {
      const said = el("span");
      const plies = el("ol");
      const given = { class: `turn ${tintOf(row.seat)}`, "data-turn": number };
      const element = el("details", given, el("summary", { tabindex: "-1" }, said), plies);
      entry = { element, said, plies, last: "", told: null };
      this.turns.set(number, entry);
      this.round(row.round ?? null).prepend(element);
    }
    return entry;
  }

  /** Where the turns of a round stand, newest first. @param {number | null} round */
  round(round) {
    let home = this.rounds.get(round);
    if (!home) {
      home = el("div", { class: "of-round" });
      this.rounds.set(round, home);
      const head = round !== null && el("h3", { class: "cap" }, say("Round {number}", { number: round }));
      this.list.prepend(el("section", {}, head, home));
    }
    return home;
  }

  /** A turn has gone on, or ended. @param {TurnShown | null} [told] */
  tell(told) {
    const entry = told && this.turns.get(told.turn);
    if (!entry || !told.say.length) return;
    entry.told = told;
    entry.element.className = `turn ${tintOf(told.seat ?? undefined)}`;
    this.phrase(entry);
  }

  /** @param {Entry} entry */
  phrase({ said, told, last }) {
    if (!told) said.replaceChildren(last);
    else said.replaceChildren(...kept(phrase(told.say, this.nameOf(told.seat ?? -1))), told.so && ` ${told.so}`);
  }

  /** What was taken back: its turn is told as it stood before. @param {number} seq */
  strike(seq) {
    this.item(seq)?.classList.add("undone");
    const entry = this.home(seq);
    if (!entry) return;
    const left = [...entry.plies.querySelectorAll("li:not(.undone, .log-undo)")];
    const isLeft = (/** @type {RowShown} */ row) => left.some((item) => item === this.item(row.seq));
    entry.told = this.rows.findLast((row) => row.told?.say.length && isLeft(row))?.told ?? null;
    entry.last = left.at(-1)?.textContent ?? entry.last;
    this.phrase(entry);
  }

  /** The ply of a row. @param {number} seq @returns {HTMLElement | null} */
  item(seq) {
    return this.list.querySelector(`[data-seq="${seq}"]`);
  }

  /** The entry that the ply of a row stands in. @param {number} seq */
  home(seq) {
    const item = this.item(seq);
    return [...this.turns.values()].find(({ plies }) => plies.contains(item));
  }

  // Walking ---------------------------------------------------------------------------------------------------------

  /** What can be walked to: turns, and the plies of those that are unfolded. @returns {HTMLElement[]} */
  stops() {
    return [...this.list.querySelectorAll("summary, .apart a, details[open] a")].map(
      (made) => /** @type {any} */ (made),
    );
  }

  /** One stop for Tab. @param {HTMLElement | undefined} stop */
  stopAt(stop) {
    if (this.list.contains(document.activeElement)) return;
    for (const made of this.list.querySelectorAll('[tabindex="0"]')) made.setAttribute("tabindex", "-1");
    stop?.setAttribute("tabindex", "0");
  }

  /** Arrows walk; right unfolds a turn, left folds it; Enter opens the moment. @param {KeyboardEvent} event */
  walk(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    const home = /** @type {HTMLDetailsElement | null} */ (at.closest("details"));
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = this.stops();
    const next = by && stops[stops.indexOf(at) + by];
    if (next) this.go(at, next);
    else if (event.key === "ArrowRight" && home) home.open = true;
    else if (event.key === "ArrowLeft" && home) {
      home.open = false;
      this.go(at, /** @type {HTMLElement} */ (home.firstElementChild));
    } else if (event.key === "Enter" && at.matches("summary")) home?.querySelector("a")?.click();
    else if (!by) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement} from @param {HTMLElement} to */
  go(from, to) {
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  // Marks -----------------------------------------------------------------------------------------------------------

  /** Marks what happened since one looked last. @param {RowShown[]} rows */
  freshen(rows) {
    for (const item of this.list.querySelectorAll(".fresh")) item.classList.remove("fresh");
    for (const { seq } of rows) this.item(seq)?.closest(".turn, .apart")?.classList.add("fresh");
  }

  /** Marks the moment that is looked at, and brings it into view without moving the page. @param {number} ply */
  at(ply) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-ply="${ply}"]`));
    const home = item?.closest("details") ?? null;
    if (this.opened && this.opened !== home) this.opened.open = false;
    this.opened = home;
    if (home) home.open = true;
    if (!item) this.list.scrollTop = this.list.scrollHeight; // before the first: what came of it all is far above
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const by = item.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    this.list.scrollTop += by - this.list.clientHeight / 3;
  }

  /** What was secret is told. @param {number} seq @param {string} words */
  amend(seq, words) {
    const link = this.item(seq)?.querySelector("a");
    if (link) link.textContent = words;
  }

  /** What happened after a row. @param {number} seq */
  since(seq) {
    return this.rows.filter((row) => row.seq > seq && row.kind !== "undo");
  }

  /**
   * What is heard of what happened after a row: turns that ended, what was taken back, who came and went.
   * @param {number} after
   */
  told(after) {
    const sentences = (/** @type {RowShown} */ { kind, say: words, told, reveals }) =>
      kind === "undo" || kind === "leave"
        ? [words]
        : [...(reveals ?? []).map((shown) => shown.told), told].flatMap((turn) =>
            turn?.ended ? [inSentences(turn)] : [],
          );
    return this.rows.filter(({ seq }) => seq > after).flatMap(sentences);
  }
}

/** @param {number | undefined} seat */
const tintOf = (seat) => (seat === undefined ? "" : `seat-${seat}`);

/** @template T @param {T[]} some @returns {Exclude<T, null | undefined | false>[]} */
const kept = (some) => /** @type {any} */ (some.filter(Boolean));
