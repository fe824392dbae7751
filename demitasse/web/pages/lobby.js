/** The first page: what this is, a table ready to sit down at, the games, the tables there are. */

import { constants } from "../constants.js";
import { callMe, get, post, whoAmI } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { levelName } from "../ui/bot-levels.js";
import { button, el, svg, symbol, use } from "../ui/elements.js";
import { say, sayn } from "../ui/language.js";
import { keep, settings } from "../ui/settings.js";
import { filePicker, refusal } from "./file-picker.js";
import { newTable } from "./new-table.js";
import { roundTable } from "./round-table.js";

/** @import { Games, GameShown, SeatAsked, Session, TableAsked, TableLine, TableShown } from "../types.js" */

const CHANCE = "random"; // a level that nobody wants to play with at once
const SOON = 500; // ms after which one is told why nothing is to be seen yet
const PHONE = 600; // px, as in lobby.css
const MOST = 12; // tables that are shown
const FIRST = 3; // on a phone, before one asks for more

export class LobbyPage {
  /** @param {HTMLElement} root @param {string} _ @param {(path: string) => void} go */
  constructor(root, _, go) {
    this.root = root;
    this.go = go;
    /** @type {Games} */ this.offer = { games: [], levels: {} };
    /** @type {Session} */ this.me = { person: null, name: "", csrf: "" };
    /** @type {TableLine[]} */ this.tables = [];
    this.timer = 0;
    this.isLeft = false;
    this.asksAll = innerWidth >= PHONE;
  }

  async open() {
    this.isLeft = false;
    [this.offer, this.me] = await Promise.all([get("/api/games"), whoAmI()]);
    this.tables = await get("/api/tables").catch(() => []);
    if (this.isLeft) return; // for another page, before this one was there
    this.show();
    this.timer = setInterval(() => this.look(), 8000);
  }

  close() {
    this.isLeft = true;
    clearInterval(this.timer);
  }

  async speak() {
    this.close();
    await this.open();
  }

  async look() {
    if (document.hidden || this.root.contains(document.activeElement)) return;
    const found = await get("/api/tables").catch(() => null);
    if (!found || JSON.stringify(found) === JSON.stringify(this.tables)) return;
    this.tables = found;
    this.show();
  }

  show() {
    const { games } = this.offer;
    const known = games.find((game) => game.name === settings.game);
    const quickest = [...games].sort((one, other) => one.minutes - other.minutes)[0];
    const calls = this.tables.filter(
      ({ stage, yours, waiting }) => stage === "playing" && yours.some((seat) => waiting.includes(seat)),
    );
    const cards = el("div", { class: "games" }, ...games.map((game) => this.gameCard(game)));
    this.root.replaceChildren(
      el(
        "div",
        { class: "hall" },
        this.welcome(),
        calls.length ? this.call(calls[0]) : this.ready(known ?? quickest),
        el("section", { class: "gameset", "aria-label": say("Games") }, cards),
        this.tableset(),
        this.ways(),
      ),
    );
  }

  welcome() {
    const hello = this.me.name
      ? say("Welcome back, {name}. Sit where you like.", { name: this.me.name })
      : say("Come in. Sit where you like.");
    const about = say(
      "Four café board games: with friends at an online table, around one screen, or against bots that wait for you.",
    );
    return el("section", { class: "hi" }, el("div", {}, el("h1", {}, hello), el("p", {}, about)), outlook());
  }

  /** @param {GameShown} game */
  ready(game) {
    const others = this.opponents(game);
    return el(
      "section",
      { class: "panel ready", "aria-label": say("A table is ready") },
      roundTable(
        [{ name: this.me.name || say("You"), kind: "person" }, ...others.map(() => ({ kind: "bot", name: "" }))],
        game.name,
      ),
      el(
        "div",
        {},
        el("h2", {}, say("A table is ready")),
        el(
          "p",
          {},
          sayn("{game} with one bot", "{game} with {n} bots", others.length, { game: game.title }),
          ` · ${levelName(this.level)}`,
        ),
        button(say("Sit down and play"), () => this.play(game), { class: "btn main", id: "sit-down" }),
      ),
    );
  }

  /** @param {TableLine} table */
  call(table) {
    return el(
      "section",
      { class: "panel ready", "aria-label": say("It is your turn") },
      roundTable(table.seats, table.game),
      el(
        "div",
        {},
        el("h2", {}, say("It is your turn")),
        el("p", {}, table.title),
        el("a", { class: "btn main", href: `/table/${table.id}` }, say("Go on playing")),
      ),
    );
  }

