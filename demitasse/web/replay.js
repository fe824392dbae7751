/** A game looked at again: step, scrub, play; link to a moment; go on from there against bots. */

import { get, post, Problem, wholeLog } from "./api.js";
import { Board } from "./board.js";
import { isStill } from "./glide.js";
import { BOT } from "./levels.js";
import { Log, storyOf } from "./log.js";
import { button, el, symbol, tool } from "./make.js";
import { closeSheet, openSheet } from "./sheet.js";
import { lookUp, scoreTable } from "./score.js";
import { note, title } from "./voice.js";
import { say } from "./words.js";
import { inWords } from "./wording.js";

const PACE = 900; // ms between two plies while it plays
const SLOW = 2200;

export class ReplayPage {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.board = new Board(() => false);
    this.story = new Log(id);
    this.story.list.addEventListener("click", (/** @type {MouseEvent} */ event) => this.leap(event));
    /** @type {any} */ this.table = null;
    /** @type {any} */ this.log = null;
    this.ply = -1;
    this.plies = 0;
    this.wanted = -1;
    this.playing = 0;
    /** @type {Map<number, any>} */ this.known = new Map();
  }

  async open() {
    const asked = new URLSearchParams(location.search).get("ply");
    [this.table, this.log] = await Promise.all([get(`/api/tables/${this.id}`), wholeLog(this.id)]);
    this.story.set(this.log.rows);
    this.build();
    this.press = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.press);
    await this.to(asked === null ? this.table.ply : Number(asked), false);
    title(say("{game}: the game again", { game: this.table.title }));
  }

  close() {
    this.pause();
    this.board.close();
    if (this.press) document.removeEventListener("keydown", this.press);
  }

  async speak() {
    const at = this.ply;
    this.close();
    this.known.clear();
    this.board = new Board(() => false);
    history.replaceState(null, "", `/replay/${this.id}?ply=${at}`);
    await this.open();
  }

  build() {
    this.said = el("p", { class: "prompt", "aria-live": "polite" });
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: this.table.ply,
      step: 1,
      "aria-label": say("Moment of the game"),
      oninput: () => this.to(Number(this.slider.value)),
    });
    this.count = el("span", { class: "num count" });
    this.playButton = tool("ui-play", say("Play"), () => (this.playing ? this.pause() : this.play()), {
      "data-step": "play",
    });
    const steps = [
      tool("ui-first", say("To the start"), () => this.to(0), { class: "tool wide" }),
      tool("ui-prev", say("One step back"), () => this.to(this.ply - 1)),
      this.playButton,
      tool("ui-next", say("One step on"), () => this.to(this.ply + 1)),
      tool("ui-last", say("To the end"), () => this.to(this.plies), { class: "tool wide" }),
    ];
    const more = tool(
      "ui-more",
      say("More"),
      () => openSheet(say("The game again"), el("div", { class: "stack" }, ...this.ways())),
      { class: "tool narrow" },
    );
    this.dock = el(
      "section",
      { class: "dock replay-dock", "aria-label": say("The game again") },
      this.said,
      el("div", { class: "steps" }, ...steps, this.slider, this.count, more),
      el("div", { class: "says wide" }, ...this.ways()),
    );
    this.board.element.append(storyOf(this.story));
    this.root.replaceChildren(el("h1", { class: "vh" }, this.table.title), this.board.element, this.dock);
  }

  /** What else can be done from here. */
  ways() {
    const mine = this.lastTurn();
    const then = (/** @type {() => void} */ act) => () => {
      closeSheet();
      act();
    };
    return [
      mine !== null &&
        button(
          say("Since my last turn"),
          then(() => this.from(mine)),
          { "data-way": "since" },
          "ui-replay",
        ),
      button(
        say("Go on from here against bots"),
        then(() => this.fork()),
        { "data-way": "fork" },
        "ui-bot",
      ),
      button(
        say("Copy the link to this moment"),
        then(() => this.copy()),
        { "data-way": "link" },
        "ui-link",
      ),
      button(
        say("In words"),
        () =>
          openSheet(
            say("The table in words"),
            inWords(this.scene, [], () => {}),
          ),
        { "data-way": "words" },
        "ui-more",
      ),
      el("a", { class: "btn", href: `/table/${this.id}` }, symbol("ui-end", "ico"), say("To the table")),
    ].filter(Boolean);
  }

  showScores() {
    openSheet(say("Scores"), el("div", {}, scoreTable(this.table, this.scene), lookUp(this.scene)));
  }

  showLog() {
    const home = this.story.list.parentNode;
    openSheet(say("The game so far"), this.story.list, () => home?.append(this.story.list));
  }

  /** A sentence of the story leads to its moment. @param {MouseEvent} event */
  leap(event) {
    const link = /** @type {any} */ (event.target).closest("a");
    if (!link) return;
    event.preventDefault();
    closeSheet();
    this.to(Number(new URL(link.href).searchParams.get("ply")), false);
  }

  /** @param {number} ply */
  async fetch(ply) {
    if (!this.known.has(ply)) {
      if (this.known.size > 80) this.known.clear();
      this.known.set(ply, get(`/api/tables/${this.id}/replay`, { ply }));
    }
    return this.known.get(ply);
  }

  /** @param {number} ply @param {boolean} [moving] */
  async to(ply, moving = true) {
    const wanted = Math.max(0, Math.min(ply, this.plies || this.table.ply));
    this.wanted = wanted;
    const found = await this.fetch(wanted).catch((problem) => {
      this.known.delete(wanted);
      note(problem.message);
      return null;
    });
    if (!found || this.wanted !== wanted) return; // somebody has scrubbed on
    const near = Math.abs(wanted - this.ply) === 1;
    this.ply = found.ply;
    this.plies = found.plies;
    this.scene = found.scene;
    this.slider.max = String(found.plies);
    this.slider.value = String(found.ply);
    this.slider.setAttribute("aria-valuetext", found.say);
    this.count.textContent = `${found.ply} / ${found.plies}`;
    this.said.textContent = found.say || found.scene.ask;
    this.story.at(found.ply);
    history.replaceState(null, "", `/replay/${this.id}?ply=${found.ply}`);
    const moved = this.board.show(found.scene, moving && near);
    if (wanted < this.plies) this.fetch(wanted + 1).catch(() => this.known.delete(wanted + 1));
    await moved;
  }

  async play() {
    if (this.ply >= this.plies) await this.to(0, false);
    this.playing = 1;
    this.showPlaying(say("Pause"), "ui-pause");
    const step = async () => {
      if (!this.playing) return;
      await this.to(this.ply + 1);
      if (this.ply >= this.plies) this.pause();
      else if (this.playing) this.playing = setTimeout(step, isStill() ? SLOW : PACE);
    };
    this.playing = setTimeout(step, 200);
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.showPlaying(say("Play"), "ui-play");
  }

  /** @param {string} words @param {string} icon */
  showPlaying(words, icon) {
    if (!this.playButton) return;
    this.playButton.replaceChildren(symbol(icon, "ico"));
    for (const name of ["aria-label", "title"]) this.playButton.setAttribute(name, words);
  }

  /** @param {number} ply */
  async from(ply) {
    await this.to(ply, false);
    await this.play();
  }

  /** The ply after my last turn before the others', if others have played since. */
  lastTurn() {
    const plays = this.log.rows.filter((/** @type {any} */ row) => row.kind === "play");
    const mine = (/** @type {any} */ row) => this.table.yours.includes(row.seat);
    let k = plays.length - 1;
    while (k >= 0 && mine(plays[k])) k -= 1;
    while (k >= 0 && !mine(plays[k])) k -= 1;
    return k >= 0 ? plays[k].ply : null;
  }

  async copy() {
    await navigator.clipboard?.writeText(`${location.origin}/replay/${this.id}?ply=${this.ply}`).catch(() => {});
    note(say("The link is copied."), 2500);
  }

  async fork() {
    const actor = typeof this.scene?.actor === "number" ? this.scene.actor : 0;
    const mine = this.table.yours.includes(actor) || !this.table.yours.length ? actor : this.table.yours[0];
    const seats = this.table.seats.map((/** @type {any} */ _, /** @type {number} */ k) =>
      k === mine ? { kind: "me" } : BOT,
    );
    try {
      const made = await post("/api/tables", { seats, from: { table: this.id, ply: this.ply } });
      if (made.stage === "open") await post(`/api/tables/${made.id}/start`, {});
      this.go(`/table/${made.id}`);
    } catch (problem) {
      const hidden = problem instanceof Problem && problem.type === "bad-setting"; // nobody goes on from what only some know
      note(
        hidden
          ? say("Some choices of this moment are still hidden. Go a few steps back and try again.")
          : problem instanceof Error
            ? problem.message
            : "",
      );
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (/** @type {any} */ (event.target).closest?.("input, select, dialog, button, a")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[event.key];
    if (by) this.to(this.ply + by);
    else if (event.key === " ") this.playing ? this.pause() : this.play();
    else return;
    event.preventDefault();
  }
}
