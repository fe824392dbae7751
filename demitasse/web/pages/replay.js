/**
 * A game looked at again: step by ply or turn, scrub, play at a pace; link to a moment; go on from there against
 * bots.
 */

import { get, post, Problem, wholeLog } from "../net/api.js";
import { Board } from "../table/board.js";
import { showWords, writeWords } from "../table/in-words.js";
import { Log, storyOf } from "../table/log.js";
import { besidePace, chosenPace, choosePace, PACES } from "../table/pace.js";
import { showLog, showScores } from "../table/sheets.js";
import { note, title } from "../ui/announcements.js";
import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { closeSheet } from "../ui/sheet.js";
import { ReplayDock } from "./replay-dock.js";

/** @import { PaceName } from "../table/pace.js" */
/** @import { Log as LogShown, Replay, RowShown, Scene, TableShown } from "../types.js" */

const TURN = { slow: 5000, usual: 2400, fast: 900 }; // ms of a turn while it plays
const LEAST = 120; // ms of a ply
const KEPT = 80; // moments

export class ReplayPage {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.board = new Board();
    this.story = new Log(id, (seat) => this.table?.seats[seat]?.name ?? "");
    this.story.list.addEventListener("click", (event) => this.leap(event));
    /** @type {TableShown | null} */ this.table = null;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {ReplayDock | null} */ this.dock = null;
    this.isLeft = false; // for another page, perhaps before this one was there
    this.ply = -1;
    this.plies = 0;
    this.wanted = -1;
    this.playing = 0;
    /** The plies after which turns end. @type {number[]} */ this.ends = [];
    /** @type {Map<number, Promise<Replay>>} */ this.known = new Map();
    this.press = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  async open() {
    this.isLeft = false;
    const asked = new URLSearchParams(location.search).get("ply");
    /** @type {[TableShown, LogShown]} */
    const [table, log] = await Promise.all([get(`/api/tables/${this.id}`), wholeLog(this.id)]);
    if (this.isLeft) return;
    this.table = table;
    this.plies ||= table.ply;
    this.story.set(log.rows);
    this.build(table, log.rows);
    document.addEventListener("keydown", this.press);
    await this.to(asked === null ? table.ply : Number(asked), false);
    title(say("{game}: the game again", { game: table.title }));
  }

  close() {
    this.isLeft = true;
    this.pause();
    this.board.close();
    document.removeEventListener("keydown", this.press);
  }

  async speak() {
    const at = this.ply;
    this.close();
    this.known.clear();
    this.board = new Board();
    history.replaceState(null, "", `/replay/${this.id}?ply=${at}`);
    await this.open();
  }

  /** @param {TableShown} table @param {RowShown[]} rows */
  build(table, rows) {
    this.dock = new ReplayDock(this, table.ply, lastTurn(table, rows));
    this.board.tell(storyOf(this.story));
    this.root.replaceChildren(el("h1", { class: "vh" }, table.title), this.board.element, this.dock.element);
  }

  /** The round and its phases, for the bar. */
  get phases() {
    return this.board.phases.element;
  }

  showScores() {
    if (this.table && this.scene) showScores(this.table, this.scene);
  }

  showLog() {
    showLog(this.story);
  }

  showWords() {
    showWords(this);
  }

  /** A sentence of the story leads to its moment. @param {MouseEvent} event */
  leap(event) {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    closeSheet();
    this.to(Number(new URL(link.href).searchParams.get("ply")), false);
  }

  /** @param {number} ply */
  fetch(ply) {
    let found = this.known.get(ply);
    if (!found) {
      if (this.known.size > KEPT) this.known.clear();
      found = /** @type {Promise<Replay>} */ (get(`/api/tables/${this.id}/replay`, { ply }));
      this.known.set(ply, found);
    }
    return found;
  }