  /** @param {GameShown} game */
  gameCard(game) {
    const art = svg(
      "svg",
      { class: "art", viewBox: "0 0 280 128", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
      use(`art-${game.name}`, { width: 280, height: 128 }),
    );
    const seats =
      game.seats.length > 1
        ? say("{first}–{last}", { first: game.seats[0], last: game.seats.at(-1) ?? 0 })
        : `${game.seats[0]}`;
    return el(
      "article",
      { class: "game panel", "data-game": game.name },
      art,
      el(
        "div",
        { class: "body" },
        el("h2", {}, game.title),
        el(
          "p",
          { class: "facts" },
          [say("{seats} players", { seats }), game.minutes && say("{minutes} min", { minutes: game.minutes })]
            .filter(Boolean)
            .join(say(", ")),
        ),
        el("p", { class: "pitch" }, game.pitch ?? ""),
        el(
          "div",
          { class: "acts" },
          this.levels(game),
          button(say("New table"), () => this.set(game), { "data-new": game.name }, "ui-plus"),
        ),
        el(
          "p",
          { class: "more" },
          el("a", { href: `/guide/${game.name}` }, say("How to play")),
          " ",
          el("small", {}, game.credits),
        ),
      ),
    );
  }

  /** How good the bots are that one plays with: pressing one begins, the usual one first. @param {GameShown} game */
  levels(game) {
    const usual = this.level;
    const found = Object.entries(this.offer.levels).filter(([level]) => level !== CHANCE);
    const levels = found.sort(([a], [b]) => Number(b === usual) - Number(a === usual));
    const choices = levels.map(([level, title]) => {
      const given = { title, "data-level": level };
      const act = () => this.play(game, level);
      if (level !== usual) return button(levelName(level), act, given);
      const first = { ...given, class: "btn main", "data-play": game.name };
      return button(`${say("Play with bots")} · ${levelName(level)}`, act, first, "ui-bot");
    });
    return el("div", { class: "levels", role: "group", "aria-label": say("Play with bots") }, ...choices);
  }

  /** The bots one played with last. */
  get level() {
    return settings.level in this.offer.levels && settings.level !== CHANCE ? settings.level : constants.level;
  }

  tableset() {
    const shown = this.tables.slice(0, this.asksAll ? MOST : FIRST);
    const all = () => {
      this.asksAll = true;
      this.show();
    };
    return el(
      "section",
      { class: "tableset", "aria-label": say("In the room") },
      el("h2", {}, say("In the room")),
      shown.length
        ? el("div", { class: "tables" }, ...shown.map((table) => this.tableCard(table)))
        : el("p", { class: "empty" }, say("No tables yet. Yours would be the first.")),
      shown.length < Math.min(MOST, this.tables.length) && button(say("All tables"), all, { class: "btn all-tables" }),
    );
  }

  /** @param {TableLine} table */
  tableCard(table) {
    const mine = table.yours.length > 0;
    const stage = {
      open: say("waiting for players"),
      playing: say("playing"),
      over: say("finished"),
      damaged: say("damaged"),
    }[table.stage];
    const words =
      table.stage === "over"
        ? say("Look again")
        : mine
          ? say("Back to the table")
          : table.stage === "open"
            ? say("Sit down")
            : say("Watch");
    const link = table.stage === "over" && !mine ? `/replay/${table.id}` : `/table/${table.id}`;
    return el(
      "article",
      { class: "tbl panel" },
      roundTable(table.seats, table.game),
      el(
        "div",
        {},
        el("h3", {}, table.title),
        el(
          "p",
          {},
          `${stage} · ${table.seats
            .filter((seat) => seat.kind !== "open")
            .map((seat) => seat.name)
            .join(say(", "))}`,
        ),
      ),
      el("a", { class: `btn ${table.stage === "open" && !mine ? "choice" : ""}`, href: link }, words),
    );
  }

  /** A link that somebody gave, or its last letters, the code. */
  joining() {
    const code = el("input", { id: "code", maxlength: 200, placeholder: say("Link or code"), autocomplete: "off" });
    const outcome = el("div", { class: "outcome" });
    const join = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const id = code.value.match(/[0-9a-f]+(?=\W*$)/i)?.[0].toLowerCase();
      const found = id ? get(`/api/tables/${id}`) : Promise.reject(new Error(say("There is no such table.")));
      await found.then(
        () => this.go(`/table/${id}`),
        (problem) => outcome.replaceChildren(refusal(new Error(problem.message))),
      );
    };
    return way(
      "ui-qr",
      el("label", { for: "code" }, say("Have a link or a code?")),
      el("form", { class: "row", onsubmit: join }, code, el("button", { class: "btn" }, say("Join"))),
      outcome,
    );
  }

