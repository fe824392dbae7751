/** The game so far, in sentences; what was taken back is struck. */

import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";

/** @import { RowShown } from "../types.js" */

/** The game so far as a panel beside the table. @param {Log} log */
export const storyOf = (log) =>
  el(
    "section",
    { class: "panel story wide", "aria-label": say("The game so far") },
    el("h2", { class: "cap" }, say("The game so far")),
    log.list,
  );

export class Log {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {RowShown[]} */ this.rows = [];
    this.list = el("ol", {
      class: "log",
      reversed: true,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event),
    });
  }

  /** @param {RowShown[]} rows */
  set(rows) {
    this.rows = [];
    this.list.replaceChildren();
    for (const row of rows) this.add(row);
  }

  /** @param {RowShown} row */
  add(row) {
    if (this.rows.some((known) => known.seq === row.seq)) return;
    this.rows.push(row);
    for (const shown of row.reveals ?? []) this.amend(shown.seq, shown.say);
    if (row.kind === "undo")
      for (const seq of row.text.split(" ")) this.list.querySelector(`[data-seq="${seq}"]`)?.classList.add("undone");
    const title = say("Look at this moment");
    const link = el("a", { href: `/replay/${this.table}?ply=${row.ply}`, title, tabindex: "0" }, row.say);
    const item = el("li", { class: `log-${row.kind}`, "data-seq": row.seq, "data-ply": row.ply }, link);
    if (row.seat !== undefined) item.style.setProperty("--tint", `var(--seat-${row.seat})`);
    this.list.querySelector("a[tabindex='0']")?.setAttribute("tabindex", "-1");
    this.list.prepend(item);
  }

  /** One stop for Tab; arrows walk through the sentences. @param {KeyboardEvent} event */
  walk(event) {
    const links = [...this.list.querySelectorAll("a")];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = by && links[links.indexOf(/** @type {any} */ (event.target)) + by];
    if (!next) return;
    for (const link of links) link.tabIndex = link === next ? 0 : -1;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Marks what happened since one looked last. @param {RowShown[]} rows */
  freshen(rows) {
    for (const item of this.list.querySelectorAll(".fresh")) item.classList.remove("fresh");
    for (const { seq } of rows) this.list.querySelector(`[data-seq="${seq}"]`)?.classList.add("fresh");
  }

  /** Marks the moment that is looked at, and brings it into view without moving the page. @param {number} ply */
  at(ply) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-ply="${ply}"]`));
    if (!item) return;
    item.setAttribute("aria-current", "step");
    this.list.scrollTop = item.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
  }

  /** What was secret is told. @param {number} seq @param {string} words */
  amend(seq, words) {
    const link = this.list.querySelector(`[data-seq="${seq}"] a`);
    if (link) link.textContent = words;
  }

  /** What happened after a row. @param {number} seq */
  since(seq) {
    return this.rows.filter((row) => row.seq > seq && row.kind !== "undo");
  }
}
