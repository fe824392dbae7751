/** What an action would bring, shown before it is done: pieces as they would lie, numbers as they would be. */

import { get } from "../net/api.js";

/** @import { Action, Preview } from "../types.js" */
/** @import { Board } from "./board.js" */

/**
 * The moment, the place of which alone it is shown, and how what is taken would be laid then.
 * @typedef {{seat: number | null, head: number, part: string, then: string}} Now
 */

const REST = 70; // ms a pointer rests before anything is asked
const KEPT = 60; // answers

export class ActionPreview {
  /** @param {string} table @param {Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    /** @type {Map<string, Promise<Preview | null>>} */ this.known = new Map();
    /** @type {{action: Action} | null} */ this.wanted = null;
    this.timer = 0;
  }

  /**
   * Shows what an action would bring, after a rest; nothing for none.
   * @param {Action | null} action
   * @param {Now} now
   * @param {boolean} ghosts whether to draw the pieces too, beside the numbers
   */
  show(action, now, ghosts) {
    const isOther = this.wanted?.action !== action; // else what is taken is only laid elsewhere
    this.rest();
    if ((ghosts && isOther) || !action) this.clear();
    this.wanted = action && { action };
    if (action) this.timer = setTimeout(() => this.ask(action, now, ghosts), REST);
  }

  /** Takes everything back that was shown. */
  clear() {
    this.rest();
    this.board.preview(null, true);
  }

  /** Asks for nothing more, and leaves what is shown. */
  rest() {
    clearTimeout(this.timer);
    this.wanted = null;
  }

  /** What was true of another table or language. */
  forget() {
    this.known.clear();
  }

  /**
   * @param {Action} action
   * @param {Now} now
   * @param {boolean} ghosts
   */
  async ask({ text, on }, { seat, head, part, then }, ghosts) {
    const { wanted } = this;
    const [found, laid] = await Promise.all([
      this.find(head, { seat, text }),
      then && this.find(head, { seat, text, then }),
    ]);
    if (!found || this.wanted !== wanted) return;
    const home = this.board.spot(part)?.group;
    const pieces = found.pieces.filter(({ group }) => group === home);
    const whole = laid ? { ...laid, pieces: found.pieces, gone: found.gone } : found;
    this.board.preview(part ? /** @type {any} */ ({ pieces }) : whole, ghosts, on);
  }

  /** @param {number} head @param {{seat: number | null, text: string, then?: string}} asked */
  find(head, asked) {
    const key = `${head} ${JSON.stringify(asked)}`;
    if (this.known.size > KEPT) this.known.clear();
    if (!this.known.has(key))
      this.known.set(
        key,
        get(`/api/tables/${this.table}/preview`, asked).catch(() => null),
      );
    return this.known.get(key);
  }
}
