/** Carries decisions to the server: one at a time, sent again while the line is gone, and once more if others decided meanwhile. */

import { post, postSurely, Problem, Silence } from "./api.js";
import { note } from "../ui/announcements.js";
import { say } from "../ui/language.js";

/** @typedef {import("../types.js").Table} Table */

const LATE = 2500; // ms after which what was done is fetched, should the line not tell it

/**
 * What an errand needs to know of its page.
 * @typedef {{
 *   table: () => Table, known: () => number, refresh: () => Promise<void>, sending: () => void, failed: () => void, ask: () => void,
 *   stillMeant: (body: Record<string, any>) => boolean,
 * }} Home
 */

export class Errands {
  /** @param {string} id @param {Home} home */
  constructor(id, home) {
    this.id = id;
    this.home = home;
    this.isBusy = false; // until the next question is asked
    this.isSending = false;
    this.awaited = 0; // the row that the last errand became
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
    if (wasLost) note(say("The line is back. Nothing is lost."), 3000);
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
    if (turn ? table.restart : table.undo) this.send("undo", { turn, seat: table.seat ?? seat });
    else note(say("Nothing can be taken back now."), 3000);
  }

  /** Another game with the same people; begun at once where everybody else is a bot. @param {(path: string) => void} go */
  async rematch(go) {
    const made = this.home.table().rematch;
    if (made) return go(`/table/${made}`);
    const table = await postSurely(`/api/tables/${this.id}/rematch`, {}).catch((problem) => note(problem.message));
    if (!table?.id) return;
    const alone = table.seats.every(
      (/** @type {import("../types.js").Seat} */ seat) => seat.kind === "bot" || seat.yours,
    );
    if (table.stage === "open" && table.host && alone)
      await post(`/api/tables/${table.id}/start`).catch((problem) => note(problem.message));
    go(`/table/${table.id}`);
  }
}
