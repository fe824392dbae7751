/** What an action would bring, shown before it is done: pieces as they would lie, numbers as they would be. */

import { get } from "../net/api.js";

/** @import { Action, Preview } from "../types.js" */
/** @import { Board } from "./board.js" */

/**
 * @typedef {{seat: number | null, head: number, part: string}} Now the moment, and the place of which alone it is shown
 */

const REST = 70; // ms a pointer rests before anything is asked
const KEPT = 60; // answers

export class ActionPreview {
  /** @param {string} table @param {Board} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    /** @type {Map<string, Promise<Preview | null>>} */ this.known = new Map();
    /** @type {Action | null} */ this.wanted = null;
    this.timer = 0;
  }

  /**
   * Shows what an action would bring, after a rest; nothing for none.
   * @param {Action | null} action
   * @param {Now} now
   * @param {boolean} ghosts whether to draw the pieces too, beside the numbers
   */
  show(action, now, ghosts) {
    this.rest();
    if (ghosts || !action) this.clear();
    this.wanted = action;
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
  async ask(action, { seat, head, part }, ghosts) {
    const key = `${head} ${action.text}`;
    if (!this.known.has(key)) {
      if (this.known.size > KEPT) this.known.clear();
      this.known.set(
        key,
        get(`/api/tables/${this.table}/preview`, { seat, text: action.text }).catch(() => null),
      );
    }
    const found = await this.known.get(key);
    if (!found || this.wanted !== action) return;
    const home = this.board.spot(part)?.group;
    const pieces = found.pieces.filter(({ group }) => group === home);
    this.board.preview(part ? /** @type {any} */ ({ pieces }) : found, ghosts);
  }
}
