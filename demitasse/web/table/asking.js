/** Asks at a table: lights what can be done, follows what is picked and aimed at, until one action is meant. */

import { noteMoved } from "../ui/announcements.js";
import { settings } from "../ui/settings.js";
import { isPhone } from "./arrangement.js";
import { Board } from "./board.js";
import { answersOf, questionOf, watchedOf } from "./dock-content.js";
import { Dock } from "./dock.js";
import { showRarelyWanted, writeWords } from "./in-words.js";
import { listenTo } from "./input.js";
import { Laying } from "./laying.js";
import { marksOf, NOTHING, quietOn } from "./marks.js";
import { gentlest, isWay, Picker } from "./picker.js";
import { ActionPreview } from "./preview.js";
import { bringIntoView, keepInView } from "./scroll.js";
import { Shelf } from "./shelf.js";
import { recall, Trying } from "./trying.js";
import { TurnAnnouncer } from "./turn-announcer.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { Action, RowShown, Scene, Step } from "../types.js" */
/** @import { Inputs } from "./input.js" */

export class Asking {
  /** @param {TablePage} page @param {TurnAnnouncer} [announcer] */
  constructor(page, announcer = new TurnAnnouncer(page)) {
    this.page = page;
    this.announcer = announcer;
    this.board = new Board();
    this.dock = new Dock(this.board.hand);
    this.shelf = new Shelf(page, this.board);
    this.preview = new ActionPreview(page.id, this.board);
    this.picker = new Picker([], () => false);
    this.laying = new Laying(this.board, this.picker);
    /** What is tried where it could lie later. @type {Trying | null} */ this.trying = null;
    /** Where each piece was tried last. @type {Map<string, import("./trying.js").Kept>} */ this.tried = new Map();
    this.isStuck = false; // an aim by tap, key or hint stays when the pointer leaves
    /** What is asked once something is picked. @type {Step | null} */ this.step = null;
    /** Where a click fell that could do nothing. @type {Element | null} */ this.missed = null;
    /** Who is asked still. @type {number | null | undefined} */ this.askedSeat = undefined;
    this.sentKind = ""; // the kind of action that was sent last
    /** Who was asked last. @type {number | null | undefined} */ this.lastSeat = undefined;
    this.seenAt = -1; // the row at which what is asked about was brought into view
    this.stays = false; // to watch a game that one gave up
    /** @type {() => void} */ this.release = () => {};
    this.board.element.addEventListener("moved", () => this.shelf.traces.draw());
    let wasPhone = isPhone(); // which has other choices in its dock
    this.board.settled = () => {
      this.shelf.fit();
      this.shelf.traces.draw();
      if (wasPhone !== isPhone() && this.dock.element.dataset.state !== "watching") this.refresh();
      wasPhone = isPhone();
    };
  }

  /** Lets mouse, touch and keys answer. */
  listen() {
    this.release = listenTo(this.board, this.inputs());
  }

  close() {
    this.release();
    this.shelf.close();
    this.board.close();
  }

  /** The same with board and dock made anew, in the language spoken now. @returns {Asking} */
  anew() {
    this.close();
    const made = new Asking(this.page, this.announcer);
    Object.assign(made, { seenAt: this.seenAt, tried: this.tried, stays: this.stays });
    return made;
  }

  // The question ----------------------------------------------------------------------------------------------------

  /**
   * A new question: lights what can be done. While others decide at the same time, the old one stays with what is
   * picked; while an answer is under way, nothing is asked.
   */
  ask() {
    const { table, scene } = this.page;
    if (!scene || !table || table.stage === "open" || !this.page.sender.release()) return;
    if (this.page.ending.isAwaited()) return; // it asks again
    this.page.ending.settle();
    const actions = this.page.mayAct() ? [...scene.actions, ...(scene.ways ?? [])] : [];
    const picker = new Picker(actions, (id) => this.board.has(id));
    const isSame = this.isSame(picker, scene);
    if (isSame) this.keep(picker);
    else {
      const { sentKind } = this;
      if (scene.seat === this.lastSeat && picker.isKind(sentKind)) picker.picks = [sentKind]; // one goes on with it
      this.hold(picker);
      for (const kept of this.tried.values()) recall(picker, kept);
      this.isStuck = picker.isLaying();
      this.missed = null;
    }
    this.askedSeat = scene.seat;
    this.lastSeat = scene.seat;
    this.refresh();
    this.announcer.announce(isSame);
    writeWords(this.page);
    const isAsked = this.page.mayAct() || answersOf(this.page).length > 0;
    this.state(table.stage === "over" ? "over" : isAsked ? "asked" : "watching");
    this.shelf.ask(isSame);
    if (!isSame) this.bringIntoView();
  }

