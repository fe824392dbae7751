/** Calls whoever does not look: title, words for ears (what happened, what is asked, what picks change), sounds. */

import { tell, title } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { sound } from "../ui/sounds.js";
import { questionOf } from "./dock-content.js";
import { plainPromptOf } from "./prompt.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { RowShown } from "../types.js" */

export class TurnAnnouncer {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.told = 0; // the last row of the log that was told
    this.seen = 0; // the last one that was there when I was asked
    this.wasMine = false;
    this.wasOver = false;
    /** Question and consequence as they were said last. @type {string[]} */ this.asked = [];
  }

  /** Says what the log has told since the last time. */
  news() {
    const { log } = this.page;
    tell(...log.told(this.told));
    this.told = log.rows.at(-1)?.seq ?? this.told;
  }

  /** Says what is asked, or what of it has changed; what was picked comes first. @param {string} [picked] */
  ask(picked = "") {
    const { ask = "", so = "" } = questionOf(this.page, true) ?? {};
    const asked = [ask.replaceAll("*", ""), so];
    tell(picked, ...asked.filter((words, k) => words !== this.asked[k]));
    this.asked = asked;
  }

  /** @param {boolean} isSame whether that was asked before */
  announce(isSame) {
    const { table, scene, log, known } = this.page;
    if (!table || !scene) return;
    const mine = this.page.mayAct();
    const isOver = table.stage === "over";
    const { result, words } = this.page.ending;
    const about = result ? `${result.say.replaceAll("*", "")} · ${table.title}` : table.title;
    title(mine ? say("Your turn: {game}", { game: table.title }) : about, mine);
    this.news();
    // who gives up leaves a question behind that nobody is asked any more
    const over = scene.actor === null ? plainPromptOf(table, scene) : say("The game is over.");
    if (isOver && !this.wasOver) tell(`${over} ${words}`);
    if (mine && !isSame) {
      this.asked = [];
      this.ask();
    }
    if (mine || isOver) {
      this.call(isOver, log.since(this.seen));
      this.seen = known;
    }
    this.wasMine = mine;
    this.wasOver = isOver;
  }

  /**
   * A sound, and what is fresh in the log; not when somebody decides while I still do.
   * @param {boolean} isOver @param {RowShown[]} news
   */
  call(isOver, news) {
    const { table, log } = this.page;
    const [own, others] = [true, false].map((is) =>
      news.some((row) => row.kind === "play" && table?.yours.includes(row.seat ?? -1) === is),
    );
    if (isOver && !this.wasOver && news.length) sound("end");
    else if (others && (own || !this.wasMine)) sound("turn");
    const mine = table?.yours.length === 1 ? table.yours[0] : null; // around one screen it is news to the next
    if (own || !this.wasMine) log.freshen(news.filter(({ seat }) => mine === null || seat !== mine));
  }
}