  /** @param {number} ply @param {boolean} [moving] @param {boolean} [far] whether pieces glide over more than a ply */
  async to(ply, moving = true, far = false) {
    const wanted = Math.max(0, Math.min(ply, this.plies));
    this.wanted = wanted;
    const found = await this.fetch(wanted).catch((problem) => {
      this.known.delete(wanted);
      note(problem.message);
      return null;
    });
    if (!found || this.wanted !== wanted || this.isLeft) return; // somebody has scrubbed on
    const isNear = far || Math.abs(wanted - this.ply) === 1;
    Object.assign(this, { ply: found.ply, plies: found.plies, ends: found.ends });
    this.scene = found.scene;
    writeWords(this);
    this.dock?.show(found);
    history.replaceState(null, "", `/replay/${this.id}?ply=${found.ply}`);
    const moved = this.board.show(found.scene, moving && isNear, this.time());
    this.story.at(found.ply); // once it stands where it belongs
    if (wanted < this.plies) this.fetch(wanted + 1).catch(() => this.known.delete(wanted + 1));
    await moved;
  }

  /** To the end of the turn, or of the one before. @param {1 | -1} by */
  turn(by) {
    const { ply, ends } = this;
    const end = by > 0 ? ends.find((last) => last > ply) : ends.findLast((last) => last < ply);
    return this.to(end ?? (by > 0 ? this.plies : 0), true, true);
  }

  /** ms of a ply while it plays: its part of a turn. */
  time() {
    const pace = chosenPace() === "once" ? "fast" : /** @type {keyof typeof TURN} */ (chosenPace());
    const first = this.ends.findLast((last) => last <= this.ply) ?? 0;
    const last = this.ends.find((end) => end > this.ply) ?? this.plies;
    return Math.max(LEAST, Math.min(PACES[pace].ply, TURN[pace] / Math.max(1, last - first)));
  }

  /** @param {PaceName} pace */
  choose(pace) {
    choosePace(pace);
    this.dock?.showPace();
  }

  async play() {
    if (this.ply >= this.plies) await this.to(0, false);
    this.playing = 1;
    this.dock?.showPlaying(true);
    const step = async () => {
      if (!this.playing) return;
      await this.to(this.ply + 1);
      if (this.ply >= this.plies) this.pause();
      else if (this.playing) this.playing = setTimeout(step, this.time());
    };
    this.playing = setTimeout(step, 200);
  }

  pause() {
    clearTimeout(this.playing);
    this.playing = 0;
    this.dock?.showPlaying(false);
  }

  /** @param {number} ply */
  async from(ply) {
    await this.to(ply, false);
    await this.play();
  }

  async copy() {
    await navigator.clipboard?.writeText(`${location.origin}/replay/${this.id}?ply=${this.ply}`).catch(() => {});
    note(say("The link is copied."), 2500);
  }

  /** Goes on from this moment: I sit where I sat, or where it is to act; bots sit elsewhere. */
  async fork() {
    const { table, scene } = this;
    if (!table) return;
    const actor = typeof scene?.actor === "number" ? scene.actor : 0;
    const mine = table.yours.includes(actor) || !table.yours.length ? actor : table.yours[0];
    const seats = table.seats.map(({ seat }) => ({ kind: seat === mine ? "me" : "bot" }));
    try {
      const made = await post("/api/tables", { seats, from: { table: this.id, ply: this.ply } });
      if (made.stage === "open") await post(`/api/tables/${made.id}/start`, {});
      this.go(`/table/${made.id}`);
    } catch (problem) {
      const isHidden = problem instanceof Problem && problem.type === "bad-setting"; // only some know what was chosen
      const words = problem instanceof Error ? problem.message : "";
      note(isHidden ? say("Some choices of this moment are still hidden. Go a few steps back and try again.") : words);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof Element && event.target.closest("input, select, dialog, button, a")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[event.key];
    const quicker = event.shiftKey && { Comma: -1, Period: 1 }[event.code];
    if (quicker) this.choose(besidePace(quicker > 0 ? 1 : -1));
    else if (by && event.shiftKey) this.turn(by > 0 ? 1 : -1);
    else if (by) this.to(this.ply + by);
    else if (event.key !== " ") return;
    else if (this.playing) this.pause();
    else this.play();
    event.preventDefault();
  }
}

/**
 * The ply after my last turn before the others', if others have played since.
 * @param {TableShown} table @param {RowShown[]} rows
 */
function lastTurn(table, rows) {
  const plays = rows.filter((row) => row.kind === "play");
  const isMine = (/** @type {RowShown} */ row) => row.seat !== undefined && table.yours.includes(row.seat);
  let k = plays.length - 1;
  while (k >= 0 && isMine(plays[k])) k -= 1;
  while (k >= 0 && !isMine(plays[k])) k -= 1;
  return k >= 0 ? plays[k].ply : null;
}