  /** Whether somebody is asked what they are asked already. @param {Picker} picker @param {Scene} scene */
  isSame(picker, scene) {
    const texts = (/** @type {Picker} */ asked) => asked.actions.map((action) => action.text).join("\n");
    return picker.actions.length > 0 && scene.seat === this.askedSeat && texts(picker) === texts(this.picker);
  }

  /** @param {Picker} picker */
  hold(picker) {
    this.picker = picker;
    this.laying = new Laying(this.board, picker);
  }

  /** Holds a picker with what was picked and aimed at before. @param {Picker} picker */
  keep(picker) {
    const { picks, ghost, aimed } = this.picker;
    const { wrong } = this.laying;
    Object.assign(picker, { picks, ghost, aimed: picker.actions.find(({ text }) => text === aimed?.text) ?? null });
    this.hold(picker);
    this.laying.wrong = wrong;
  }

  /** What is asked about comes into view, once; within a turn, the page stays where it is if it may. */
  bringIntoView() {
    const { known, table } = this.page;
    if (!this.page.mayAct() || this.seenAt === known) return;
    const isNew = this.seenAt < 0 || Boolean(table?.since.length);
    this.seenAt = known;
    if (isNew && this.shelf.kind) scrollTo({ top: 0 }); // what happened is read first
    (isNew ? bringIntoView : keepInView)(this.litOnTable(), this.floor, false);
    if (document.fonts.status === "loaded") return;
    document.fonts.ready.then(() => {
      if (this.seenAt === this.page.known) keepInView(this.litOnTable(), this.floor, false); // what moved by it
    });
  }

  /** Where others go comes into view; where they go nowhere, what is said of them. @param {string[]} places */
  bringTrail(places) {
    const found = places.flatMap((id) => this.board.spot(id)?.made ?? []);
    if (this.shelf.kind) bringIntoView(found.length ? found : [this.shelf.element], this.dock.element, false);
  }

  /** What can be picked on the table itself; beside it, what only ways lead to does not count. @returns {Element[]} */
  litOnTable() {
    const lit = [...this.picker.lit()];
    const asked = lit.filter(([, actions]) => !actions.every(isWay));
    return (asked.length ? asked : lit).flatMap(([id]) => {
      const made = this.board.spot(id)?.made;
      return made?.checkVisibility() && this.board.element.contains(made) && !made.closest(".pinned") ? [made] : [];
    });
  }

  /**
   * Shows a scene that others are about to change.
   * @param {Scene} scene @param {boolean} [moving] @param {number} [within] so many ms
   * @returns {Promise<void>} when it lies still
   */
  show(scene, moving = true, within) {
    noteMoved();
    this.preview.clear();
    this.drop();
    this.shelf.traces.clear();
    const moved = this.board.show(scene, moving, within);
    this.board.mark(NOTHING);
    return moved;
  }

  /** Asks nothing, and says what happens. @param {RowShown} row */
  watch(row) {
    this.hold(new Picker([], () => false)); // what was picked is answered
    this.step = null;
    const question = watchedOf(this.page, row);
    if (question) this.dock.show(question);
    writeWords(this.page);
    this.state("watching");
  }

  /** The table turns to somebody else at this screen: nothing of what was looked at before stays. */
  turn() {
    this.board.opponents.pin(null);
    this.seenAt = -1;
    scrollTo({ top: 0 });
  }

  /** Whether somebody here is asked now. */
  get isAsked() {
    return this.dock.element.dataset.state === "asked";
  }

  /** Whether somebody could still decide so. @param {string} text @param {number} seat */
  offers(text, seat) {
    return (
      this.page.mayAct() && this.page.scene?.seat === seat && this.picker.actions.some((action) => action.text === text)
    );
  }

  sending() {
    this.sentKind = this.picker.kind;
    this.askedSeat = undefined; // what comes is another question, even with the same answers
    noteMoved();
    this.preview.rest();
    scrollTo({ top: scrollY, behavior: "instant" }); // ends what scrolls calmly, for the page shrinks now
    this.shelf.fold();
    this.state("sending");
  }

  /** The answer did not arrive or was refused: the question stands as it was. */
  failed() {
    this.askedSeat = this.page.scene?.seat;
    this.ask();
  }

  /**
   * Says in the page itself what it is doing, for styles and for tests.
   * @param {"asked" | "sending" | "watching" | "over"} state
   */
  state(state) {
    Object.assign(this.dock.element.dataset, { state, head: String(this.page.known) });
  }

