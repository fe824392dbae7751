/** A table one plays at: shows what happens in order, lets the seat to act pick and do, and asks nothing the server has not offered. */

import { get, wholeLog } from "./api.js";
import { Board } from "./board.js";
import { marksOf, NOTHING, quietOn } from "./choices.js";
import { curtain } from "./curtain.js";
import { Dock } from "./dock.js";
import { Errands } from "./errands.js";
import { Follower } from "./follow.js";
import { Foresight } from "./foresight.js";
import { isStill } from "./glide.js";
import { hands } from "./hands.js";
import { Laying } from "./laying.js";
import { Live } from "./live.js";
import { Log, storyOf } from "./log.js";
import { el } from "./make.js";
import { Picker } from "./pick.js";
import { promptOf } from "./prompt.js";
import { questionOf, saysOf } from "./question.js";
import { showRoom } from "./room.js";
import { lookUp, scoreTable, verdict } from "./score.js";
import { isMine } from "./seats.js";
import { settings } from "./settings.js";
import { openSheet } from "./sheet.js";
import { bringIntoView } from "./sight.js";
import { note, ring, tell, title } from "./voice.js";
import { deeds, inWords } from "./wording.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").LogRow} LogRow */

const REST = 320; // ms another's ply is looked at before the next

export class TablePage {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.log = new Log(id);
    this.follower = new Follower(
      this.log,
      (row) => this.step(row),
      () => this.ask(),
    );
    this.errands = new Errands(id, {
      table: () => /** @type {Table} */ (this.table),
      known: () => this.follower.known,
      refresh: () => this.refresh(),
      sending: () => this.sending(),
      failed: () => this.failed(),
      ask: () => this.follower.isBusy || this.ask(),
      stillMeant: ({ text, seat }) =>
        this.mayAct() && this.scene?.seat === seat && this.picker.actions.some((action) => action.text === text),
    });
    this.told = 0;
    this.stuck = false; // an aim by tap, key or hint stays when the pointer leaves
    this.missed = false; // a click fell where nothing can be done
    /** @type {number | null | undefined} */ this.askedSeat = undefined;
    this.furnish();
  }

  /** Board and dock, in the language spoken now. */
  furnish() {
    this.board = new Board(() => this.isLaying());
    this.dock = new Dock();
    this.foresight = new Foresight(this.id, this.board);
    this.hold(new Picker([], () => false));
  }

  async open() {
    await this.fetch();
    this.told = this.follower.known;
    this.build();
    this.live = new Live(this.id, {
      known: () => this.follower.known,
      seat: () => null,
      heard: (frame) => this.hear(frame),
      line: (open) => this.line(open),
    });
    this.release = hands(this.board, this.page());
  }

  close() {
    this.live?.close();
    this.release?.();
    this.board.close();
    title("Demitasse");
  }

  /** Speaks another language: asks for everything again. */
  async speak() {
    this.board.close();
    this.release?.();
    this.furnish();
    this.release = hands(this.board, this.page());
    await this.refresh();
    this.live?.renew();
  }

  /** Everything as it is now, without moving. */
  async refresh() {
    await this.fetch();
    this.foresight.forget();
    this.build();
  }

  /** The table and its whole log, as of one moment that is not before what the line has told already. */
  async fetch() {
    for (;;) {
      const table = await get(`/api/tables/${this.id}`);
      const log = await wholeLog(this.id);
      if (table.head < this.follower.known) continue;
      this.table = /** @type {Table} */ (table);
      this.follower.begin(log.rows, table.head);
      return;
    }
  }

  /** Somebody has sat down or got up here: the line must know who listens. */
  async seated() {
    await this.refresh();
    this.live?.renew();
  }

  build() {
    const table = /** @type {Table} */ (this.table);
    if (table.stage === "open") {
      this.root.replaceChildren(showRoom(table, () => this.seated(), this.go));
      title(say("{game}: waiting for players", { game: table.title }));
      return;
    }
    this.board.element.querySelector(".story")?.remove();
    this.board.element.append(storyOf(this.log));
    this.root.replaceChildren(el("h1", { class: "vh" }, table.title), this.board.element, this.dock.element);
    this.board.show(table.scene, false);
    this.scene = table.scene;
    this.ask();
  }

  // What is heard ---------------------------------------------------------------------------------------------------

  /** @param {any} frame */
  hear(frame) {
    if (frame.kind === "ping") return;
    const was = this.table?.stage;
    if (frame.table) this.table = { .../** @type {Table} */ (this.table), ...frame.table, scene: this.table?.scene };
    if (was === "open" && this.table?.stage !== "open") this.refresh();
    else if (this.table?.stage === "open") this.build();
    else this.follower.hear(frame.rows ?? [], frame.head ?? 0);
  }

  /** @param {LogRow} row */
  async step(row) {
    const scene = /** @type {Scene} */ (row.scene);
    await this.change(scene);
    this.scene = scene;
    const mine = row.seat !== undefined && row.seat !== null && this.table?.yours.includes(row.seat);
    this.foresight.clear();
    const moved = this.board.show(scene);
    this.board.mark(NOTHING);
    if (!this.follower.queue.length && this.mayAct()) {
      this.ask(); // what moves does not keep anybody from acting
      return;
    }
    this.dock.show({ ...questionOf(this), so: row.say, choices: [] });
    this.state("watching");
    await moved;
    if (!mine && !this.follower.isHurried && !isStill() && !document.hidden)
      await new Promise((wake) => setTimeout(wake, REST));
  }

  /** Between two people at one screen a curtain falls where choices are hidden. @param {Scene} next */
  async change(next) {
    const table = /** @type {Table} */ (this.table);
    const from = this.scene?.seat;
    if (next.seat === from || next.seat === null || table.yours.length < 2 || !(next.secret || this.scene?.secret))
      return;
    await curtain(table.seats[next.seat].name, next.seat);
  }

  /** @param {boolean} open */
  line(open) {
    if (open && this.wasLost) note(say("The line is back. Nothing is lost."), 3000);
    else if (!open && !this.wasLost) note(say("The line is gone for a moment. Trying again …"), 0);
    this.wasLost = !open;
  }

  // What is asked ---------------------------------------------------------------------------------------------------

  mayAct() {
    const table = this.table;
    const seat = this.scene?.seat;
    return Boolean(
      table &&
      table.stage === "playing" &&
      seat !== null &&
      seat !== undefined &&
      isMine(table, seat) &&
      table.waiting.includes(seat) &&
      this.scene?.actor !== "*",
    );
  }

  isLaying() {
    return this.picker.isLaying();
  }

  /** @param {Picker} picker */
  hold(picker) {
    this.picker = picker;
    this.laying = new Laying(this.board, picker);
  }

  /** A new question: lights what can be done. While others decide at the same time, the old one stays with what is picked; while an answer is under way, nothing is asked. */
  ask() {
    const scene = this.scene;
    if (!scene || !this.table || this.table.stage === "open" || !this.errands.release()) return;
    const picker = new Picker(this.mayAct() ? scene.actions : [], (id) => this.board.has(id));
    const texts = (/** @type {Picker} */ asked) => asked.actions.map((action) => action.text).join("\n");
    if (picker.actions.length && scene.seat === this.askedSeat && texts(picker) === texts(this.picker)) {
      const aimed = this.picker.aimed?.text;
      const { wrong } = this.laying;
      Object.assign(picker, {
        picks: this.picker.picks,
        ghost: this.picker.ghost,
        aimed: picker.actions.find((action) => action.text === aimed) ?? null,
      });
      this.hold(picker);
      this.laying.wrong = wrong;
    } else {
      this.hold(picker);
      this.stuck = picker.isLaying();
      this.missed = false;
    }
    this.askedSeat = scene.seat;
    for (const view of this.board.views.values()) view.plane?.paint();
    this.refreshAim();
    this.announce();
    this.show();
    this.state(this.table.stage === "over" ? "over" : this.mayAct() || saysOf(this).length ? "asked" : "watching");
  }

  /** Says in the page itself what it is doing, for styles and for tests. @param {"asked" | "sending" | "watching" | "over"} state */
  state(state) {
    Object.assign(this.dock.element.dataset, { state, head: String(this.follower.known) });
  }

  announce() {
    const table = /** @type {Table} */ (this.table);
    const scene = /** @type {Scene} */ (this.scene);
    const news = this.log.since(this.told);
    const mine = this.mayAct();
    title(mine ? say("Your turn: {game}", { game: table.title }) : table.title, mine);
    if (mine || table.stage === "over") {
      tell(
        [
          ...news.slice(-8).map((row) => row.say),
          promptOf(table, scene),
          table.stage === "over" ? verdict(table, scene) : "",
        ].join(" "),
      );
      const [own, others] = [true, false].map((is) =>
        news.some((row) => row.kind === "play" && table.yours.includes(row.seat ?? -1) === is),
      );
      if (others && (own || !this.lastMine)) ring(); // not when somebody decides while I still do
      if (own || !this.lastMine) this.log.freshen(news);
      this.told = this.follower.known;
    }
    this.lastMine = mine;
  }

  /** What is asked about comes into view, once. */
  show() {
    if (!this.mayAct() || this.shown === this.follower.known) return;
    this.shown = this.follower.known;
    const made = [...this.picker.lit().keys()]
      .map((id) => this.board.spot(id)?.made)
      .find((found) => found && !found.closest(".mini"));
    bringIntoView(made, this.dock.element);
  }

  // What is done ----------------------------------------------------------------------------------------------------

  /** What hands may do here. @returns {import("./hands.js").Page} */
  page() {
    return {
      pick: (id, sure) => this.pick(id, sure),
      hover: (id) => this.hover(id),
      press: (key) => this.press(key),
      clear: () => this.clear(),
      miss: () => this.miss(),
      menu: (id) => this.showQuiet(id),
      confirm: () => this.confirm(),
      isLaying: () => this.isLaying(),
      lay: (x, y) => this.lay((hand) => hand.bring(x, y), false),
      turn: (by) => this.lay((hand) => hand.turn(by)),
      step: (dx, dy) => this.lay((hand) => hand.step(dx, dy)),
      next: (by) => this.lay((hand) => hand.next(by)),
      command: (name) => this.command(name),
      hurry: () => this.follower.hurry(),
    };
  }

  /** @param {string} id @param {boolean} sure a click or a key; a first tap only aims */
  pick(id, sure) {
    if (this.errands.isBusy) return;
    const again = this.stuck && this.picker.aimed && this.picker.picks.at(-1) === id;
    const found = again ? this.picker.aimed : this.picker.pick(id);
    if (found && (sure || again) && !this.isLaying()) {
      this.act(found);
      return;
    }
    this.settle(true);
  }

  /** Aims anew, for good or until the pointer leaves. @param {boolean} stuck */
  settle(stuck) {
    this.stuck = stuck;
    this.missed = false;
    this.laying.wrong = null;
    this.refreshAim();
  }

  /** @param {string | null} id */
  hover(id) {
    if (this.errands.isBusy || this.isLaying()) return;
    if (id === null) {
      if (!this.stuck) this.aimAt(null);
      return;
    }
    const found = (this.picker.lit().get(id) ?? []).filter((action) => !action.quiet);
    this.aimAt(found.length === 1 ? found[0] : null);
  }

  /** @param {Action | null} action */
  aimAt(action) {
    if (this.picker.aimed === action || this.errands.isBusy) return;
    this.picker.aimed = action;
    this.stuck = false;
    this.missed &&= action === null;
    this.refreshAim();
  }

  /** Shows what is lit, picked and aimed at, here and in the dock. */
  refreshAim() {
    const { picker, laying, scene, table } = this;
    this.board.mark(marksOf(picker, laying.wrong === null));
    this.dock.show(questionOf(this));
    if (!scene || !table) return;
    if (picker.isLaying()) laying.show(scene);
    const totals = table.scores.map((score) => score.total);
    this.foresight.show(picker.aimed, { seat: scene.seat, head: this.follower.known, totals }, !picker.isLaying());
  }

  clear() {
    this.picker.clear();
    this.settle(this.isLaying());
  }

  /** A click fell beside everything that can be done: what is picked is put back, and what glows shows itself. */
  miss() {
    const idle = !this.picker.picks.length && !this.picker.aimed;
    this.clear();
    if (!idle || this.isLaying() || !this.picker.lit().size) return;
    this.missed = true;
    this.refreshAim();
    this.board.call();
  }

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (this.errands.isBusy || (!settings.letters && /[a-z]/.test(key))) return false;
    if (!this.picker.actions.some((action) => action.key?.toLowerCase() === key)) return false;
    const found = this.picker.press(key);
    if (found) this.act(found);
    else this.refreshAim();
    return true;
  }

  /** @returns {boolean} */
  confirm() {
    if (!this.picker.aimed || this.errands.isBusy || this.laying.wrong) return false;
    this.act(this.picker.aimed);
    return true;
  }

  /** @param {string} name @returns {boolean} */
  command(name) {
    if (!settings.letters && name !== "?") return false;
    const commands = {
      u: () => this.undo(false),
      h: () => this.hint(),
      s: () => this.showScores(),
      i: () => this.showWords(),
      l: () => this.showLog(),
      "?": () => this.showKeys(),
    };
    const found = commands[/** @type {keyof typeof commands} */ (name)];
    found?.();
    return Boolean(found);
  }

  /** @param {(hand: Laying) => void} move @param {boolean} [aloud] */
  lay(move, aloud = true) {
    move(this.laying);
    this.refreshAim();
    if (aloud) tell(this.picker.aimed?.label ?? "");
  }

  /** @param {Action} action */
  act(action) {
    return this.errands.send("plays", { text: action.text, seat: this.scene?.seat });
  }

  /** @param {boolean} turn */
  undo(turn) {
    this.errands.undo(turn, this.scene?.seat);
  }

  sending() {
    this.askedSeat = undefined; // what comes is another question, even with the same answers
    this.foresight.rest();
    this.state("sending");
  }

  /** The answer did not arrive or was refused: the question stands as it was. */
  failed() {
    this.askedSeat = this.scene?.seat;
    this.ask();
  }

  async hint() {
    if (!this.mayAct() || this.errands.isBusy) return;
    tell(say("Thinking …"));
    note(say("Thinking …"), 0);
    try {
      const found = await get(`/api/tables/${this.id}/hint`, { seat: this.scene?.seat });
      const action = this.picker.actions.find(({ text }) => text === found.best);
      if (!action || this.errands.isBusy) {
        note(""); // the question was answered meanwhile
        return;
      }
      if (action.ghost) this.picker.ghost = action.ghost;
      this.picker.picks = [];
      this.picker.aimed = action;
      this.settle(true);
      const words = say("Hint: {action}. Chances to win: {share} %.", {
        action: action.label,
        share: Math.round(100 * (found.actions[0]?.share ?? 0)),
      });
      note(words, 9000);
      tell(words);
    } catch (problem) {
      note(problem instanceof Error ? problem.message : "");
    }
  }

  // Sheets ----------------------------------------------------------------------------------------------------------

  showScores() {
    const table = /** @type {Table} */ (this.table);
    const scene = /** @type {Scene} */ (this.scene);
    openSheet(
      say("Scores"),
      el(
        "div",
        {},
        table.stage === "over" && el("p", { class: "verdict" }, verdict(table, scene)),
        scoreTable(table, scene),
        lookUp(scene),
      ),
    );
  }

  showLog() {
    const home = this.log.list.parentNode;
    openSheet(say("The game so far"), this.log.list, () => home?.append(this.log.list));
  }

  showWords() {
    openSheet(
      say("The table in words"),
      inWords(/** @type {Scene} */ (this.scene), this.mayAct() ? this.picker.actions : [], (action) =>
        this.act(action),
      ),
    );
  }

  /** What is rarely wanted of a place, and so never done by a plain click. @param {string} id @returns {boolean} whether there is any */
  showQuiet(id) {
    const found = quietOn(this.picker, id);
    if (found.length)
      openSheet(
        this.board.spot(id)?.item.label || say("Choose"),
        deeds(found, (action) => this.act(action)),
      );
    return found.length > 0;
  }

  showKeys() {
    import("./keys.js").then(({ keysSheet }) => openSheet(say("Keys"), keysSheet()));
  }
}
