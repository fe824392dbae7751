/** The ranking as bars: all on one scale, line by line, what was lost left of zero; they count up once. */

import { el, symbol, written } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { emphasised } from "./dock.js";

/** @import { BarPart, GameResult, Placing, TableShown } from "../types.js" */

const STEP = 260; // ms from one line to the next while they count up

export class ScoreBars {
  /** @param {GameResult} result @param {TableShown} table */
  constructor(result, table) {
    this.result = result;
    this.table = table;
    this.used = [...new Set(result.places.flatMap(({ parts }) => parts.map(({ line }) => line)))].sort((a, b) => a - b);
    const below = Math.max(0, ...result.places.map(({ parts }) => -sum(parts.filter(({ points }) => points < 0))));
    this.rank = el("ol", { class: `rank ${below ? "has-lost" : ""}`, "aria-hidden": "true" }, ...this.rows());
    const digits = Math.max(...result.places.map(({ total }) => written(total).length));
    this.rank.style.setProperty("--digits", String(digits));
    this.rank.style.setProperty("--below", String(below));
    this.rank.style.setProperty("--whole", String(result.scale + below));
    this.element = el("div", { class: "score-bars" }, this.rank, this.inWords());
  }

  /** Each with what parted it from the next. */
  rows() {
    const { places, ties } = this.result;
    return places.flatMap((standing) => [
      this.row(standing),
      ...(ties ?? [])
        .filter(({ seats }) => seats[0] === standing.seat)
        .map((tie) => el("li", { class: "tie" }, symbol("ui-chart", "ico"), el("span", {}, ...emphasised(tie.say)))),
    ]);
  }

  /** @param {Placing} standing */
  row(standing) {
    const { seat, place, total, parts, mine, conceded } = standing;
    const [lost, made] = [true, false].map((is) => parts.filter(({ points }) => points < 0 === is));
    const bar = el("span", { class: "made" }, ...made.map((part) => this.part(part)));
    bar.style.setProperty("--all", String(sum(made)));
    const name = mine ? say("{name} (you)", { name: standing.name }) : standing.name;
    return el(
      "li",
      { class: `standing seat-${seat} ${place === 1 ? "first" : ""}`, "data-seat": seat },
      el("span", { class: "place" }, this.result.rating ? "" : String(place)),
      el(
        "span",
        { class: "who" },
        this.dot(seat),
        el("span", {}, name, conceded && el("small", {}, ` ${say("conceded")}`)),
      ),
      el("span", { class: "bar-line" }, el("span", { class: "lost" }, ...lost.map((part) => this.part(part))), bar),
      el("b", { class: "total" }, written(total)),
    );
  }

  /** @param {BarPart} part */
  part({ line, points, label }) {
    const { name, symbol: sign } = this.result.lines[line];
    const made = el(
      "span",
      { class: "part", title: label ? [label, name].join(say(", ")) : name },
      symbol(sign),
      written(points),
    );
    made.style.setProperty("--n", String(Math.abs(points)));
    made.style.setProperty("--shade", String(line));
    made.style.setProperty("--turn", String(this.used.indexOf(line)));
    return made;
  }

  /** @param {number} seat */
  dot(seat) {
    const { kind, name } = this.table.seats[seat];
    return el("span", { class: "dot" }, kind === "bot" ? symbol("ui-bot", "ico") : name.trim().slice(0, 1));
  }

  /** The same as a table, for ears. */
  inWords() {
    const { places, lines, ties, heading } = this.result;
    const head = el(
      "tr",
      {},
      el("td", {}),
      ...this.used.map((line) => el("th", { scope: "col" }, lines[line].name)),
      el("th", { scope: "col" }, say("Total")),
    );
    const rows = places.map(({ name, place, parts, total }) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, places.length > 1 ? `${place}. ${name}` : name),
        ...this.used.map((line) => el("td", {}, written(sum(parts.filter((part) => part.line === line))))),
        el("td", {}, written(total)),
      ),
    );
    return el(
      "div",
      { class: "vh" },
      el("table", {}, el("caption", {}, heading), el("thead", {}, head), el("tbody", {}, ...rows)),
      ...(ties ?? []).map((tie) => el("p", {}, tie.say.replaceAll("*", ""))),
    );
  }

  /** Lets the bars grow line by line, and the totals with them. */
  countUp() {
    const { places } = this.result;
    const totals = places.map(({ seat }) => this.rank.querySelector(`[data-seat="${seat}"] .total`));
    this.rank.classList.add("counts");
    const show = (/** @type {number} */ upTo) =>
      places.forEach(({ parts }, k) => {
        const so = sum(parts.filter(({ line }) => line <= upTo));
        if (totals[k]) totals[k].textContent = written(so);
      });
    show(-1);
    this.used.forEach((line, k) => setTimeout(() => show(line), STEP * (k + 1)));
    setTimeout(
      () => {
        this.rank.classList.remove("counts"); // or what is hidden and shown again would count again
        this.rank.dataset.counted = "";
      },
      STEP * (this.used.length + 1),
    );
  }
}

/** @param {BarPart[]} parts */
const sum = (parts) => parts.reduce((so, { points }) => so + points, 0);
