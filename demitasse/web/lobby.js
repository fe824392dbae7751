/** The first page: what this is, a table ready to sit down at, the games, the tables there are. */

import { callMe, get, post, whoAmI } from "./api.js";
import { filePicker } from "./file.js";
import { BOT } from "./levels.js";
import { button, el, svg, symbol, use } from "./make.js";
import { plan } from "./plan.js";
import { setUp } from "./setup.js";
import { keep, settings } from "./settings.js";
import { note } from "./voice.js";
import { say, sayn } from "./words.js";

const RECORD = 1_000_000; // bytes of a record, as the server reads them
const SOON = 500; // ms after which one is told why nothing is to be seen yet

export class LobbyPage {
  /** @param {HTMLElement} root @param {string} _ @param {(path: string) => void} go */
  constructor(root, _, go) {
    this.root = root;
    this.go = go;
    /** @type {any} */ this.offer = null;
    /** @type {any} */ this.me = null;
  }

  async open() {
    [this.offer, this.me] = await Promise.all([get("/api/games"), whoAmI()]);
    const tables = await get("/api/tables").catch(() => []);
    this.tables = tables;
    this.show();
    this.timer = setInterval(() => this.look(), 8000);
  }

  close() {
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
    const ready =
      games.find((/** @type {any} */ game) => game.name === settings.game) ??
      [...games].sort((one, other) => one.minutes - other.minutes)[0];
    const calls = this.tables.filter(
      (/** @type {any} */ table) =>
        table.stage === "playing" && table.yours.some((/** @type {number} */ seat) => table.waiting.includes(seat)),
    );
    this.root.replaceChildren(
      el(
        "div",
        { class: "hall" },
        el(
          "section",
          { class: "hi" },
          el(
            "div",
            {},
            el(
              "h1",
              {},
              this.me.name
                ? say("Welcome back, {name}. Sit where you like.", { name: this.me.name })
                : say("Come in. Sit where you like."),
            ),
            el(
              "p",
              {},
              say(
                "Four café board games: with friends at an online table, around one screen, or against bots that wait for you.",
              ),
            ),
          ),
          outlook(),
        ),
        calls.length ? this.call(calls[0]) : this.ready(ready),
        el(
          "section",
          { class: "gameset", "aria-label": say("Games") },
          el("div", { class: "games" }, ...games.map((/** @type {any} */ game) => this.game(game))),
        ),
        this.tableset(),
        this.ways(),
      ),
    );
  }

  /** @param {any} game */
  ready(game) {
    const others = this.opponents(game);
    return el(
      "section",
      { class: "panel ready", "aria-label": say("A table is ready") },
      plan(
        [{ name: this.me.name || say("You"), kind: "person" }, ...others.map(() => ({ kind: "bot", name: "" }))],
        game.name,
      ),
      el(
        "div",
        {},
        el("h2", {}, say("A table is ready")),
        el("p", {}, sayn("{game} with one bot", "{game} with {n} bots", others.length, { game: game.title })),
        button(say("Sit down and play"), () => this.play(game), { class: "btn main", id: "sit-down" }),
      ),
    );
  }

  /** @param {any} table */
  call(table) {
    return el(
      "section",
      { class: "panel ready", "aria-label": say("It is your turn") },
      plan(table.seats, table.game),
      el(
        "div",
        {},
        el("h2", {}, say("It is your turn")),
        el("p", {}, table.title),
        el("a", { class: "btn main", href: `/table/${table.id}` }, say("Go on playing")),
      ),
    );
  }