  // The answer ------------------------------------------------------------------------------------------------------

  /** What mouse, touch and keys may do here. @returns {Inputs} */
  inputs() {
    return {
      pick: (id, sure, pressed) => this.pick(id, sure, pressed),
      hover: (id, isMoved = true) => (isMoved || !this.shelf.way) && this.hover(id),
      press: (key) => this.press(key),
      clear: () => this.clear(),
      miss: (home) => this.miss(home),
      menu: (id) => this.showQuiet(id),
      confirm: () => this.confirm(),
      isSure: () => this.isStuck && this.picker.aimed !== null,
      isLaying: () => this.isLaying(),
      isHolding: () => this.isHolding(),
      lay: (x, y) => this.lay((hand) => hand.bring(x, y), false),
      put: (x, y) => this.lay((hand) => hand.put(x, y, this.page.scene), false),
      turn: (by) => this.lay((hand) => hand.turn(by)),
      step: (dx, dy) => this.lay((hand) => hand.step(dx, dy)),
      next: (by) => this.lay((hand) => hand.next(by)),
      command: (letter) => this.page.command(letter),
      hurry: () => this.page.following.hurry(),
      walk: (by) => this.page.ending.walk(by),
      follow: (event) => this.shelf.press(event) || this.page.following.press(event),
    };
  }

  isLaying() {
    return this.picker.isLaying();
  }

  /** Whether something is in hand, or tried as if it were. */
  isHolding() {
    return this.isLaying() || this.trying !== null;
  }

  /** What ends the sight of a phone's table: the dock, or a hint on it. */
  get floor() {
    return this.shelf.isSheet ? this.shelf.element : this.dock.element;
  }

  /** What is picked and in hand, as a sign of it. */
  get choice() {
    const { picks, aimed } = this.picker;
    return JSON.stringify([picks, this.isStuck && aimed?.text, this.trying?.kept]);
  }

  get isBusy() {
    return this.page.sender.isBusy;
  }

  /**
   * @param {string} id @param {boolean} sure a click or a key; a first tap only aims
   * @param {boolean} [pressed] by a key, which has aimed already
   */
  pick(id, sure, pressed = false) {
    if (this.isBusy) return;
    const paid = this.payments().find((action) => id !== action.on && this.picker.fits(action, id));
    if (paid) {
      this.mean(paid); // a button takes it
      return;
    }
    const { aimed } = this.picker;
    const isLast = this.picker.picks.at(-1) === id && !this.picker.isKind(id);
    const isOneOfSeveral = aimed?.usual && this.picker.left().length > 1; // pressed again, it is let go
    const again = this.isStuck && isLast && !isOneOfSeveral && aimed;
    const { picks } = this.picker;
    const found = again ? aimed : this.picker.pick(this.meant(id));
    if (found && found.on !== id && this.isTried(found.on)) {
      this.pick(found.on, false); // what it would pay for is tried first
      this.mean(found);
      return;
    }
    const isTried = this.isTried(id);
    const isNarrowing = this.picker.isKind(id) || isTried || this.isBeside(picks); // a button does it
    const isMeant = again || (sure && !isNarrowing && ((pressed && found === aimed) || !found?.confirm));
    if (found && isMeant && !this.isLaying()) this.page.act(found);
    else this.settle(true, id);
  }

  /** Whether a piece can be tried where it could lie later. @param {string} piece */
  isTried(piece) {
    return this.page.scene?.trials?.some(({ of }) => of.includes(piece)) ?? false;
  }

  /** The ways to have what is tried. @returns {Action[]} */
  payments() {
    const piece = this.trying?.piece;
    return this.picker.actions.filter(({ on, quiet }) => on === piece && !quiet);
  }

  /** Has what is tried paid for so. @param {Action} action */
  mean(action) {
    if (this.trying) this.trying.meant = action.text;
    this.picker.aimed = action;
    this.settle(true);
  }

  /**
   * Whether what is meant now is no answer to where the last of what was picked goes.
   * @param {string[]} picks
   */
  isBeside(picks) {
    const { actions, aimed } = this.picker;
    const isAsked = actions.some((action) => isWay(action) && action.then && picks.includes(action.on));
    return Boolean(isAsked && aimed && !picks.some((id) => this.picker.fits(aimed, id)));
  }

