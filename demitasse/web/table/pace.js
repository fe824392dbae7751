/** The plan of time: how long what others do may take, all of it together, between two turns of the reader. */

import { keep, settings } from "../ui/settings.js";

/** @typedef {"slow" | "usual" | "fast" | "once"} PaceName */

/** ms for all that happens between two turns of mine, and ms that one ply is looked at at most. */
export const PACES = {
  slow: { whole: 9000, ply: 1600 },
  usual: { whole: 4000, ply: 700 },
  fast: { whole: 1600, ply: 250 },
  once: { whole: 0, ply: 0 },
};
export const PACE_NAMES = /** @type {PaceName[]} */ (Object.keys(PACES));
const LEAST = 90; // ms; what would be seen for less is shown together with what comes after it
const SURE = 0.1; // of the whole plan, for a turn that comes when it is spent
const LIMIT = 1.3; // of the whole plan; what comes later still is shown at once

/** @returns {PaceName} */
export const chosenPace = () => (settings.pace in PACES ? /** @type {PaceName} */ (settings.pace) : "usual");

/** @param {PaceName} pace */
export const choosePace = (pace) => keep({ pace });

/** The next quicker pace, or the next slower one. @param {1 | -1} by @returns {PaceName} */
export const besidePace = (by) => PACE_NAMES[PACE_NAMES.indexOf(chosenPace()) + by] ?? chosenPace();

export class Pace {
  constructor() {
    this.spent = 0; // ms of the plan
    /** Since when its clock runs. @type {number | null} */ this.since = null;
    this.isShownAgain = false;
    this.late = 0; // ms that a step took beyond its time: drawing it, on a slow machine
    /** The turn that is shown, how many rows it had, and when it began. */
    this.turn = { number: -1, rows: 0, begun: 0 };
    this.wake = () => {};
  }

  /** The clock runs: something is shown, or a bot is waited for. */
  run() {
    this.since ??= performance.now();
  }

  /** The clock stands. */
  stand() {
    this.spent += this.since === null ? 0 : performance.now() - this.since;
    this.since = null;
  }

  /**
   * The reader is asked: what comes after it has a plan of its own.
   * @param {boolean} [isShownAgain] on demand, and so to be seen
   */
  begin(isShownAgain = false) {
    this.since = null;
    this.spent = 0;
    this.turn.number = -1;
    this.isShownAgain = isShownAgain;
  }

  /**
   * How many of the rows that wait are shown as one, and for how many ms: every turn has its share, by its rows.
   * @param {number} turn the first one's number @param {number} rows of that turn @param {number} waiting rows of all
   * @param {number} toCome turns of which nothing is known yet
   */
  next(turn, rows, waiting, toCome) {
    const { whole, ply } = PACES[this.isShownAgain && chosenPace() === "once" ? "usual" : chosenPace()];
    const gone = this.spent + (this.since === null ? 0 : performance.now() - this.since);
    if (gone >= LIMIT * whole) return { together: waiting, ms: 0 };
    if (this.turn.number !== turn) this.turn = { number: turn, rows, begun: gone };
    const share = ((whole - gone) * rows) / (waiting + toCome * this.turn.rows);
    const time = Math.max(1, share, this.turn.begun + SURE * whole - gone);
    const together = Math.min(rows, Math.ceil((rows * (LEAST + this.late)) / time));
    return { together, ms: Math.min(ply, Math.max(LEAST, (time * together) / rows - this.late)) };
  }

  /** Rests, until it is over or somebody is in a hurry. @param {number} ms @returns {Promise<void>} */
  rest(ms) {
    return new Promise((over) => {
      const timer = setTimeout(over, Math.max(0, ms));
      this.wake = () => {
        clearTimeout(timer);
        over();
      };
    });
  }
}
