/** A table one plays at: shows what happens in order, lets the seat to act pick and do, and asks nothing the server has not offered. */

import { get, postSurely, Problem, Silence } from "./api.js";
import { Board } from "./board.js";
import { choicesOf, marksOf } from "./choices.js";
import { curtain } from "./curtain.js";
import { Dock } from "./dock.js";
import { isStill, land } from "./glide.js";
import { hands, nearest } from "./hands.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { el } from "./make.js";
import { Picker } from "./pick.js";
import { showRoom } from "./room.js";
import { lookUp, scoreTable, verdict } from "./score.js";
import { settings } from "./settings.js";
import { openSheet } from "./sheet.js";
import { note, ring, tell, title } from "./voice.js";
import { inWords } from "./wording.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Action} Action */
/** @typedef {import("./types.js").LogRow} LogRow */

const REST = 320; // ms another's ply is looked at before the next
const MANY = 10; // rows at once that are not played one by one
const HOVER = 70; // ms a pointer rests before its preview is fetched
const NEAR = 0.6; // how far from a place, in its own size, what is in hand still snaps to it

export class TablePage {
  /** @param {HTMLElement} root @param {string} id @param {(path: string) => void} go */
  constructor(root, id, go) {
    this.root = root;
    this.id = id;
    this.go = go;
    this.board = new Board(() => this.isLaying());
    this.dock = new Dock();
    this.log = new Log(id);
    this.picker = new Picker([], () => false);
    /** @type {LogRow[]} */ this.queue = [];
    this.busy = false;
    this.draining = false;
    this.hurried = false;
    this.told = 0;
    /** @type {Map<string, any>} */ this.previews = new Map();
    this.hovering = 0;
    this.stuck = false; // an aim by tap, key or hint stays when the pointer leaves
    /** @type {number | null | undefined} */ this.askedSeat = undefined;
    this.wrong = /** @type {{x: number, y: number} | null} */ (null);
  }

  async open() {
    await this.fetch();
    this.told = this.known ?? 0;
    this.build();
    this.live = new Live(this.id, { known: () => this.known ?? 0, seat: () => null, heard: (frame) => this.hear(frame), line: (open) => this.line(open) });
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
    this.dock = new Dock();
    this.board.close();
    this.board = new Board(() => this.isLaying());
    this.release?.();
    this.release = hands(this.board, this.page());
    await this.refresh();
    this.live?.renew();
  }

  /** Everything as it is now, without moving. */
  async refresh() {
    await this.fetch();
    this.previews.clear();
    this.build();
  }

