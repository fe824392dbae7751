/** A table one plays at: fetches and shows it, and joins those who follow what happens, ask what to do and send it. */

import { get, wholeLog } from "../net/api.js";
import { Live } from "../net/live.js";
import { Sender } from "../net/sender.js";
import { Asking } from "../table/asking.js";
import { Talk } from "../table/chat.js";
import { Ending } from "../table/ending.js";
import { Following } from "../table/following.js";
import { giveHint } from "../table/hint.js";
import { showWords } from "../table/in-words.js";
import { Log, storyOf } from "../table/log.js";
import { mayAct } from "../table/seats.js";
import { showKeys, showLog, showScores } from "../table/sheets.js";
import { note, title } from "../ui/announcements.js";
import { el } from "../ui/elements.js";
import { say, spoken } from "../ui/language.js";
import { settings } from "../ui/settings.js";
import { waitingRoom } from "./waiting-room.js";

/** @import { PaceName } from "../table/pace.js" */
/** @import { Action, Scene, TableShown } from "../types.js" */

export class TablePage {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    /** @type {TableShown | null} */ this.table = null;
    this.isLeft = false; // for another page, perhaps before this one was there
    /** What the board shows now. @type {Scene | null} */ this.scene = null;
    this.log = new Log(id, (seat) => this.table?.seats[seat]?.name ?? "");
    this.talk = new Talk(this);
    this.awaited = ""; // what the waiting room shows
    this.following = new Following(this);
    this.ending = new Ending(this);
    this.asking = new Asking(this);
    this.sender = new Sender(id, {
      table: () => /** @type {TableShown} */ (this.table),
      known: () => this.known,
      refresh: () => this.refresh(),
      sending: () => this.asking.sending(),
      failed: () => this.asking.failed(),
      ask: () => this.following.isBusy || this.asking.ask(),
      stillMeant: ({ text, seat }) => this.asking.offers(text, seat),
    });
  }

  /** The round and its phases, for the bar. */
  get phases() {
    return this.ending.result ? undefined : this.asking.board.phases.element;
  }

  /** Where one is, for the bar. */
  get heading() {
    const { result } = this.ending;
    const game = this.table?.title ?? "";
    if (!result) return [game];
    const whole = say("{game} · over after round {round}", { game, round: result.rounds });
    return [el("span", { class: "wide" }, whole), el("span", { class: "narrow" }, game)];
  }

  /** What else the bar has here. */
  get tools() {
    return [this.talk.tool];
  }

  get shelf() {
    return this.asking.shelf;
  }

  /** The last row of the log heard of. */
  get known() {
    return this.following.rows.known;
  }

  async open() {
    await this.fetch();
    if (this.isLeft) return;
    Object.assign(this.asking.announcer, { told: this.known, seen: this.known });
    this.build();
    this.live = new Live(this.id, {
      known: () => this.known,
      seat: () => null,
      talked: () => this.talk.known,
      heard: (frame) => this.following.hear(frame),
      line: (open) => this.following.line(open),
    });
    this.asking.listen();
  }

  close() {
    this.isLeft = true;
    this.live?.close();
    this.asking.close();
    this.ending.close();
    this.talk.close();
    title("Demitasse");
  }

  /** Speaks another language: asks for everything again. */
  async speak() {
    this.asking = this.asking.anew();
    this.asking.listen();
    this.talk = this.talk.anew();
    await this.refresh();
    this.live?.renew();
  }

  /** Everything as it is now, without moving. */
  async refresh() {
    await this.fetch();
    this.asking.preview.forget();
    this.build();
  }

  /** The table and its whole log, as of one moment that is not before what the line has told already. */
  async fetch() {
    for (;;) {
      const table = /** @type {TableShown} */ (await get(`/api/tables/${this.id}`));
      const log = await wholeLog(this.id);
      if (table.head < this.known) continue;
      this.table = table;
      this.following.rows.begin(log.rows, table.head);
      return;
    }
  }

  /** Somebody has sat down or got up here: the line must know who listens. */
  async seated() {
    await this.refresh();
    this.live?.renew();
  }

  build() {
    const table = /** @type {TableShown} */ (this.table);
    this.talk.attend();
    if (table.stage === "open") {
      this.wait(table);
      title(say("{game}: waiting for players", { game: table.title }));
      return;
    }
    const { board, dock } = this.asking;
    board.tell(storyOf(this.log));
    const isNew = board.element.parentNode !== this.root;
    if (isNew) {
      const heading = el("h1", { class: "vh" }, table.title);
      this.root.replaceChildren(heading, board.element, this.ending.element, dock.element);
    }
    this.scene = /** @type {Scene} */ (table.scene);
    board.opponents.tell(table);
    board.isOnes = table.yours.length === 1;
    board.show(this.scene, false);
    this.asking.ask();
    if (isNew && document.activeElement === document.body && navigator.userActivation.hasBeenActive)
      dock.ask.focus({ preventScroll: true }); // the button that led here is gone
    if (isNew) this.root.dispatchEvent(new Event("furnished", { bubbles: true })); // the bar has more to offer now
  }

  /** Shows who is awaited, anew only if that has changed: somebody may be writing a name. @param {TableShown} table */
  wait(table) {
    const sign = JSON.stringify([table, spoken()]);
    if (sign === this.awaited) return;
    this.awaited = sign;
    const typed = /** @type {HTMLInputElement | null} */ (this.root.querySelector("#guest-name"))?.value ?? "";
    this.root.replaceChildren(waitingRoom(table, () => this.seated(), this.go, typed));
  }

  mayAct() {
    return Boolean(this.table && this.scene && mayAct(this.table, this.scene));
  }

  /** What can be done now. */
  get actions() {
    return this.mayAct() ? this.asking.picker.actions : [];
  }

  /** @param {Action} action */
  act(action) {
    return this.sender.send("plays", { text: action.text, seat: this.scene?.seat });
  }

  /** @param {boolean} turn */
  undo(turn) {
    this.sender.undo(turn, this.scene?.seat);
  }

  hint() {
    if (!this.table?.hints) return note(say("This table is played without hints."), 3000);
    return giveHint(this);
  }

  /** Does what a letter stands for. @param {string} letter @returns {boolean} whether it stands for anything */
  command(letter) {
    if (!settings.letters && letter !== "?") return false;
    const commands = {
      u: () => this.undo(false),
      h: () => this.hint(),
      c: () => this.showScores(),
      i: () => this.showWords(),
      l: () => this.showLog(),
      o: () => this.asking.board.opponents.toggle(),
      t: () => this.talk.open(),
      "?": () => showKeys(),
      ...this.ending.commands(),
    };
    const found = commands[/** @type {keyof typeof commands} */ (letter)];
    found?.();
    return Boolean(found);
  }

  /** @param {PaceName} pace */
  choosePace(pace) {
    this.following.choose(pace);
  }

  showScores() {
    if (this.table && this.scene) showScores(this.table, this.scene);
  }

  showLog() {
    showLog(this.log);
  }

  showWords() {
    showWords(this);
  }
}
