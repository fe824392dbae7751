/** The rows of the log that wait to be shown one by one; many at once, or a hurry, are not. */

/** @import { RowShown } from "../types.js" */
/** @import { Log } from "./log.js" */

const MANY = 10; // rows at once that are not played one by one

export class RowQueue {
  /** @param {Log} log @param {(row: RowShown) => Promise<void>} step shows one row @param {() => void} done */
  constructor(log, step, done) {
    this.log = log;
    this.step = step;
    this.done = done;
    this.known = 0; // the last row heard of
    /** @type {RowShown[]} */ this.queue = [];
    this.isBusy = false;
    this.isHurried = false;
  }

  /** Everything up to a row is shown. @param {RowShown[]} rows @param {number} head */
  begin(rows, head) {
    this.known = head;
    this.queue = [];
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

  /** Somebody wants to act: what is left is shown at once. */
  hurry() {
    this.isHurried = this.isBusy;
  }

  async drain() {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.queue.length) {
      const row = /** @type {RowShown} */ (this.queue.shift());
      this.log.add(row);
      const skip = this.queue.length > MANY || (this.isHurried && this.queue.length > 0);
      if (row.scene && !(skip && this.queue.some((later) => later.scene))) await this.step(row);
    }
    this.isBusy = false;
    this.isHurried = false;
    this.done();
  }
}
