/** Follows what happens at a table: what the line tells is shown as the pace has it, and can be skipped and paused. */

import { get } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { closeSheet } from "../ui/sheet.js";
import { land } from "./glide.js";
import { handOver } from "./hand-over.js";
import { Pace, besidePace, choosePace } from "./pace.js";
import { RowQueue } from "./row-queue.js";
import { areBotsAwaited, hasConceded, isMine } from "./seats.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { Frame, Replay, RowShown, Scene, TurnShown } from "../types.js" */
/** @import { Choice } from "./dock.js" */
/** @import { PaceName } from "./pace.js" */

const DRAW = 300; // ms; what nobody decided is looked at for less

export class Following {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.pace = new Pace();
    this.rows = new RowQueue(
      page.log,
      this.pace,
      (row) => this.isOwn(row),
      (row, ms, rows) => this.show(row, ms, rows),
      () => this.rest(),
      () => this.toCome(),
    );
    this.wasLost = false;
  }

  /** Whether something is being shown. */
  get isBusy() {
    return this.rows.isBusy;
  }

  /** Whether something is being shown or soon will be: bots do not take their time, people do. */
  get isGoingOn() {
    const { table } = this.page;
    return this.isBusy || Boolean(table && areBotsAwaited(table));
  }

  /** @param {RowShown} row */
  isOwn(row) {
    const { table } = this.page;
    return Boolean(table && row.seat !== undefined && isMine(table, row.seat));
  }

  /** Takes in what the line tells. @param {Frame} frame */
  hear(frame) {
    if (frame.kind === "ping") return;
    const { page } = this;
    const was = page.table;
    if (frame.table) {
      const result = frame.table.stage === "over" && frame.table.head === was?.head ? was.result : null;
      page.table = { ...was, ...frame.table, scene: was?.scene ?? null, result };
    }
    page.talk.hear(frame.talk ?? []);
    if (was?.stage === "open" && page.table?.stage !== "open") page.refresh();
    else if (page.table?.stage === "open") page.build();
    else this.rows.hear(frame.rows ?? [], frame.head ?? 0);
    page.talk.attend();
    if (page.table) page.asking.board.opponents.tell(page.table);
  }

  /** Says so when the line goes and when it is back. @param {boolean} isOpen */
  line(isOpen) {
    if (isOpen && this.wasLost) note(say("The line is back. Nothing is lost."), 3000, true);
    else if (!isOpen && !this.wasLost) note(say("The line is gone for a moment. Trying again …"), 0);
    this.wasLost = !isOpen;
  }

  /**
   * Shows one row for so long, the last of some: its pieces glide, and its sentence stands in the dock.
   * @param {RowShown} row @param {number} ms @param {RowShown[]} rows
   */
  async show(row, ms, rows) {
    const { page } = this;
    const { asking } = page;
    const scene = /** @type {Scene} */ (row.scene);
    const { begun: era } = this.rows;
    const isTurned = await this.turnTo(scene);
    if (era !== this.rows.begun) return; // behind the curtain everything was fetched anew
    const wasAsked = asking.isAsked; // others decide while I do: that keeps nobody waiting
    const begun = performance.now();
    const scenes = [page.scene, ...rows.flatMap((each) => each.scene ?? [])];
    page.scene = scene;
    const isAsked = page.mayAct() && (wasAsked || !this.rows.queue.length);
    const time = wasAsked ? 0 : row.seat === undefined ? Math.min(ms, DRAW) : ms;
    if ((time || page.shelf.kind === "watch") && !isAsked) page.shelf.watch(row); // first: it takes room of the table
    const moved = asking.show(scene, !isTurned, time || undefined);
    if (isAsked) {
      asking.ask(); // what moves does not keep anybody from acting
      return;
    }
    asking.watch(row);
    if (!this.isOwn(row)) asking.bringTrail(page.shelf.traces.follow(scenes, row));
    asking.announcer.news();
    await moved;
    this.pace.late = Math.max(0, performance.now() - begun - time);
    await this.pace.rest(time - (performance.now() - begun));
  }

  /** Nothing is left to show: whoever is asked is asked; the clock runs on only while a bot is waited for. */
  rest() {
    const { table } = this.page;
    const isBots = table && areBotsAwaited(table);
    if (!isBots) this.pace.begin();
    if (!isBots || !table.yours.some((seat) => isMine(table, seat))) this.rows.settle();
    this.page.asking.ask();
  }

  /** How many others have a turn yet before the reader, of whom nothing was heard. */
  toCome() {
    const { table } = this.page;
    if (!table || table.waiting.some((seat) => isMine(table, seat))) return 0;
    const heard = [...this.rows.recent, ...this.rows.queue].map(({ seat }) => seat);
    return table.seats.filter((_, seat) => !isMine(table, seat) && !heard.includes(seat)).length;
  }

  /**
   * The table turns to another seat at this screen; where choices are hidden, a curtain falls between.
   * @param {Scene} next
   */
  async turnTo(next) {
    const { table, scene, asking } = this.page;
    if (!table || next.seat === scene?.seat) return false;
    if (next.seat !== null && table.yours.length > 1 && (next.secret || scene?.secret))
      await handOver(table.seats[next.seat].name, next.seat);
    closeSheet();
    asking.turn();
    return true;
  }

  // Hurry -----------------------------------------------------------------------------------------------------------

  /** Finishes the turn that is moving. */
  hurry() {
    land();
    this.rows.hurry();
  }

  /** Goes to what is asked now. */
  skip() {
    land();
    this.rows.skip();
  }

  pause() {
    this.rows.pause(!this.rows.isPaused);
    if (this.rows.shown) this.page.asking.watch(this.rows.shown);
  }

  /** @param {PaceName} pace */
  choose(pace) {
    choosePace(pace);
    this.pace.wake();
    this.page.shelf.refresh();
  }

  /** What a key means to who follows. @param {KeyboardEvent} event @returns {boolean} whether it means anything */
  press({ code, shiftKey }) {
    const { asking } = this.page;
    const isMoving = this.isGoingOn && !asking.isAsked;
    const found = {
      Space: isMoving && (() => this.skip()),
      Period: isMoving && (() => this.pause()),
      ShiftPeriod: () => this.choose(besidePace(1)),
      ShiftComma: () => this.choose(besidePace(-1)),
    }[`${shiftKey ? "Shift" : ""}${code}`];
    if (found) found();
    return Boolean(found);
  }

  /** What can be answered while others play. @returns {Choice[]} */
  ways() {
    const { table } = this.page;
    const isGoing = !this.rows.isPaused;
    return [
      {
        key: "skip",
        words: table?.yours.length && !hasConceded(table) ? say("Skip to my turn") : say("Skip to now"),
        print: say("Space"),
        picture: "ui-last",
        act: () => this.skip(),
      },
      {
        key: "pause",
        words: isGoing ? say("Pause") : say("Go on"),
        print: ".",
        picture: isGoing ? "ui-pause" : "ui-play",
        act: () => this.pause(),
      },
    ];
  }

  // Once more -------------------------------------------------------------------------------------------------------

  /** Shows turns once more, and then the table as it is. @param {TurnShown[]} turns */
  async again(turns) {
    const { page } = this;
    const { scene, known } = page;
    const { own, recent } = this.rows;
    if (!scene || this.isBusy || page.sender.isBusy) return;
    try {
      const [start, ...rows] = own?.scene && recent.length ? [own, ...recent] : await this.fetch(turns, scene);
      if (this.isBusy || page.sender.isBusy || page.known !== known) return; // the game has gone on meanwhile
      this.pace.begin(true);
      page.asking.state("watching");
      page.shelf.traces.walked.clear(); // nobody has gone anywhere yet
      page.scene = /** @type {Scene} */ (start.scene);
      page.asking.show(page.scene, false);
      this.rows.again([...rows, { ...rows[rows.length - 1], say: "", scene }]);
    } catch (problem) {
      note(problem instanceof Error ? problem.message : "");
    }
  }

  /**
   * The plies of turns as rows of a log that was not followed, and the moment before.
   * @param {TurnShown[]} turns @param {Scene} scene
   */
  fetch(turns, { seat: reader }) {
    const whose = new Map([[turns[0].first, turns[0]]]); // several may have had the same ply at once
    for (const turn of turns) for (let ply = turn.first + 1; ply <= turn.last; ply += 1) whose.set(ply, turn);
    const row = async (/** @type {number} */ ply, /** @type {TurnShown} */ { seat, turn }) => {
      const found = /** @type {Replay} */ (await get(`/api/tables/${this.page.id}/replay`, { ply, seat: reader }));
      const told = { seq: 0, kind: "play", text: "", ply, seat: seat ?? undefined, turn };
      return /** @type {RowShown} */ ({ ...told, say: found.say, scene: found.scene });
    };
    return Promise.all([...whose].map(([ply, turn]) => row(ply, turn)));
  }
}
