/** The rows of the log that wait to be shown, one by one as the pace has it; a hurry shows a turn or all at once. */

import { isStill } from "./glide.js";
import { chosenPace, PACES } from "./pace.js";

/** @import { RowShown } from "../types.js" */
/** @import { Log } from "./log.js" */
/** @import { Pace } from "./pace.js" */

const NONE = { seq: 0 };
const FEW = 3; // plies of one's own that are shown one by one as slowly as one made them
const OWN = 2400; // ms at most for all of more, that were said at once

export class RowQueue {
  /**
   * @param {Log} log
   * @param {Pace} pace
   * @param {(row: RowShown) => boolean} isOwn whether the reader did it: that is shown without delay
   * @param {(row: RowShown, ms: number, rows: RowShown[]) => Promise<void>} step shows the last of rows for so long
   * @param {() => void} done
   * @param {() => number} toCome how many turns others have yet that are not among the rows
   */
  constructor(log, pace, isOwn, step, done, toCome) {
    this.log = log;
    this.pace = pace;
    this.isOwn = isOwn;
    this.step = step;
    this.done = done;
    this.toCome = toCome;
    this.known = 0; // the last row heard of
    this.begun = 0; // how often everything was fetched anew
    /** @type {RowShown[]} */ this.queue = [];
    /** What others did after the reader's last ply. @type {RowShown[]} */ this.recent = [];
    /** The reader's last ply. @type {RowShown | null} */ this.own = null;
    this.said = 0; // how many plies the reader said at once
    /** The row that is shown now. @type {RowShown | null} */ this.shown = null;
    /** The turn whose rest is shown at once. @type {number | null} */ this.hurried = null;
    this.isSkipping = false; // to the reader's question
    this.isPaused = false;
    this.isBusy = false;
    this.release = () => {};
  }

  /** Everything up to a row is shown. @param {RowShown[]} rows @param {number} head */
  begin(rows, head) {
    this.known = head;
    this.queue = [];
    this.said = 0;
    this.begun += 1;
    this.settle();
    this.recent = [];
    this.own = null;
    this.log.set(rows.filter((row) => row.seq <= head));
  }

  /** @param {RowShown[]} rows @param {number} [head] */
  hear(rows, head = 0) {
    for (const row of rows) {
      if (row.seq <= this.known) continue;
      this.known = row.seq;
      this.queue.push(row);
    }
    this.known = Math.max(this.known, head);
    if (this.queue.length) this.drain();
    else if (!this.isBusy) this.done();
  }

  /** Shows rows that were shown before, and then the last of them for good. @param {RowShown[]} rows */
  again(rows) {
    this.queue.unshift(...rows);
    this.drain();
  }

  /** The turn that moves is finished at once. */
  hurry() {
    if (!this.isBusy || this.isPaused) return;
    this.hurried = this.shown?.turn ?? null;
    this.pace.wake();
  }

  /** All that waits is shown at once, and what comes before the reader is asked. */
  skip() {
    this.isSkipping = true;
    this.pause(false);
    this.pace.wake();
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) this.pace.stand();
    else this.release();
  }

  /** The reader is asked: nothing is in a hurry, or stands still. */
  settle() {
    this.isSkipping = false;
    this.pause(false);
  }

  async drain() {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.queue.length) {
      while (this.isPaused) await new Promise((go) => (this.release = () => go(undefined)));
      if (!this.queue.length) break; // everything was fetched anew meanwhile
      this.pace.run();
      const { rows, ms } = this.take();
      for (const row of rows) this.note(row);
      this.shown = rows.findLast((row) => row.scene) ?? null;
      if (this.shown) await this.step(this.shown, ms, rows);
    }
    this.isBusy = false;
    this.hurried = null;
    this.done();
  }

  /** @param {RowShown} row */
  note(row) {
    if (row.seq <= (this.recent.at(-1) ?? this.own ?? NONE).seq) return; // it is shown again
    this.log.add(row);
    if (this.isOwn(row)) {
      this.own = row;
      this.recent = [];
    } else if (row.scene) this.recent.push(row);
  }

  /**
   * How many ms one of the reader's own plies is shown that were said at once; 0: as long as its pieces glide.
   * @param {number} next which row is not the reader's; −1: none
   */
  ownTime(next) {
    const left = next < 0 ? this.queue.length : next;
    this.said = Math.max(this.said, left);
    const time = this.said > FEW ? Math.min(OWN, PACES[chosenPace()].whole) / this.said : 0;
    if (left <= 1) this.said = 0;
    return isStill() ? 0 : time;
  }

  /** The rows that are shown next, as one. */
  take() {
    const { queue } = this;
    const [first] = queue;
    if (!this.isOwn(first)) this.said = 0;
    if (this.isSkipping || document.hidden) return { rows: queue.splice(0), ms: 0 };
    const other = queue.findIndex((row) => row.turn !== first.turn);
    const alike = other < 0 ? queue.length : other; // rows of the same turn
    if (this.hurried !== null && first.turn === this.hurried) return { rows: queue.splice(0, alike), ms: 0 };
    if (this.isOwn(first))
      return { rows: queue.splice(0, 1), ms: this.ownTime(queue.findIndex((row) => !this.isOwn(row))) };
    const { together, ms } = this.pace.next(first.turn ?? 0, alike, queue.length, this.toCome());
    return { rows: queue.splice(0, together), ms };
  }
}
