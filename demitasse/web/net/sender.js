/** Sends decisions: one at a time, again while the line is gone, once more if others decided meanwhile. */

import { note } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { post, postSurely, Problem, Silence, surely } from "./api.js";

/** @import { SeatShown, TableShown } from "../types.js" */

const LATE = 2500; // ms after which what was done is fetched, should the line not tell it

/**
 * The page that sends.
 * @typedef {object} Home
 * @property {() => TableShown} table
 * @property {() => number} known the last row of the log heard of
 * @property {() => Promise<void>} refresh
 * @property {() => void} sending is told that something is under way
 * @property {() => void} failed is told that it did not arrive
 * @property {() => void} ask what is to be done next
 * @property {(body: Record<string, any>) => boolean} stillMeant whether what was refused could be done now
 */

export class Sender {
  /** @param {string} id @param {Home} home */
  constructor(id, home) {
    this.id = id;
    this.home = home;
    this.isBusy = false; // until the next question is asked
    this.isSending = false;
    this.awaited = 0; // the row that what was sent last became
  }

  /** Whether the next question may be asked: what was under way is answered and seen here. */
  release() {
    if (this.isSending || this.home.known() < this.awaited) return false;
    this.isBusy = false;
    return true;
  }

  /** @param {string} what plays or undo @param {Record<string, any>} body */
  async send(what, body) {
    if (this.isBusy) return;
    this.isBusy = this.isSending = true;
    this.home.sending();
    let done;
    let wasLost = false;
    const lost = () => {
      wasLost = true;
      note(say("The line is gone for a moment. Your move is sent again."), 0);
    };
    try {
      done = await postSurely(`/api/tables/${this.id}/${what}`, { seq: this.home.table().head, ...body }, lost);
    } catch (problem) {
      this.isSending = false;
      this.home.failed();
      await this.refused(problem, what, body);
      return;
    }
    if (wasLost) note(say("The line is back. Nothing is lost."), 3000, true);
    const table = this.home.table();
    table.head = Math.max(table.head, done.head);
    this.awaited = done.seq;
    this.isSending = false;
    this.home.ask(); // the line may have told it before the answer came
    setTimeout(() => this.home.known() < this.awaited && this.home.refresh().catch(() => {}), LATE);
  }

  /** @param {unknown} problem @param {string} what @param {Record<string, any>} body */
  async refused(problem, what, body) {
    if (problem instanceof Problem && problem.type === "stale") {
      await this.home.refresh();
      if (what === "plays" && this.home.stillMeant(body)) await this.send(what, body); // others decided meanwhile
      return;
    }
    note(
      problem instanceof Silence
        ? say("The server does not answer. Your move has not arrived; try again.")
        : problem instanceof Error
          ? problem.message
          : "",
    );
    if (problem instanceof Problem) await this.home.refresh();
  }

  /** @param {boolean} turn the whole turn @param {number | null | undefined} seat */
  undo(turn, seat) {
    const table = this.home.table();
    if (turn ? table.restart : table.undo) this.send("undo", { turn, seat: table.undo_seat ?? seat });
    else if (!table.undo_allowed) note(say("Nothing is taken back at this table."), 3000);
    else if (table.stage === "over") note(say("The game is over: nothing is taken back any more."), 3000);
    else note(say("Nothing of yours can be taken back: others have seen it, or something was drawn."), 4000);
  }

  /**
   * Another game with the same people; begun at once where everybody else is a bot.
   * @param {(path: string) => void} go
   */
  async rematch(go) {
    const made = this.home.table().rematch;
    if (made) return go(`/table/${made}`);
    const table = await postSurely(`/api/tables/${this.id}/rematch`, {}).catch((problem) => note(problem.message));
    if (!table?.id) return;
    const alone = table.seats.every((/** @type {SeatShown} */ seat) => seat.kind === "bot" || seat.yours);
    if (table.stage === "open" && table.host && alone)
      await surely(() => post(`/api/tables/${table.id}/start`)).catch((problem) => note(problem.message));
    go(`/table/${table.id}`);
  }
}
