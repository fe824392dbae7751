/** Calls whoever does not look when it is their turn: title, words for ears, a sound, fresh lines in the log. */

import { ring, tell, title } from "../ui/announcements.js";
import { say } from "../ui/language.js";
import { plainPromptOf } from "./prompt.js";

/** @import { TablePage } from "../pages/table.js" */

const MANY = 8; // sentences that are read aloud at once

export class TurnAnnouncer {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.told = 0; // the last row of the log that was told
    this.wasMine = false;
  }

  announce() {
    const { table, scene, log, known } = this.page;
    if (!table || !scene) return;
    const news = log.since(this.told);
    const isMine = this.page.mayAct();
    const isOver = table.stage === "over";
    const { result, words } = this.page.ending;
    const about = result ? `${result.say.replaceAll("*", "")} · ${table.title}` : table.title;
    title(isMine ? say("Your turn: {game}", { game: table.title }) : about, isMine);
    if (isMine || isOver) {
      const sentences = news.slice(-MANY).map((row) => row.say);
      tell([...(isOver ? [] : sentences), plainPromptOf(table, scene), words].join(" ").trim());
      const [own, others] = [true, false].map((is) =>
        news.some((row) => row.kind === "play" && table.yours.includes(row.seat ?? -1) === is),
      );
      if (others && (own || !this.wasMine)) ring(); // not when somebody decides while I still do
      if (own || !this.wasMine) log.freshen(news);
      this.told = known;
    }
    this.wasMine = isMine;
  }
}
