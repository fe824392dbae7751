/**
 * An area of a table: a panel with its head (whose it is, the score and how it is made up, facts), and what it holds.
 */

import { el, symbol, written } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { foretell } from "./foretell.js";
import { order } from "./spots.js";
import { drawFact } from "./summary.js";

/** @import { Area, Fact } from "../types.js" */

export class AreaView {
  constructor() {
    this.head = el("header", { class: "area-head" });
    this.beside = el("div", { class: "beside" });
    this.body = el("div", { class: "area-body" });
    this.element = el("section", { class: "area" }, this.head, this.body);
    /** @type {Area | null} */ this.area = null;
    this.sign = "";
  }

  /**
   * @param {Area} area @param {boolean} isReaders whether it is the table of whoever reads this
   * @param {(id: string) => HTMLElement | undefined} standing what is called so
   */
  show(area, isReaders, standing) {
    this.area = area;
    const { element } = this;
    element.dataset.area = area.id;
    element.className = `area ${area.style ?? "panel"} ${area.seat === undefined ? "" : `has-seat seat-${area.seat}`}`;
    if (area.label) element.setAttribute("aria-label", area.label);
    this.showHead(area, isReaders);
    const found = (/** @type {string[]} */ ids) => ids.map(standing).filter((made) => made !== undefined);
    order(this.body, found(area.holds));
    order(this.beside, found([area.beside ?? ""]));
  }

  /** @param {Area} area @param {boolean} isReaders */
  showHead(area, isReaders) {
    const { label, seat, score, facts, note, beside, symbol: name, tone } = area;
    const sign = JSON.stringify([label, seat, score, facts, note, beside, name, tone, isReaders]);
    if (sign === this.sign) return;
    this.sign = sign;
    const dot = seat !== undefined && el("span", { class: "dot", "aria-hidden": "true" }, label.trim().slice(0, 1));
    this.head.replaceChildren(
      ...[
        dot,
        name && symbol(name),
        el("h2", { class: `name ${tone ?? ""}` }, isReaders ? say("{name} (you)", { name: label }) : label),
        score !== undefined && el("span", { class: "score", "data-number": "score" }, written(score)),
        facts?.length && el("span", { class: "facts" }, ...facts.map((fact, k) => heardFact(fact, `fact ${k}`))),
        (note || beside) && el("div", { class: "detail" }, el("p", { class: "note" }, note ?? ""), this.beside),
      ].filter((made) => made instanceof Node),
    );
    this.head.hidden = !label;
  }

  /** What of its head is so called. @param {string} part @param {string} number */
  part(part, number) {
    return this.head.querySelector(`[data-number="${part === "score" ? "score" : `fact ${number}`}"]`);
  }

  /** What its numbers would be. @param {Area | null} after */
  foretell(after) {
    foretell(this.head, numbersOf(this.area), after && numbersOf(after));
  }
}

/** A fact that is read with what it counts. @param {Fact} fact @param {string} number */
const heardFact = (fact, number) =>
  el(
    "span",
    { class: "heard-fact" },
    el("span", { class: "vh" }, say("{label}: {value}", { label: fact.label, value: "" })),
    drawFact(fact, number),
  );

/** @param {Area | null} area @returns {Record<string, string>} */
const numbersOf = (area) => ({
  ...(area?.score === undefined ? {} : { score: written(area.score) }),
  ...Object.fromEntries((area?.facts ?? []).map(({ value }, k) => [`fact ${k}`, value])),
});
