/** Calls whoever does not look when it is their turn: title, words for ears once a turn, a sound, fresh turns in the log. */

import { tell, title } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { sound } from "../ui/sounds.js";
import { inSentences } from "./log.js";
import { plainPromptOf } from "./prompt.js";
import { isMine } from "./seats.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { RowShown } from "../types.js" */

const MANY = 8; // sentences that are read aloud at once

export class TurnAnnouncer {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.told = 0; // the last row of the log that was told
    this.seen = 0; // the last one that was there when I was asked
    this.wasMine = false;
    this.wasOver = false;
  }

  /** Says the turns of others that ended with a row, as it is shown. @param {RowShown} row */
  ended(row) {
    const sentences = this.news(row.seq);
    if (!sentences.length) return;
    this.told = row.seq;
    tell(sentences.join(" "));
  }

  /** The others' turns that were not told yet, in sentences. @param {number} upTo a row */
  news(upTo) {
    const { table, log } = this.page;
    const turns = log.ended(this.told, upTo).filter(({ seat }) => table && !(seat !== null && isMine(table, seat)));
    return turns.map(inSentences);
  }

  announce() {
    const { table, scene, log, known } = this.page;
    if (!table || !scene) return;
    const mine = this.page.mayAct();
    const isOver = table.stage === "over";
    const { result, words } = this.page.ending;
    const about = result ? `${result.say.replaceAll("*", "")} · ${table.title}` : table.title;
    title(mine ? say("Your turn: {game}", { game: table.title }) : about, mine);
    if (mine || isOver) {
      const sentences = isOver ? [] : this.news(known).slice(-MANY);
      tell([...sentences, plainPromptOf(table, scene), words].join(" ").trim());
      this.told = known;
      this.call(isOver, log.since(this.seen));
      this.seen = known;
    }
    this.wasMine = mine;
    this.wasOver = isOver;
  }

  /** A sound, and what is fresh in the log; not when somebody decides while I still do. @param {boolean} isOver @param {RowShown[]} news */
  call(isOver, news) {
    const { table, log } = this.page;
    const [own, others] = [true, false].map((is) =>
      news.some((row) => row.kind === "play" && table?.yours.includes(row.seat ?? -1) === is),
    );
    if (isOver && !this.wasOver && news.length) sound("end");
    else if (others && (own || !this.wasMine)) sound("turn");
    if (own || !this.wasMine) log.freshen(news);
  }
}
