/** Everybody's score round by round, as lines: a dash and a mark for each seat, and the turn that decided it. */

import { el, svg, written } from "../ui/elements.js";
import { say } from "../ui/language.js";

/** @import { GameResult } from "../types.js" */

const DASHES = ["7 4", "none", "2 4", "11 4 2 4", "14 5"]; // by seat, so that colour is not needed
const MARKS = ["M-4.5-4.5h9v9h-9z", "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0", "M0-5.5l5.5 9.5h-11z", "M0-6l6 6-6 6-6-6z"];
const CROSS = "M-5-5l10 10M5-5l-10 10";
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const ROWS = 5; // lines of the grid, at most
const LETTER = 15; // px between two names
const LABELS = 12; // numbers of rounds, at most
const EDGES = { left: 30, top: 20, bottom: 24 };

export class CoursePlot {
  /** @param {GameResult} result @param {(ply: number) => string} moment the address of a moment of the game */
  constructor(result, moment) {
    this.result = result;
    this.at = -1; // the round that is looked at; none
    const { turn } = result.course;
    this.picture = el("div", { class: "plot-picture" });
    this.link =
      turn && el("a", { class: "turn-link", href: moment(turn.ply), title: say("Look at this moment") }, turn.say);
    this.read = el("p", { class: "plot-read", hidden: true });
    this.element = el("div", { class: "plot" }, this.picture, this.link, this.read);
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(this.element);
  }

  close() {
    this.watcher.disconnect();
  }

  /** The scores after a round, in words. @param {number} round */
  told(round) {
    const { course, places } = this.result;
    const scores = places.map(({ seat, name }) => `${name} ${written(course.scores[seat][round])}`).join(say(", "));
    return round ? say("Round {round}: {scores}", { round, scores }) : say("At the start: {scores}", { scores });
  }

  /** Goes on to another round. @param {number} by @returns {string} what it was like */
  walk(by) {
    const last = this.result.course.scores[0].length - 1;
    this.at = this.at < 0 ? (by < 0 ? last : 0) : Math.max(0, Math.min(last, this.at + by));
    this.read.hidden = false;
    this.read.textContent = this.told(this.at);
    this.draw();
    return this.told(this.at);
  }