  /** The games, to be played by people who sit together. */
  together() {
    const games = this.offer.games.map((game) => button(game.title, () => this.set(game, "screen")));
    return way(
      "ui-swap",
      el("h3", {}, say("Around one screen")),
      el("p", {}, say("Pass the phone, or share the tablet.")),
      el("div", { class: "row" }, ...games),
    );
  }

  /** Asks who sits at a new table. @param {GameShown} game @param {string} [others] who else, at first */
  set(game, others) {
    newTable(game, this.offer, this.me, (asked) => this.place(asked), others);
  }

  ways() {
    const name = el("input", {
      id: "my-name",
      value: this.me.name ?? "",
      maxlength: constants.name,
      placeholder: say("Your name"),
      autocomplete: "nickname",
    });
    const rename = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!name.value.trim()) return;
      this.me = await callMe(name.value.trim()).catch((problem) => (note(problem.message), this.me));
      keep({ name: this.me.name });
      this.show();
    };
    const file = filePicker({
      id: "record",
      words: say("Choose a record"),
      accept: ".txt,text/plain",
      most: constants.record,
      read: (text) => this.upload(text),
    });
    return el(
      "aside",
      { class: "side", "aria-label": say("Other ways to play") },
      this.joining(),
      this.together(),
      way(
        "ui-person",
        el("label", { for: "my-name" }, say("What should others call you?")),
        el("form", { class: "row", onsubmit: rename }, name, el("button", { class: "btn" }, say("Save"))),
      ),
      way("ui-replay", el("h3", {}, say("A record of a game, to look at or to go on")), file),
    );
  }

  /** @param {GameShown} game @param {string} level @returns {SeatAsked[]} */
  opponents(game, level = this.level) {
    const most = game.seats[game.seats.length - 1];
    return Array(Math.min(2, most - 1)).fill({ kind: "bot", level });
  }

  /** @param {GameShown} game @param {string} [level] of the bots */
  async play(game, level = this.level) {
    keep({ level });
    await this.place({ game: game.name, seats: [{ kind: "me" }, ...this.opponents(game, level)] }).catch((problem) =>
      note(problem.message || say("The server does not answer.")),
    );
  }

  /** Sets a table and goes there. @param {TableAsked} asked @returns {Promise<TableShown>} */
  async place(asked) {
    keep({ game: asked.game || settings.game });
    const wait = say("The table is being set. The first time takes a little longer …");
    const slow = setTimeout(() => note(wait, 0), SOON);
    try {
      const table = /** @type {TableShown} */ (await post("/api/tables", asked));
      if (table.stage === "open" && !table.seats.some((seat) => seat.kind === "open"))
        await post(`/api/tables/${table.id}/start`, {});
      note("");
      this.go(asked.record && table.stage === "over" ? `/replay/${table.id}` : `/table/${table.id}`);
      return table;
    } finally {
      clearTimeout(slow);
    }
  }

  /**
   * A record that is over is shown from its end; another one goes on, with bots in the other chairs.
   * @param {string} record
   */
  async upload(record) {
    const table = await this.place({ record, seats: [{ kind: "me" }] });
    const words = { game: table.title, ply: table.ply };
    note(
      table.stage === "over"
        ? say("The record is read: {game}, a whole game of {ply} steps.", words)
        : say("The record is read: {game} goes on after {ply} steps.", words),
      9000,
    );
  }
}

/** A panel for another way to play. @param {string} icon @param {...Node} children */
const way = (icon, ...children) => el("div", { class: "panel" }, symbol(icon, "ico"), el("div", {}, ...children));

/** The window of the café, with a cup that steams on its sill. */
function outlook() {
  const steam = [0, 1, 2].map((k) => svg("path", { class: "steam", d: `M${220 + 9 * k} 62c-5-6 5-10 0-16s4-9 0-14` }));
  return svg(
    "svg",
    { class: "window", viewBox: "0 0 300 120", "aria-hidden": "true" },
    use("art-window", { width: 300, height: 120 }),
    ...steam,
  );
}