  /** @param {any} game */
  game(game) {
    const art = svg(
      "svg",
      { class: "art", viewBox: "0 0 280 128", "aria-hidden": "true", preserveAspectRatio: "xMidYMid slice" },
      use(`art-${game.name}`, { width: 280, height: 128 }),
    );
    const seats = game.seats.length > 1 ? `${game.seats[0]}–${game.seats.at(-1)}` : `${game.seats[0]}`;
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
            .join(", "),
        ),
        el("p", { class: "pitch" }, game.pitch ?? ""),
        el(
          "div",
          { class: "acts" },
          button(say("Play with bots"), () => this.play(game), { "data-play": game.name }, "ui-bot"),
          button(
            say("New table"),
            () => setUp(game, this.offer, this.me, (asked) => this.place(asked)),
            { "data-new": game.name },
            "ui-plus",
          ),
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

  tableset() {
    const shown = this.tables.slice(0, 12);
    return el(
      "section",
      { class: "tableset", "aria-label": say("In the room") },
      el("h2", {}, say("In the room")),
      shown.length
        ? el("div", { class: "tables" }, ...shown.map((/** @type {any} */ table) => this.table(table)))
        : el("p", { class: "empty" }, say("No tables yet. Yours would be the first.")),
    );
  }

  /** @param {any} table */
  table(table) {
    const mine = table.yours.length > 0;
    const stage = {
      open: say("waiting for players"),
      playing: say("playing"),
      over: say("finished"),
      damaged: say("damaged"),
    }[/** @type {"open"} */ (table.stage)];
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
      plan(table.seats, table.game),
      el(
        "div",
        {},
        el("h3", {}, table.title),
        el(
          "p",
          {},
          `${stage} · ${table.seats
            .filter((/** @type {any} */ seat) => seat.kind !== "open")
            .map((/** @type {any} */ seat) => seat.name)
            .join(", ")}`,
        ),
      ),
      el("a", { class: `btn ${table.stage === "open" && !mine ? "choice" : ""}`, href: link }, words),
    );
  }

  ways() {
    const name = el("input", {
      id: "my-name",
      value: this.me.name ?? "",
      maxlength: 40,
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
      most: RECORD,
      read: (text) => this.upload(text),
    });
    return el(
      "aside",
      { class: "side", "aria-label": say("Other ways to play") },
      el(
        "form",
        { class: "panel", onsubmit: rename },
        symbol("ui-person", "ico"),
        el(
          "div",
          {},
          el("label", { for: "my-name" }, say("What should others call you?")),
          el("div", { class: "row" }, name, el("button", { class: "btn" }, say("Save"))),
        ),
      ),
      el(
        "div",
        { class: "panel" },
        symbol("ui-replay", "ico"),
        el("div", {}, el("h3", {}, say("A record of a game, to look at or to go on")), file),
      ),
    );
  }

  /** @param {any} game */
  opponents(game) {
    const most = game.seats.at(-1);
    return Array(Math.min(2, most - 1)).fill(BOT);
  }

  /** @param {any} game */
  async play(game) {
    const seats = [{ kind: "me" }, ...this.opponents(game)];
    await this.place({ game: game.name, seats, options: {} }).catch((problem) =>
      note(problem.message || say("The server does not answer.")),
    );
  }

  /** Sets a table and goes there. @param {any} asked */
  async place(asked) {
    keep({ game: asked.game || settings.game });
    const slow = setTimeout(() => note(say("The table is being set. The first time takes a little longer …"), 0), SOON);
    try {
      const table = await post("/api/tables", asked);
      if (table.stage === "open" && !table.seats.some((/** @type {any} */ seat) => seat.kind === "open"))
        await post(`/api/tables/${table.id}/start`, {});
      note("");
      this.go(asked.record && table.stage === "over" ? `/replay/${table.id}` : `/table/${table.id}`);
      return table;
    } finally {
      clearTimeout(slow);
    }
  }

  /** A record that is over is shown from its end; another one goes on, with bots in the other chairs. @param {string} record */
  async upload(record) {
    const seats = (/^seats:(.*)$/m.exec(record)?.[1] ?? "|").split("|").length;
    const table = await this.place({
      record,
      seats: Array.from({ length: seats }, (_, k) => (k ? BOT : { kind: "me" })),
    });
    const words = { game: table.title, ply: table.ply };
    note(
      table.stage === "over"
        ? say("The record is read: {game}, a whole game of {ply} steps.", words)
        : say("The record is read: {game} goes on after {ply} steps.", words),
      9000,
    );
  }
}

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
