/** How a game ended: the ranking with its bars, the ladder of one who played alone, the course, what stood out. */

import { button, el, symbol, written } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { openSheet } from "../ui/sheet.js";
import { DESK } from "./arrangement.js";
import { CoursePlot } from "./course-plot.js";
import { FlowView } from "./flow.js";
import { ScoreBars } from "./score-bars.js";
import { SummaryView } from "./summary.js";

/** @import { GameResult, Highlight, Piece, Rating, Scene, TableShown } from "../types.js" */
/** @import { Spot } from "./group.js" */

const ROOMS = [
  ...["whole", "low", "lower"].map((room) => [1, room]),
  ...["whole", "low", "lower"].map((room) => [2, room]),
  ...["least", "chip"].map((room) => [1, room]),
]; // columns of the table as it ended, and how much of it is shown, tried one after the other
const BESIDE = [ROOMS[0], ...[1, 2].map((columns) => [columns, "told"]), [2, "least"], [2, "chip"]]; // what all share
const LEAST = 2; // facts

export class ResultView {
  /**
   * @param {TableShown} table @param {GameResult} result
   * @param {Scene | null} scene the table as it ended
   * @param {(seat: number | null) => void} enlarge shows the whole table, and somebody's board
   */
  constructor(table, result, scene, enlarge) {
    this.table = table;
    this.result = result;
    this.common = commonOf(scene, result.shared ?? []);
    this.bars = new ScoreBars(result, table);
    this.plot = new CoursePlot(result, (ply) => this.moment(ply));
    this.others = this.summaries(scene?.grounds ?? {}, enlarge);
    this.element = el("div", { class: "end" }, this.panel(), this.aside(enlarge));
    this.watcher = new ResizeObserver(() => this.settle());
    this.watcher.observe(this.element);
  }

  close() {
    this.plot.close();
    this.watcher.disconnect();
  }

  /** @param {number} ply */
  moment(ply) {
    return `/replay/${this.table.id}?ply=${ply}`;
  }

  panel() {
    const { heading, rating, legend, places, facts } = this.result;
    return el(
      "section",
      { class: `result panel seat-${places[0].seat}`, "aria-label": say("Result") },
      el("h2", { class: "result-head" }, heading),
      rating && ladder(rating),
      this.bars.element,
      el("p", { class: "legend", "aria-hidden": "true" }, ...(legend ?? []).map((each) => entry(each))),
      el("div", { class: "two" }, this.course(), facts?.length ? this.facts(facts) : ""),
    );
  }

  course() {
    const open = () => openSheet(say("Round by round"), this.rounds());
    return el(
      "section",
      { class: "course" },
      el(
        "h3",
        {},
        say("Round by round"),
        button(say("As a table"), open, { class: "btn quiet", "data-way": "rounds" }),
      ),
      this.plot.element,
    );
  }

  /** The course as a table of rounds. */
  rounds() {
    const { places, course } = this.result;
    const head = el(
      "tr",
      {},
      el("th", { scope: "col" }, say("Round")),
      ...places.map(({ name }) => el("th", { scope: "col" }, name)),
    );
    const rows = course.scores[0].map((_, round) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, String(round)),
        ...places.map(({ seat }) => el("td", { class: "num" }, written(course.scores[seat][round]))),
      ),
    );
    return el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": say("Round by round") },
      el("table", { class: "scores" }, el("thead", {}, head), el("tbody", {}, ...rows)),
    );
  }

  /** @param {Highlight[]} facts */
  facts(facts) {
    const items = facts.map(({ symbol: name, head, say: words, ply }) =>
      el(
        "li",
        {},
        symbol(name, "ico"),
        el("b", {}, head),
        " ",
        ply === undefined ? words : el("a", { class: "moment", href: this.moment(ply) }, words),
      ),
    );
    return el("section", {}, el("h3", {}, say("Worth remembering")), el("ul", { class: "highlights" }, ...items));
  }

  /** @param {(seat: number | null) => void} enlarge */
  aside(enlarge) {
    return el(
      "section",
      { class: "as-it-ended panel", "aria-label": say("The table as it ended") },
      el(
        "header",
        {},
        el("h2", {}, say("The table as it ended")),
        el(
          "button",
          { type: "button", class: "btn quiet", "data-way": "enlarge", onclick: () => enlarge(null) },
          say("Enlarge"),
          el("kbd", { "aria-hidden": "true" }, "T"),
        ),
      ),
      this.common,
      this.others,
    );
  }

  /** @param {Record<string, string>} grounds @param {(seat: number | null) => void} enlarge */
  summaries(grounds, enlarge) {
    const made = (this.result.summaries ?? []).map((summary) => {
      const view = new SummaryView(() => enlarge(summary.seat));
      view.show(summary, grounds);
      view.element.removeAttribute("aria-expanded");
      return el("article", { class: `other seat-${summary.seat}` }, view.element);
    });
    return el("div", { class: "others" }, ...made);
  }

  /** Shows as much of the table, and of what stood out, as there is height for. */
  settle() {
    const { others, common } = this;
    const facts = [...this.element.querySelectorAll(".highlights > li")].map((made) => /** @type {any} */ (made));
    for (const made of facts) made.hidden = false;
    while (innerWidth >= DESK && facts.length > LEAST && document.documentElement.scrollHeight > innerHeight)
      facts.pop().hidden = true;
    const rooms = common ? BESIDE : ROOMS;
    for (const [columns, room] of innerWidth < DESK ? rooms.slice(0, 1) : rooms) {
      Object.assign(others.dataset, { columns, room });
      if (others.scrollHeight <= others.clientHeight + 1) break;
    }
  }
}

/** Groups that all share, as they ended. @param {Scene | null} scene @param {string[]} shared their names */
function commonOf(scene, shared) {
  const made = (scene?.groups ?? []).flatMap((group) => {
    if (!scene || !shared.includes(group.id)) return [];
    const view = new FlowView(group.id);
    view.show(group, scene);
    view.lay((group.pieces ?? []).map((item) => pieceOf(item, view, scene)));
    return [view.element];
  });
  return made.length > 0 && el("div", { class: "common", inert: true }, ...made);
}

/** @param {Piece} item @param {FlowView} view @param {Scene} scene @returns {Spot} */
function pieceOf(item, view, { grounds = {} }) {
  /** @type {Spot} */ const spot = { made: view.newPiece(item.id), kind: "piece", item, group: view.id, sign: "" };
  view.draw(spot, grounds);
  return spot;
}

/** @param {{symbol: string, say: string}} entry */
const entry = ({ symbol: name, say: words }) => el("span", {}, symbol(name), words);

/** @param {Rating} rating */
function ladder({ rungs, mine }) {
  const kind = (/** @type {number} */ k) => (k < mine ? "got" : k === mine ? "here" : "");
  return el(
    "ol",
    { class: "ladder", "aria-label": say("Ratings") },
    ...rungs.map(({ least, name }, k) =>
      el("li", { class: kind(k), "aria-current": k === mine ? "true" : null }, el("b", {}, String(least)), name),
    ),
  );
}