  /** While a kind of action is chosen, what lies on something lit means that. @param {string} id */
  meant(id) {
    const lit = this.picker.kind ? this.picker.lit() : new Map();
    for (let at = id; at; at = this.board.spot(at)?.item.at ?? "") if (lit.has(at)) return at;
    return id;
  }

  /** Does what a button says; what is to be confirmed is only aimed at first. @param {Action} action */
  choose(action) {
    if (!action.confirm || (this.isStuck && this.picker.aimed === action)) {
      this.aimAt(action); // no pointer may have
      this.page.act(action);
      return;
    }
    this.picker.picks = this.picker.spots(action);
    this.picker.aimed = action;
    this.settle(true);
  }

  /**
   * Aims anew, for good or until the pointer leaves, and says so.
   * @param {boolean} isStuck @param {string} [id] what was picked
   */
  settle(isStuck, id = "") {
    this.isStuck = isStuck;
    this.missed = null;
    this.laying.wrong = null;
    this.refresh();
    if (this.step) keepInView(this.litOnTable(), this.floor); // the question has moved on
    this.announcer.ask(this.picker.picks.includes(id) ? this.board.spot(id)?.item.label : "");
  }

  /** @param {string | null} id */
  hover(id) {
    if (this.isBusy || this.isLaying()) return;
    if (id === null) {
      if (!this.isStuck) this.aimAt(null);
      return;
    }
    const found = (this.picker.lit().get(id) ?? []).filter((action) => !action.quiet);
    if (!found.length && this.isStuck && this.picker.aimed) return; // the way to its button leads over other things
    const isEnd = found.every(({ on, path }) => path && on === id); // of several ways: the first is shown
    const [one = null] = found.length === 1 || isEnd ? found : found.filter(({ usual }) => usual);
    this.aimAt(one);
  }

  /** Points at an action; what is tried stays paid for as it is chosen. @param {Action | null} action */
  aimAt(action) {
    if (this.isBusy) return;
    if (this.trying) return this.foresee(action ?? this.picker.aimed);
    if (this.picker.aimed === action) return;
    this.picker.aimed = action;
    this.isStuck = false;
    if (action) this.missed = null;
    this.refresh();
  }

  /** Shows what a button would do; what is aimed at for good stays so. @param {Action | null} action */
  peek(action) {
    const { aimed } = this.picker;
    if (this.isStuck && aimed && !this.isBusy) this.foresee(action ?? aimed);
    else this.aimAt(action);
  }

  /** Marks what a hint would do, where that is one decision. @param {Action | null} action */
  pointAt(action) {
    this.picker.picks = [];
    this.picker.aimed = action;
    this.isStuck = action !== null;
    this.refresh();
  }

  /** Aims at an action as somebody else proposes it. @param {Action} action */
  propose(action) {
    if (action.ghost) this.picker.ghost = action.ghost;
    this.picker.picks = [];
    this.picker.aimed = action;
    this.settle(true);
  }

  /** Shows what is lit, picked and aimed at, on the board and in the dock. */
  refresh() {
    const { picker, laying } = this;
    const { scene, table } = this.page;
    const before = this.trying;
    if (scene) this.tryOut(scene);
    const { trying } = this;
    const hand = trying?.laying ?? laying;
    const marks = marksOf(picker, hand.wrong === null, trying?.picker.aimed ?? picker.aimed);
    this.board.follow(picker);
    this.board.mark({ ...marks, held: picker.isLaying() && scene ? laying.size(scene) : null });
    this.shelf.traces.plan(picker);
    this.step = this.nextStep();
    const question = questionOf(this.page);
    if (!scene || !table || !question) return;
    this.dock.show(question);
    if (picker.isLaying()) laying.show(scene);
    else trying?.laying.show(scene);
    const window = trying && trying !== before && this.board.inHand?.closest(".group");
    if (window) keepInView([window], this.dock.element);
    const { way } = this.shelf;
    const isWay = way && (!picker.aimed || picker.aimed.text === way.plies[0]);
    const isNowhere = picker.isLaying() && laying.wrong;
    this.foresee(isWay || isNowhere ? null : (picker.aimed ?? picker.begun()));
    if (isWay) this.board.preview(way.after, true); // all of it, and not its first deed
  }

  /** Shows on the table what an action would bring. @param {Action | null} action */
  foresee(action) {
    const { scene, known } = this.page;
    const part = !this.picker.aimed && !this.trying && action ? action.on : ""; // the rest depends on what is asked yet
    const then = this.trying?.text ?? "";
    if (scene) this.preview.show(action, { seat: scene.seat, head: known, part, then }, !this.isLaying());
  }

