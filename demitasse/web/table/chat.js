/** Who is at a table and what they say: a tool of the bar that counts, and the sheet that it opens. */

import { constants } from "../constants.js";
import { post, whoAmI } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { levelName } from "../ui/bot-levels.js";
import { button, el, symbol, tool } from "../ui/elements.js";
import { say, sayn } from "../ui/language.js";
import { keep, settings } from "../ui/settings.js";
import { openSheet } from "../ui/sheet.js";
import { sound } from "../ui/sounds.js";
import { isAway } from "./seats.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { SeatShown, TableShown, TalkShown } from "../types.js" */

const GONE = 4000; // ms after which somebody whose line is lost counts as gone
const SHOWN = 5000; // ms for which what is said stands above the table

/** @returns {Record<string, string>} */
const phrases = () => ({
  hello: say("Hello. Have a good game."),
  nice: say("Well played."),
  thanks: say("Thank you for the game."),
  oops: say("Oops."),
  moment: say("One moment, please."),
  bye: say("I have to go. See you."),
});

export class Talk {
  /** @param {TablePage} page */
  constructor(page) {
    this.page = page;
    this.known = 0; // the last line heard
    this.isNew = true; // what was said before one came is no news
    this.unread = 0;
    this.count = el("span", { class: "count", "aria-hidden": "true", hidden: true });
    this.tool = tool("ui-talk", say("Who is here, and what they say"), () => this.open(), { id: "talk" });
    this.tool.append(this.count);
    this.list = el("ol", { class: "talk", role: "log", "aria-label": say("What was said") });
    this.who = el("div", { class: "people" });
    this.ways = el("div", { class: "speak" });
    this.isOpen = false;
    /** Who was here when one looked last. @type {Map<number, boolean> | null} */ this.here = null;
    /** @type {string[]} */ this.watchers = [];
    this.me = "";
    whoAmI().then(
      (me) => (this.me = me.name),
      () => {},
    );
    /** @type {Map<number, number>} */ this.going = new Map();
  }

  /** The same in the language spoken now: everything is heard again. */
  anew() {
    this.close();
    return new Talk(this.page);
  }

  close() {
    for (const timer of this.going.values()) clearTimeout(timer);
  }

  // What is heard ---------------------------------------------------------------------------------------------------

  /** @param {TalkShown[]} lines */
  hear(lines) {
    for (const line of lines) {
      if (line.number <= this.known) continue;
      this.known = line.number;
      if (line.kind === "hint" || settings.talk) this.take(line, !this.isNew);
    }
    this.isNew = false;
  }

  /** @param {TalkShown} line @param {boolean} isNews */
  take(line, isNews) {
    const isMine = this.page.table?.yours.includes(line.seat ?? -1);
    this.add(said(line), `${line.kind} ${line.seat === null ? "" : `seat-${line.seat}`}`, named(line));
    if (!isNews || isMine) return;
    if (line.kind === "nudge" && this.isForMe(line)) sound("turn");
    if (this.isOpen) return; // the list says it
    note([named(line), said(line)].filter(Boolean).join(": "), SHOWN, line.kind !== "nudge");
    this.unread += 1;
    this.showCount();
  }

  /** @param {TalkShown} line */
  isForMe(line) {
    return line.text.split(" ").some((seat) => this.page.table?.yours.includes(Number(seat)));
  }

