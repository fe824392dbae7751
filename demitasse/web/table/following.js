/** Follows what happens at a table: what the line tells is shown row by row, with a rest to look at each. */

import { note } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { isStill } from "./glide.js";
import { handOver } from "./hand-over.js";
import { RowQueue } from "./row-queue.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { Frame, RowShown, Scene } from "../types.js" */

const REST = 320; // ms another's ply is looked at before the next

export class Following {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.rows = new RowQueue(
      page.log,
      (row) => this.show(row),
      () => page.asking.ask(),
    );
    this.wasLost = false;
  }

  /** Whether something is being shown. */
  get isBusy() {
    return this.rows.isBusy;
  }

  /** Takes in what the line tells. @param {Frame} frame */
  hear(frame) {
    if (frame.kind === "ping") return;
    const { page } = this;
    const was = page.table;
    if (frame.table) page.table = { ...was, ...frame.table, scene: was?.scene ?? null };
    page.talk.hear(frame.talk ?? []);
    if (was?.stage === "open" && page.table?.stage !== "open") page.refresh();
    else if (page.table?.stage === "open") page.build();
    else this.rows.hear(frame.rows ?? [], frame.head ?? 0);
    page.talk.attend();
    page.asking.board.opponents.tell(page.table?.seats ?? []);
  }

  /** Says so when the line goes and when it is back. @param {boolean} isOpen */
  line(isOpen) {
    if (isOpen && this.wasLost) note(say("The line is back. Nothing is lost."), 3000);
    else if (!isOpen && !this.wasLost) note(say("The line is gone for a moment. Trying again …"), 0);
    this.wasLost = !isOpen;
  }

  /** Shows one row: its pieces glide, and its sentence stands in the dock. @param {RowShown} row */
  async show(row) {
    const { page } = this;
    const scene = /** @type {Scene} */ (row.scene);
    await this.handOver(scene);
    page.scene = scene;
    const moved = page.asking.show(scene);
    if (!this.rows.queue.length && page.mayAct()) {
      page.asking.ask(); // what moves does not keep anybody from acting
      return;
    }
    page.asking.watch(row.say);
    await moved;
    const isMine = row.seat !== undefined && page.table?.yours.includes(row.seat);
    if (!isMine && !this.rows.isHurried && !isStill() && !document.hidden)
      await new Promise((wake) => setTimeout(wake, REST));
  }

  /** Between two people at one screen the table is hidden where choices are. @param {Scene} next */
  async handOver(next) {
    const { table, scene } = this.page;
    if (!table || next.seat === scene?.seat || next.seat === null || table.yours.length < 2) return;
    if (next.secret || scene?.secret) await handOver(table.seats[next.seat].name, next.seat);
  }
}