  /** Takes what is picked in hand to try it, or lets go of what was. @param {Scene} scene */
  tryOut(scene) {
    const found = Trying.of(scene, this.picker.picks);
    if (found?.piece !== this.trying?.piece) {
      this.drop();
      if (found) this.trying = new Trying(this.board, found.piece, found.own, this.tried.get(found.piece));
    }
    if (this.trying) this.aimToPay(this.trying);
  }

  /** What is tried is paid for as somebody says; until then by what hurts least. @param {Trying} trying */
  aimToPay(trying) {
    const { picker } = this;
    const ways = this.payments();
    picker.picks = [trying.piece];
    this.isStuck ||= !picker.aimed;
    const isMeant = (/** @type {Action} */ { text }) => text === (picker.aimed?.text ?? trying.meant);
    picker.aimed = ways.find(isMeant) ?? gentlest(ways);
    trying.meant ||= picker.aimed?.text ?? "";
  }

  /** Lets go of what is in hand; where it was tried is remembered. */
  drop() {
    this.trying = null;
    this.board.letGo();
  }

  /** What is asked now that something is picked; where nothing is left to ask, what was asked last. */
  nextStep() {
    const { picks } = this.picker;
    if (!picks.length) return null;
    const open = [...this.picker.lit().keys()].filter((id) => !picks.includes(id));
    const isIn = (/** @type {string} */ id, /** @type {string} */ homes) =>
      homes
        .split(" ")
        .some((home) => this.board.spot(id)?.made.closest(`.spots:is([data-group="${home}"], [data-word="${home}"])`));
    return (
      this.page.scene?.steps?.find(
        ({ on, picked }) =>
          (!picked || picks.includes(picked)) && !on === !open.length && open.every((id) => isIn(id, on)),
      ) ?? (open.length ? null : this.step)
    );
  }

  /** Puts back what is picked; where nothing is, the board that is pinned. */
  clear() {
    if (!this.picker.picks.length && !this.picker.aimed) this.board.opponents.pin(null);
    this.picker.clear();
    this.settle(this.isLaying());
  }

  /**
   * A click fell beside everything that can be done: what is picked is put back, and what glows shows itself.
   * @param {Element} home the group in which it fell
   */
  miss(home) {
    const isIdle = !this.picker.picks.length && !this.picker.aimed;
    if (!isIdle) this.clear();
    if (!isIdle || this.isLaying() || !this.picker.lit().size) return;
    this.missed = home;
    this.refresh();
    this.board.call();
  }

  /** @param {string} key @returns {boolean} whether it is printed on anything */
  press(key) {
    if (this.isBusy || (!settings.letters && /[a-z]/.test(key))) return false;
    const kind = this.board.keyed(key);
    if (kind && this.picker.isKind(kind)) {
      this.pick(kind, true);
      return true;
    }
    if (!this.picker.actions.some((action) => action.key?.toLowerCase() === key)) return false;
    const isThere = this.board.element.contains(document.activeElement);
    const { aimed, picks } = this.picker;
    const found = this.picker.press(key);
    const isAgain = this.isStuck && found === aimed;
    const isMeant = isAgain || !(found?.confirm || this.isBeside(picks)); // what asks again does so by keys, too
    if (found && this.isTried(found.on)) this.pick(found.on, false);
    else if (found && isMeant) this.page.act(found);
    else this.settle(true, this.picker.picks.at(-1));
    if (isThere && !this.isBusy) this.board.spot(this.picker.picks.at(-1) ?? "")?.made.focus({ preventScroll: true });
    return true;
  }

  /** @returns {boolean} whether there was anything to confirm */
  confirm() {
    if (this.page.ending.confirm()) return true;
    if (!this.picker.aimed || this.isBusy || this.laying.wrong) return false;
    this.page.act(this.picker.aimed);
    return true;
  }

  /** @param {(hand: Laying) => void} move @param {boolean} [aloud] */
  lay(move, aloud = true) {
    move(this.trying?.laying ?? this.laying);
    if (this.trying?.kept) this.tried.set(this.trying.piece, this.trying.kept);
    this.refresh();
    if (aloud) this.announcer.ask((this.trying?.picker ?? this.picker).aimed?.where);
  }

  /**
   * Offers what is rarely wanted of a place, and so never done by a plain click.
   * @param {string} id @returns {boolean} whether there is any
   */
  showQuiet(id) {
    const found = quietOn(this.picker, id);
    if (found.length) showRarelyWanted(this.board.spot(id)?.item.label ?? "", found, (action) => this.page.act(action));
    return found.length > 0;
  }
}