  /** @param {string} words @param {string} kind @param {string} [name] */
  add(words, kind, name = "") {
    this.list.append(el("li", { class: kind }, name && el("b", {}, name), " ", el("span", {}, words)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  showCount() {
    this.count.textContent = String(this.unread);
    this.count.hidden = !this.unread;
  }

  // Who is here -----------------------------------------------------------------------------------------------------

  /** Sees who has come and who has gone. */
  attend() {
    const { table } = this.page;
    if (!table) return;
    const people = table.seats.filter(({ kind, yours }) => kind === "person" && !yours);
    const come = table.watchers.filter((name) => name !== this.me && !this.watchers.includes(name));
    if (this.here === null) this.here = new Map(people.map(({ seat, connected }) => [seat, connected]));
    else for (const name of come) this.add(say("{name} watches.", { name }), "event");
    for (const seat of people) this.follow(seat);
    this.watchers = table.watchers;
    if (this.isOpen) this.show();
  }

  /** A line that is lost for a moment is nobody's going. @param {SeatShown} person */
  follow({ seat, name, connected }) {
    clearTimeout(this.going.get(seat));
    const was = this.here?.get(seat);
    if (connected && !was) this.add(say("{name} is here.", { name }), "event");
    if (connected) this.here?.set(seat, true);
    else if (was) this.going.set(seat, setTimeout(this.miss.bind(this), GONE, seat, name));
  }

  /** @param {number} seat @param {string} name */
  miss(seat, name) {
    this.here?.set(seat, false);
    const words = say("{name} has left the table.", { name });
    this.add(words, "event");
    if (this.page.table?.stage === "playing" && !this.isOpen) note(words, SHOWN, true);
  }

  // The sheet -------------------------------------------------------------------------------------------------------

  open() {
    const { table } = this.page;
    if (!table) return;
    this.isOpen = true;
    this.unread = 0;
    this.showCount();
    this.show();
    openSheet(
      say("At this table"),
      el("div", { class: "at-table" }, this.who, this.list, this.ways),
      () => (this.isOpen = false),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }

  show() {
    const table = /** @type {TableShown} */ (this.page.table);
    this.who.replaceChildren(
      el("ul", { class: "chairs" }, ...table.seats.map((seat) => chair(seat, table))),
      watching(table),
    );
    const key = JSON.stringify([table.yours.length > 0, table.chat, this.isWaiting(table)]);
    if (this.ways.dataset.sign === key) return; // one may be writing there
    this.ways.dataset.sign = key;
    this.ways.replaceChildren(...this.waysToSpeak(table));
  }

  /** Whether the table waits for somebody else. @param {TableShown} table */
  isWaiting(table) {
    return table.waiting.some((seat) => table.seats[seat].kind === "person" && !table.yours.includes(seat));
  }

  /** @param {TableShown} table @returns {Node[]} */
  waysToSpeak(table) {
    const listens = el("input", {
      type: "checkbox",
      checked: settings.talk,
      onchange: () => keep({ talk: listens.checked }),
    });
    const off = el("label", { class: "tick" }, listens, el("span", {}, say("Show me what others say")));
    if (!table.yours.length) return [off];
    const nudge = button(say("Nudge"), () => this.send({ kind: "nudge" }), { id: "nudge" }, "ui-clock");
    const first = this.isWaiting(table) ? [nudge] : [];
    if (!table.chat) return [...first, el("p", {}, say("The host has turned talking off.")), off];
    return [el("div", { class: "row" }, ...first, ...this.phrases()), this.form(), off];
  }

  phrases() {
    const words = phrases();
    return constants.phrases.map((name) =>
      button(words[name] ?? name, () => this.send({ kind: "phrase", text: name }), { "data-phrase": name }),
    );
  }

  form() {
    const words = el("input", {
      id: "words",
      maxlength: constants.talk,
      "aria-label": say("Say something"),
      placeholder: say("Say something"),
      autocomplete: "off",
    });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (words.value.trim() && (await this.send({ kind: "words", text: words.value }))) words.value = "";
    };
    return el("form", { class: "row", onsubmit: submit }, words, el("button", { class: "btn" }, say("Send")));
  }

  /**
   * @param {{kind: "words" | "phrase" | "nudge", text?: string}} asked
   * @returns {Promise<boolean>} whether it was heard
   */
  send(asked) {
    return post(`/api/tables/${this.page.id}/talk`, asked).then(
      () => true,
      (problem) => (note(problem.message), false),
    );
  }
}

/** Who says it; what is told of somebody begins with their name. @param {TalkShown} line */
const named = ({ kind, name }) => (kind === "words" || kind === "phrase" ? name : "");

/** @param {TalkShown} line */
const said = ({ kind, name, text }) =>
  ({
    words: () => text,
    phrase: () => phrases()[text] ?? text,
    nudge: () => say("{name} waits for an answer.", { name }),
    hint: () => say("{name} has asked for a hint.", { name }),
  })[kind]();

/** @param {SeatShown} seat @param {TableShown} table */
function chair(seat, table) {
  const sign = seat.kind === "bot" ? symbol("ui-bot", "ico") : seat.kind === "open" ? "+" : seat.name.slice(0, 1);
  return el(
    "li",
    { class: `chair seat-${seat.seat} ${seat.kind}` },
    el("span", { class: "dot", "aria-hidden": "true" }, sign),
    el("span", {}, seat.kind === "open" ? say("free") : seat.name, el("small", {}, ` ${stateOf(seat, table)}`)),
  );
}

/** What is to be known of who sits there. @param {SeatShown} seat @param {TableShown} table */
function stateOf(seat, table) {
  const { kind, level, yours, connected, conceded } = seat;
  if (kind === "open") return "";
  const bot = level ? say("bot, {level}", { level: levelName(level) }) : "";
  if (conceded) return [say("has given up"), bot].filter(Boolean).join(" · ");
  if (kind === "bot") return bot;
  if (yours) return [say("(you)"), bot].filter(Boolean).join(" · ");
  if (isAway(seat, table)) return [say("away"), bot].filter(Boolean).join(" · ");
  return connected ? say("here") : "";
}

/** @param {TableShown} table */
function watching(table) {
  if (!table.watching) return el("p", {}, say("Nobody watches."));
  const more = table.watching - table.watchers.length;
  const others = more > 0 ? [sayn("one more", "{n} more", more)] : [];
  return el(
    "p",
    {},
    symbol("ui-spectator", "ico"),
    say("Watching: {names}", { names: [...table.watchers, ...others].join(say(", ")) }),
  );
}