  /** The table and its whole log, as of one moment that is not before what the line has told already. */
  async fetch() {
    for (;;) {
      const table = await get(`/api/tables/${this.id}`);
      const log = await get(`/api/tables/${this.id}/log`, { since: 0 });
      if (table.head < (this.known ?? 0)) continue;
      this.table = /** @type {Table} */ (table);
      this.known = table.head;
      this.queue = [];
      this.log.set(log.rows.filter((/** @type {LogRow} */ row) => row.seq <= table.head));
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
    const story = el("section", { class: "panel story wide", "aria-label": say("The game so far") }, el("h2", { class: "cap" }, say("The game so far")), this.log.list);
    this.board.element.append(story);
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
    if (was === "open" && this.table?.stage !== "open") {
      this.refresh();
      return;
    }
    if (this.table?.stage === "open") {
      this.build();
      return;
    }
    for (const row of frame.rows ?? []) {
      if (row.seq <= (this.known ?? 0)) continue;
      this.known = row.seq;
      this.queue.push(row);
    }
    if (frame.head !== undefined && frame.head !== null && frame.head > (this.known ?? 0)) this.known = frame.head;
    if (this.queue.length) this.drain();
    else if (!this.draining) this.ask();
  }

  /** Shows what happened, row by row, so that one can follow. */
  async drain() {
    if (this.draining) return;
    this.draining = true;
    while (this.queue.length) {
      const row = /** @type {LogRow} */ (this.queue.shift());
      this.log.add(row);
      if (!row.scene) continue;
      const skip = this.queue.length > MANY || (this.hurried && this.queue.length > 0);
      if (skip && this.queue.some((later) => later.scene)) continue;
      await this.step(row);
    }
    this.draining = false;
    this.hurried = false;
    this.ask();
  }

  /** @param {LogRow} row */
  async step(row) {
    const scene = /** @type {Scene} */ (row.scene);
    await this.change(scene);
    this.scene = scene;
    const mine = row.seat !== undefined && row.seat !== null && this.table?.yours.includes(row.seat);
    this.clearAim();
    const moved = this.board.show(scene);
    this.board.mark({ lit: new Map(), picked: new Set(), aimed: new Set(), tags: new Map(), covered: new Set(), laying: false });
    if (!this.queue.length && this.mayAct()) {
      this.ask(); // what moves does not keep anybody from acting
      return;
    }
    this.dock.show({ ...this.question(), choices: [], tools: this.tools() });
    this.state("watching");
    await moved;
    if (!mine && !this.hurried && !isStill() && !document.hidden) await new Promise((wake) => setTimeout(wake, REST));
  }

  /** Between two people at one screen a curtain falls where choices are hidden. @param {Scene} next */
  async change(next) {
    const table = /** @type {Table} */ (this.table);
    const from = this.scene?.seat;
    if (next.seat === from || next.seat === null || table.yours.length < 2 || !(next.secret || this.scene?.secret)) return;
    await curtain(table.seats[next.seat].name, next.seat);
  }

  /** @param {boolean} open */
  line(open) {
    if (open && this.wasLost) note(say("The line is back. Nothing is lost."), 3000);
    else if (!open) note(say("The line is gone for a moment. Trying again …"), 0);
    this.wasLost = !open;
  }

  // What is asked ---------------------------------------------------------------------------------------------------

  mayAct() {
    const table = this.table;
    const seat = this.scene?.seat;
    return Boolean(table && table.stage === "playing" && seat !== null && seat !== undefined && table.yours.includes(seat) && table.waiting.includes(seat) && this.scene?.actor !== "*");
  }

  isLaying() {
    return this.picker.isLaying();
  }

  /** A new question: lights what can be done. While others decide at the same time, the old one stays with what is picked. */
  ask() {
    const scene = this.scene;
    if (!scene || !this.table || this.table.stage === "open") return;
    const picker = new Picker(this.mayAct() ? scene.actions : [], (id) => this.board.has(id));
    const texts = (/** @type {Picker} */ asked) => asked.actions.map((action) => action.text).join("\n");
    if (picker.actions.length && scene.seat === this.askedSeat && texts(picker) === texts(this.picker)) {
      const aimed = this.picker.aimed?.text;
      Object.assign(picker, { picks: this.picker.picks, ghost: this.picker.ghost, aimed: picker.actions.find((action) => action.text === aimed) ?? null });
    } else {
      this.wrong = null;
      this.stuck = picker.isLaying();
    }
    this.picker = picker;
    this.askedSeat = scene.seat;
    this.busy = false;
    for (const view of this.board.views.values()) view.plane?.paint();
    this.refreshAim();
    this.announce();
    this.bringIntoView();
    this.state(this.table.stage === "over" ? "over" : this.mayAct() || this.choices().length ? "asked" : "watching");
  }

  /** Says in the page itself what it is doing, for styles and for tests. @param {"asked" | "sending" | "watching" | "over"} state */
  state(state) {
    Object.assign(this.dock.element.dataset, { state, head: String(this.known ?? 0) });
  }

  /** What the dock says now. @returns {import("./dock.js").Question} */
  question() {
    const scene = /** @type {Scene} */ (this.scene);
    const table = /** @type {Table} */ (this.table);
    const over = table.stage === "over";
    const aimed = this.picker.aimed;
    const seat = typeof scene.actor === "number" ? scene.actor : null;
    const held = this.picker.picks.map((id) => this.board.spot(id)?.item.symbol).find(Boolean);
    const so = this.wrong ? say("Not possible here.") : aimed ? [aimed.label, aimed.price].filter(Boolean).join(" · ") : over ? verdict(table, scene) : scene.so;
    return { ask: scene.ask, so, seat, name: seat === null ? "" : (table.seats[seat]?.name ?? ""), held: held ?? (seat === null ? "logo" : undefined), mine: this.mayAct(), choices: this.choices(), tools: this.tools() };
  }

  /** @returns {import("./dock.js").Choice[]} */
  choices() {
    const table = /** @type {Table} */ (this.table);
    if (table.stage === "over") {
      return [
        { key: "rematch", words: table.rematch ? say("To the rematch") : say("Play again"), main: true, act: () => this.rematch() },
        { key: "scores", words: say("Scores in detail"), act: () => this.showScores() },
        { key: "replay", words: say("Look at the game again"), act: () => this.go(`/replay/${this.id}`) },
      ];
    }
    if (table.draws?.length && table.yours.length && this.scene?.actor === "*") {
      return table.draws.map((draw) => ({ key: draw.text, words: draw.label, act: () => this.send("plays", { text: draw.text, seat: table.yours[0] }) }));
    }
    return choicesOf(this.picker, (id) => this.board.spot(id)?.item, {
      act: (action) => this.act(action),
      aim: (action, on) => this.aimAt(on ? action : null),
      pick: (id) => this.pick(id, true),
      turn: () => this.turn(1),
      next: () => this.next(1),
      sure: this.stuck,
    });
  }

  /** @returns {import("./dock.js").Choice[]} */
  tools() {
    const table = /** @type {Table} */ (this.table);
    const tools = [];
    if (table.restart) tools.push({ key: "restart", icon: "ui-first", words: say("Restart the turn"), act: () => this.undo(true) });
    if (table.undo) tools.push({ key: "undo", icon: "ui-undo", words: say("Undo"), act: () => this.undo(false) });
    if (this.mayAct()) tools.push({ key: "hint", icon: "ui-hint", words: say("Hint"), act: () => this.hint() });
    tools.push({ key: "words", icon: "ui-more", words: say("In words"), act: () => this.showWords() });
    return tools;
  }

  announce() {
    const table = /** @type {Table} */ (this.table);
    const scene = /** @type {Scene} */ (this.scene);
    const news = this.log.since(this.told);
    const mine = this.mayAct();
    title(mine ? say("Your turn: {game}", { game: table.title }) : table.title, mine);
    if (mine || table.stage === "over") {
      tell([...news.slice(-8), scene.ask, table.stage === "over" ? verdict(table, scene) : ""].join(" "));
      if (news.length && this.told < (this.known ?? 0) && this.lastMine !== true) ring();
      this.told = this.known ?? 0;
    }
    this.lastMine = mine;
  }

  /** Scrolls what is asked about into view, once. */
  bringIntoView() {
    if (!this.mayAct() || innerWidth >= 1100 || this.shown === this.known) return;
    this.shown = this.known;
    const ids = [...this.picker.lit().keys()];
    const made = ids.map((id) => this.board.spot(id)?.made).find((found) => found && !found.closest(".mini"));
    const box = made?.closest(".group")?.getBoundingClientRect();
    const bottom = innerHeight - this.dock.element.getBoundingClientRect().height;
    const spot = made?.getBoundingClientRect();
    if (!box || !spot || (spot.top > 50 && spot.bottom < bottom)) return;
    const by = Math.min(box.top - 56, Math.max(spot.bottom - bottom + 24, box.bottom - bottom + 8));
    scrollBy({ top: spot.top < 50 ? box.top - 56 : by, behavior: isStill() ? "auto" : "smooth" });
  }

  // What is done ----------------------------------------------------------------------------------------------------

  /** What hands may do here. @returns {import("./hands.js").Page} */
  page() {
    return {
      pick: (id, sure) => this.pick(id, sure),
      hover: (id) => this.hover(id),
      press: (key) => this.press(key),
      clear: () => this.clear(),
      confirm: () => this.confirm(),
      isLaying: () => this.isLaying(),
      lay: (x, y) => this.lay(x, y),
      turn: (by) => this.turn(by),
      step: (dx, dy) => this.stepInHand(dx, dy),
      next: (by) => this.next(by),
      command: (name) => this.command(name),
      hurry: () => (this.hurried = this.draining),
    };
  }

  /** @param {string} id @param {boolean} sure a click or a key; a first tap only aims */
  pick(id, sure) {
    if (this.busy) return;
    const again = this.stuck && this.picker.aimed && this.picker.picks.at(-1) === id;
    const found = again ? this.picker.aimed : this.picker.pick(id);
    if (found && (sure || again) && !this.isLaying()) {
      this.act(found);
      return;
    }
    this.stuck = true;
    this.wrong = null;
    this.refreshAim();
  }

  /** @param {string | null} id */
  hover(id) {
    if (this.busy || this.isLaying()) return;
    if (id === null) {
      if (!this.stuck) this.aimAt(null);
      return;
    }
    const found = (this.picker.lit().get(id) ?? []).filter((action) => !action.quiet);
    this.aimAt(found.length === 1 ? found[0] : null);
  }

  /** @param {Action | null} action */
  aimAt(action) {
    if (this.picker.aimed === action || this.busy) return;
    this.picker.aimed = action;
    this.stuck = false;
    this.refreshAim();
  }

  /** Shows what is lit, picked and aimed at, here and in the dock. */
  refreshAim() {
    const picker = this.picker;
    this.board.mark(marksOf(picker, this.wrong === null));
    this.dock.show(this.question());
    clearTimeout(this.hovering);
    if (picker.isLaying()) {
      this.showHand();
      this.hovering = setTimeout(() => this.preview(false), HOVER);
      return;
    }
    this.board.foresee(null);
    this.board.foretell(null, []);
    if (picker.aimed) this.hovering = setTimeout(() => this.preview(true), HOVER);
  }

  clearAim() {
    clearTimeout(this.hovering);
    this.board.foresee(null);
    this.board.foretell(null, []);
  }

  /** @param {boolean} ghosts whether to draw the pieces as they would lie, beside the scores as they would be */
  async preview(ghosts) {
    const action = this.picker.aimed;
    if (!action || !this.scene || this.busy) return;
    const key = `${this.known} ${action.text}`;
    if (!this.previews.has(key)) {
      if (this.previews.size > 60) this.previews.clear();
      const asked = get(`/api/tables/${this.id}/preview`, { seat: this.scene.seat, text: action.text }).catch(() => null);
      this.previews.set(key, asked);
    }
    const found = await this.previews.get(key);
    if (!found || this.picker.aimed !== action || this.busy) return;
    if (ghosts) this.board.foresee(found);
    this.board.foretell(found.scores ?? null, this.table?.scores.map((/** @type {Record<string, number>} */ score) => score.total) ?? []);
  }

  clear() {
    this.picker.clear();
    this.wrong = null;
    this.stuck = this.isLaying();
    this.refreshAim();
  }

  /** @param {string} key @returns {boolean} */
  press(key) {
    if (this.busy || (!settings.letters && /[a-z]/.test(key))) return false;
    if (!this.picker.actions.some((action) => action.key?.toLowerCase() === key)) return false;
    const found = this.picker.press(key);
    if (found) this.act(found);
    else this.refreshAim();
    return true;
  }

  /** @returns {boolean} */
  confirm() {
    if (!this.picker.aimed || this.busy || this.wrong) return false;
    this.act(this.picker.aimed);
    return true;
  }

  /** @param {string} name @returns {boolean} */
  command(name) {
    if (!settings.letters && name !== "?") return false;
    const commands = { u: () => this.undo(false), h: () => this.hint(), s: () => this.showScores(), i: () => this.showWords(), l: () => this.showLog(), "?": () => this.showKeys() };
    const found = commands[/** @type {keyof typeof commands} */ (name)];
    found?.();
    return Boolean(found);
  }

  /** @param {Action} action */
  act(action) {
    return this.send("plays", { text: action.text, seat: this.scene?.seat });
  }

  /** @param {boolean} turn */
  undo(turn) {
    const table = /** @type {Table} */ (this.table);
    if (turn ? table.restart : table.undo) this.send("undo", { turn, seat: table.seat ?? this.scene?.seat });
    else note(say("Nothing can be taken back now."), 3000);
  }

  /** @param {string} what @param {Record<string, any>} body */
  async send(what, body) {
    if (this.busy) return;
    this.busy = true;
    this.askedSeat = undefined; // what comes is another question, even with the same answers
    clearTimeout(this.hovering);
    this.state("sending");
    const known = this.known;
    try {
      const done = await postSurely(`/api/tables/${this.id}/${what}`, { seq: this.table?.head ?? known, ...body }, () => note(say("The line is gone for a moment. Your move is sent again."), 0));
      if (this.table) this.table.head = Math.max(this.table.head, done.head);
      setTimeout(() => (this.known ?? 0) < done.seq && this.refresh().catch(() => {}), 2500);
    } catch (problem) {
      this.busy = false;
      this.state("asked");
      await this.refused(problem, what, body);
    }
  }

  /** @param {unknown} problem @param {string} what @param {Record<string, any>} body */
  async refused(problem, what, body) {
    if (problem instanceof Problem && problem.type === "stale") {
      await this.refresh();
      if (what === "plays" && this.scene?.actions.some((action) => action.text === body.text) && this.mayAct() && this.scene?.seat === body.seat) {
        await this.send(what, body); // others decided meanwhile; what was meant is still there
      }
      return;
    }
    note(problem instanceof Silence ? say("The server does not answer. Your move has not arrived; try again.") : problem instanceof Error ? problem.message : "");
    if (problem instanceof Problem) await this.refresh();
  }

  async hint() {
    if (!this.mayAct() || this.busy) return;
    tell(say("Thinking …"));
    note(say("Thinking …"), 0);
    try {
      const found = await get(`/api/tables/${this.id}/hint`, { seat: this.scene?.seat });
      const action = this.picker.actions.find(({ text }) => text === found.best);
      if (!action || this.busy) {
        note(""); // the question was answered meanwhile
        return;
      }
      if (action.ghost) this.picker.ghost = action.ghost;
      this.picker.picks = [];
      this.picker.aimed = action;
      this.stuck = true;
      this.wrong = null;
      this.refreshAim();
      const share = Math.round(100 * (found.actions[0]?.share ?? 0));
      note(say("Hint: {action}. Chances to win: {share} %.", { action: action.label, share }), 9000);
      tell(say("Hint: {action}. Chances to win: {share} %.", { action: action.label, share }));
    } catch (problem) {
      note(problem instanceof Error ? problem.message : "");
    }
  }

  async rematch() {
    if (this.table?.rematch) {
      this.go(`/table/${this.table.rematch}`);
      return;
    }
    const table = await postSurely(`/api/tables/${this.id}/rematch`, {}).catch((problem) => note(problem.message));
    if (table?.id) this.go(`/table/${table.id}`);
  }

  // What is in hand -------------------------------------------------------------------------------------------------

  showHand() {
    const { aimed, ghost, actions } = this.picker;
    const piece = this.scene?.ghosts?.find(({ id }) => id === ghost) ?? null;
    const place = this.board.spot(aimed?.on ?? "");
    const group = place?.group ?? this.board.spot(actions[0]?.on ?? "")?.group ?? "";
    const at = this.wrong ?? place?.item;
    this.board.hold(group, at ? piece : null, at ?? { x: 0, y: 0 }, this.wrong === null);
  }

  /** Where a place for what is in hand would be. */
  spots() {
    return this.picker.laid().flatMap((action) => {
      const item = this.board.spot(action.on)?.item;
      return item ? [{ action, at: { x: item.x, y: item.y }, size: item.w }] : [];
    });
  }

  /** Brings what is in hand to a point of its group: it snaps to a place that is near. @param {number} x @param {number} y */
  lay(x, y) {
    let best = null;
    let least = Infinity;
    for (const spot of this.spots()) {
      const far = Math.hypot(spot.at.x - x, spot.at.y - y);
      if (far < least) [best, least] = [spot, far];
    }
    const near = best !== null && least < best.size * (1 + NEAR);
    this.wrong = near ? null : { x, y };
    if (best && near) this.picker.aimed = best.action;
    this.refreshAim();
  }

  /** @param {number} by */
  turn(by) {
    const was = this.board.spot(this.picker.turn(by))?.item;
    if (!this.picker.aimed && was) {
      const near = this.spots().sort((one, other) => Math.hypot(one.at.x - was.x, one.at.y - was.y) - Math.hypot(other.at.x - was.x, other.at.y - was.y))[0];
      this.picker.aimed = near?.action ?? null;
    }
    this.wrong = null;
    this.refreshAim();
    tell(this.picker.aimed?.label ?? "");
  }

  /** @param {number} by */
  next(by) {
    this.picker.next(by);
    this.wrong = null;
    this.refreshAim();
    tell(this.picker.aimed?.label ?? "");
  }

  /** @param {number} dx @param {number} dy */
  stepInHand(dx, dy) {
    const from = this.board.spot(this.picker.aimed?.on ?? "")?.item;
    const found = from && nearest(from, this.spots(), dx, dy);
    if (!found) return;
    this.picker.aimed = found.action;
    this.wrong = null;
    this.refreshAim();
    tell(found.action.label);
  }

  // Sheets ----------------------------------------------------------------------------------------------------------

  showScores() {
    const table = /** @type {Table} */ (this.table);
    const scene = /** @type {Scene} */ (this.scene);
    openSheet(say("Scores"), el("div", {}, table.stage === "over" && el("p", { class: "verdict" }, verdict(table, scene)), scoreTable(table, scene), lookUp(scene)));
  }

  showLog() {
    const home = this.log.list.parentNode;
    openSheet(say("The game so far"), this.log.list, () => home?.append(this.log.list));
  }

  showWords() {
    openSheet(say("The table in words"), inWords(/** @type {Scene} */ (this.scene), this.mayAct() ? this.picker.actions : [], (action) => this.act(action)));
  }

  showKeys() {
    import("./keys.js").then(({ keysSheet }) => openSheet(say("Keys"), keysSheet()));
  }

  finish() {
    land();
  }
}
