/** The end at a table: the result takes the table's place when the last ply has come home; keys and what leads on. */

import { get } from "../net/api.js";
import { tell } from "../ui/announcements.js";
import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { isStill } from "./glide.js";
import { ResultView } from "./result.js";
import { share } from "./sharing.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { GameResult } from "../types.js" */
/** @import { Choice } from "./dock.js" */

const RIPE = 1000; // ms after the end in which presses and keys still mean what was asked before

export class Ending {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    /** @type {ResultView | null} */ this.view = null;
    /** What the view shows. @type {GameResult | null} */ this.shown = null;
    this.isLarge = false; // the table is, in place of the result
    this.wasPlayed = false; // it ended before the reader's eyes
    this.ripens = 0; // the timer of a result that was not there when a press was under way
    this.hasCounted = false;
    this.isRefused = false; // nobody told how it ended
    /** @type {Promise<void> | null} */ this.asked = null;
    this.element = el("div", { class: "end-place", hidden: true });
  }

  close() {
    clearTimeout(this.ripens);
    this.view?.close();
  }

  /** How it ended, once the game is over. */
  get result() {
    const { table } = this.page;
    return table?.stage === "over" ? table.result : null;
  }

  /** Whether it is still to be heard how the game ended; the page then asks anew. */
  isAwaited() {
    const { table } = this.page;
    if (table?.stage !== "over") this.isRefused = false;
    if (table?.stage !== "over" || table.result || this.isRefused) return false;
    this.asked ??= this.fetch().finally(() => {
      this.asked = null;
      this.page.asking.ask();
    });
    return true;
  }

  /** Asks how it ended, once: the line does not tell. */
  async fetch() {
    const found = await get(`/api/tables/${this.page.id}`).catch(() => null);
    const { table } = this.page;
    this.isRefused = found?.stage !== "over";
    if (table && !this.isRefused) table.result = found.result;
  }

  /** Shows the result, or the table while there is none. */
  settle() {
    const { result } = this;
    const { board } = this.page.asking;
    this.wasPlayed ||= !result;
    if (result && result !== this.shown) this.build(result);
    const isShown = Boolean(result) && !this.isLarge;
    this.element.hidden = !isShown;
    if (board.element.hidden === isShown) return;
    board.element.hidden = isShown;
    board.settle();
    if (isShown) scrollTo(0, 0);
  }

  /** @param {GameResult} result */
  build(result) {
    const { table, scene } = this.page;
    if (!table) return;
    this.view?.close();
    this.view = new ResultView(table, result, scene, (seat) => this.enlarge(seat));
    this.shown = result;
    if (this.wasPlayed && !this.hasCounted) {
      this.element.inert = true; // a press that was meant for the table
      this.ripens = setTimeout(() => {
        this.ripens = 0;
        this.element.inert = false;
        this.page.asking.refresh();
      }, RIPE);
    }
    this.element.replaceChildren(this.view.element);
    if (!this.hasCounted && !isStill()) this.view.bars.countUp();
    this.hasCounted = true;
    this.page.root.dispatchEvent(new Event("furnished", { bubbles: true })); // the bar says that it is over
  }

  /** Shows the whole table, with somebody's board beside one's own. @param {number | null} seat */
  enlarge(seat) {
    this.isLarge = true;
    this.settle();
    this.page.asking.refresh();
    if (seat !== null) this.page.asking.board.opponents.pin(seat);
    this.page.asking.board.element.scrollIntoView({ block: "start" });
  }

  /** The table large, and back. */
  toggle() {
    if (!this.isLarge) return this.enlarge(null);
    this.isLarge = false;
    this.settle();
    this.page.asking.refresh();
  }

  /** Sentence, reason, and what parted those with the same points. */
  get words() {
    const { result } = this;
    if (!result) return "";
    const parted = (result.ties ?? [])
      .map((tie) => tie.say)
      .filter((words) => words.replaceAll("*", "") !== result.why);
    return [result.say, result.why, ...parted].join(" ").replaceAll("*", "");
  }

  /** Goes through the rounds of the course. @param {number} by @returns {boolean} whether there are any to see */
  walk(by) {
    if (!this.result || this.isLarge || !this.view || !by) return false;
    tell(this.view.plot.walk(by));
    return true;
  }

  /**
   * Enter: plays again, but not by a press that was meant for the game.
   * @returns {boolean} whether it meant anything
   */
  confirm() {
    if (!this.result) return false;
    if (!this.ripens) this.again();
    return true;
  }

  again() {
    const { page } = this;
    const { table } = page;
    if (table && (table.yours.length || table.rematch)) page.sender.rematch(page.go);
  }

  replay() {
    this.page.go(`/replay/${this.page.id}?ply=0`);
  }

  /** What letters mean at the end. @returns {Record<string, () => void>} */
  commands() {
    if (!this.result) return {};
    return { r: () => this.ripens || this.replay(), t: () => this.ripens || this.toggle(), s: () => tell(this.words) };
  }

  /** What can be done after a game. @returns {Choice[]} */
  choices() {
    const { table } = this.page;
    if (!table) return [];
    const canPlay = table.yours.length > 0 || table.rematch;
    const again = {
      key: "rematch",
      words: table.rematch ? say("To the rematch") : say("Play again"),
      print: "↵",
      main: true,
      act: () => this.again(),
    };
    const large = {
      key: "result",
      words: say("Back to the result"),
      print: "T",
      main: !canPlay,
      act: () => this.ripens || this.toggle(),
    };
    const replay = { key: "replay", words: say("Replay"), picture: "ui-replay", act: () => this.replay() };
    const passOn = { key: "share", words: say("Share"), picture: "ui-link", act: () => share(table) };
    const offered = [...(canPlay ? [again] : []), ...(this.isLarge ? [large] : []), replay, passOn];
    return offered.map((one) => ({ ...one, early: this.ripens > 0 }));
  }
}