  /** Draws everything for the room there is. */
  draw() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    const isWide = width > 400;
    this.place(this.frame(width, height, isWide)); // words break where they stand, and curves begin below them
    const frame = this.frame(width, height, isWide);
    const { turn } = this.result.course;
    const label = turn?.say ?? say("Round by round");
    const made = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
    made.append(...this.grid(frame), ...this.reference(frame), ...this.marked(frame));
    for (const seat of this.seats()) made.append(this.line(seat, frame));
    made.append(...this.names(frame, isWide));
    if (turn)
      made.append(svg("circle", { class: "turn-dot", cx: frame.x(turn.round), cy: frame.y(this.score(turn)), r: 6.5 }));
    this.picture.replaceChildren(made);
  }

  /** Seats in the order in which they are drawn: who reads comes last, above the others. */
  seats() {
    const mine = this.result.places.find((standing) => standing.mine)?.seat ?? this.result.places[0].seat;
    return this.result.places
      .map(({ seat }) => seat)
      .sort((one, other) => Number(one === mine) - Number(other === mine));
  }

  /** @param {{seat: number, round: number}} turn */
  score({ seat, round }) {
    return this.result.course.scores[seat][round];
  }

  /** Where rounds and points lie. @param {number} width @param {number} height @param {boolean} isWide */
  frame(width, height, isWide) {
    const { scores, reference } = this.result.course;
    const all = [0, ...scores.flat(), ...(reference === undefined ? [] : [reference])];
    const [least, most] = [Math.min(...all), Math.max(1, ...all)];
    const step = STEPS.find((each) => Math.ceil(most / each) - Math.floor(least / each) <= ROWS) ?? 2000;
    const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
    const rounds = Math.max(1, scores[0].length - 1);
    const right = isWide ? 96 : 46;
    const top = Math.max(EDGES.top, (this.link?.offsetHeight ?? 0) + 6);
    const x = (/** @type {number} */ round) => EDGES.left + (round / rounds) * (width - EDGES.left - right);
    const y = (/** @type {number} */ points) =>
      height - EDGES.bottom - ((points - low) / (high - low)) * (height - top - EDGES.bottom);
    return { x, y, low, high, step, rounds, height };
  }

  /** @param {Frame} frame */
  *grid({ x, y, low, high, step, rounds, height }) {
    for (let points = low; points <= high; points += step) {
      yield svg("path", { class: "grid", d: `M${x(0)} ${y(points)}H${x(rounds)}` });
      yield svg("text", { x: x(0) - 7, y: y(points) + 4, "text-anchor": "end" }, written(points));
    }
    const by = STEPS.find((each) => rounds / each <= LABELS) ?? rounds;
    const numbers = Array.from({ length: Math.floor(rounds / by) }, (_, k) => (k + 1) * by);
    if (rounds % by > by / 2) numbers.push(rounds);
    for (const round of numbers)
      yield svg("text", { x: x(round), y: height - 5, "text-anchor": "middle" }, String(round));
  }

  /** @param {Frame} frame */
  *reference({ x, y, rounds }) {
    const { reference, reference_label: words } = this.result.course;
    if (reference === undefined) return;
    yield svg("path", { class: "reference", d: `M${x(0)} ${y(reference)}H${x(rounds)}` });
    yield svg("text", { x: x(0) + 5, y: y(reference) - 5 }, words ?? "");
  }

  /** The round that decided it, and the one that is looked at. @param {Frame} frame */
  *marked({ x, y, low }) {
    const { turn } = this.result.course;
    const upright = (/** @type {number} */ round) => `M${x(round)} 2V${y(low)}`;
    if (turn) yield svg("path", { class: "turn-line", d: upright(turn.round) });
    if (this.at >= 0) yield svg("path", { class: "round-line", d: upright(this.at) });
  }

  /** @param {number} seat @param {Frame} frame */
  line(seat, { x, y, rounds }) {
    const scores = this.result.course.scores[seat];
    const d = `M${scores.map((points, round) => `${x(round).toFixed(1)} ${y(points).toFixed(1)}`).join("L")}`;
    const mine = this.result.places.some((standing) => standing.seat === seat && standing.mine);
    const end = `translate(${x(rounds)} ${y(scores[rounds] ?? 0)})`;
    return svg(
      "g",
      { class: `seat-${seat} ${mine || this.result.rating ? "mine" : ""}` },
      svg("path", { class: "line", d, "stroke-dasharray": this.result.rating ? "none" : DASHES[seat % DASHES.length] }),
      svg("path", { class: "mark", d: MARKS[seat] ?? CROSS, transform: end }),
    );
  }

  /**
   * Names at the ends of the lines, pushed apart where they would lie over each other.
   * @param {Frame} frame @param {boolean} isWide
   */
  *names({ x, y, rounds, height }, isWide) {
    const ends = this.result.places.map(({ seat, name, total }) => ({ seat, name, total, at: y(total) + 4 }));
    ends.sort((one, other) => one.at - other.at);
    ends.forEach((end, k) => (end.at = Math.max(end.at, (ends[k - 1]?.at ?? 0) + LETTER)));
    const over = (ends.at(-1)?.at ?? 0) - (height - EDGES.bottom + 4);
    ends.reverse().forEach((end, k) => (end.at = Math.min(end.at, height - EDGES.bottom + 4 - k * LETTER)));
    if (over > 0) ends.sort((one, other) => one.at - other.at);
    for (const { seat, name, total, at } of ends) {
      const words = isWide ? shortened(name) : name.trim().slice(0, 1);
      yield svg("text", { class: `end-name seat-${seat}`, x: x(rounds) + 11, y: at }, `${words} ${written(total)}`);
    }
  }

  /** Puts the words of the deciding turn beside its line, on the side with more room. @param {Frame} frame */
  place({ x, rounds }) {
    const { turn } = this.result.course;
    if (!turn || !this.link) return;
    const isLeft = turn.round > rounds / 2;
    this.link.classList.toggle("is-left", isLeft);
    this.link.style.setProperty("--x", `${x(turn.round)}px`);
  }
}

/** @typedef {ReturnType<CoursePlot["frame"]>} Frame */

const LONG = 9; // letters of a name beside a line

/** @param {string} name */
const shortened = (name) => (name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name);
