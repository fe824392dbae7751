/** The shelf beside the table, one thing at a time: what others did since my last turn, what is going on, a hint. */

import { tell } from "../ui/announcements.js";
import { el, symbol, written } from "../ui/elements.js";
import { say, sayn } from "../ui/language.js";
import { settings } from "../ui/settings.js";
import { isPhone, TABLET } from "./arrangement.js";
import { shareOf, takeWay, wayInWords } from "./hint.js";
import { inSentences } from "./log.js";
import { chosenPace, PACE_NAMES } from "./pace.js";
import { pacesOf } from "./pace-choice.js";
import { phrase } from "./phrase.js";
import { keepInView } from "./scroll.js";
import { areBotsAwaited, isMine } from "./seats.js";
import { Traces } from "./traces.js";

/** @import { TablePage } from "../pages/table.js" */
/** @import { ReasonShown, RowShown, TurnShown, WayShown } from "../types.js" */
/** @import { Board } from "./board.js" */
/** @import { Child } from "../ui/elements.js" */

/** @typedef {"" | "since" | "watch" | "hint"} Kind */

const MOST = 4; // cards
const LINES = [99, 6, 5, 4, 3, 2]; // of each that a desk shows, where there is no room for all of it
// the last word, with what parts it from the one before: signs of Japanese stand alone
const LAST = /[\s,、]*(?:[\u3040-\u30ff\u4e00-\u9fff]|[^\s\u3040-\u30ff\u4e00-\u9fff]+)$/;
const NAME = 9; // letters of a name beside what is cut
const RIPE = 800; // ms after which a hint can be taken: a press that was under way when it came means something else

export class Shelf {
  /** @param {TablePage} page @param {Board} board */
  constructor(page, board) {
    this.page = page;
    this.board = board;
    this.traces = new Traces(board);
    /** @type {Kind} */ this.kind = "";
    /** @type {TurnShown[]} */ this.turns = [];
    /** @type {WayShown[]} */ this.ways = [];
    /** The row that is watched. @type {RowShown | undefined} */ this.row = undefined;
    this.chosen = -1; // which card is pressed
    this.isOpen = false; // unfolded over a phone's table
    this.folded = ""; // what the reader has put away
    this.isBrief = false; // what others did is told in few words, for want of room
    this.ripens = 0; // the timer of a hint that came just now
    this.title = el("h2");
    this.cap = el("span", { class: "cap" });
    this.paces = pacesOf(say("Pace of the others"), PACE_NAMES, (pace) => page.following.choose(pace));
    this.more = mini("more", "ui-log", "", () => page.showLog());
    this.replay = mini("again", "ui-replay", say("Show again"), () => page.following.again(this.turns));
    this.closing = mini("fold", "ui-close", "", () => this.putAway());
    this.list = el("ol", { class: "did" });
    this.opening = el("button", { type: "button", class: "unfold", "aria-expanded": "false" });
    this.opening.onclick = () => this.unfold();
    this.element = el(
      "section",
      { class: "shelf panel", hidden: true },
      el(
        "header",
        {},
        this.title,
        this.cap,
        el("div", { class: "x" }, this.paces, this.more, this.replay, this.closing),
      ),
      this.list,
      this.opening,
    );
    board.arrangement.shelf = this.element;
  }

  close() {
    clearTimeout(this.ripens);
  }

  // What it shows ---------------------------------------------------------------------------------------------------

  /**
   * A question is put, or one waits: shows what happened since, once.
   * @param {boolean} isSame the question as before
   */
  ask(isSame) {
    const { table, asking } = this.page;
    if (isSame && this.kind === "hint") return this.traces.lead(this.ways, this.chosen);
    if (isSame && this.kind === "since" && this.folded !== this.sign) return this.trace();
    if (!table || !this.page.mayAct()) {
      if (asking.isAsked || table?.stage === "over" || this.isPast) this.put("");
      return;
    }
    if (!table.since.length) return this.put("");
    this.turns = table.since;
    this.chosen = -1;
    this.isBrief = false;
    if (this.folded === this.sign) this.put("");
    else this.showSince();
  }

  /** Whether the turn that is watched is over, and somebody else takes their time. */
  get isPast() {
    const { table } = this.page;
    const isOn = table && (areBotsAwaited(table) || table.waiting.includes(this.row?.seat ?? -1));
    return this.kind === "watch" && !isOn;
  }

  /** What happened since, by name. */
  get sign() {
    return `${this.page.scene?.seat} ${this.turns.map(({ turn }) => turn).join()}`;
  }

  /** Folds at the first ply, or for who has seen enough. */
  fold() {
    if (this.kind === "since") this.folded = this.sign;
    this.traces.walked.clear();
    this.put("");
  }

  /** Whether it shares the row of the others on a phone, a line or two a turn; pressed, it lies over the table. */
  get isSlim() {
    return innerWidth < TABLET && this.board.arrangement.aside !== "" && !this.isOpen && this.kind !== "hint";
  }

  /** Whether it stands above the dock of a phone: a hint was asked for, and what it speaks of stays in sight. */
  get isSheet() {
    return innerWidth < TABLET && this.kind === "hint";
  }

  /** @param {boolean} [isOpen] */
  unfold(isOpen = true) {
    this.isOpen = isOpen;
    this.redraw();
    (isOpen ? this.closing : this.opening).focus({ preventScroll: true });
  }

  redraw() {
    if (this.kind === "since") this.showSince();
    else if (this.kind === "hint") this.drawHint();
    else if (this.row) this.watch(this.row);
  }

  /** The window has another size: what it shows looks otherwise there. */
  fit() {
    const { classList } = this.element;
    const looks = [classList.contains("is-slim"), classList.contains("is-sheet")];
    if (!this.kind || String(looks) === String([this.isSlim, this.isSheet])) return;
    this.isBrief = false;
    this.redraw();
  }

  /** @param {Kind} kind */
  put(kind) {
    if (!kind) {
      this.isOpen = false;
      this.traces.clear();
    }
    if (this.kind === kind && !kind) return;
    const top = () => this.board.areas.get("mine")?.element.getBoundingClientRect().top ?? 0;
    const before = top();
    this.kind = kind;
    this.element.hidden = !kind;
    this.element.classList.remove("is-brief", "is-cut");
    for (const { dataset } of [this.element, this.board.element]) dataset.shows = kind;
    this.board.settle();
    if (!kind && isPhone()) scrollBy({ top: top() - before, behavior: "instant" }); // the rest stays in place
  }

  /** @param {Kind} kind @param {string} title @param {string} cap @param {Child[]} cards */
  draw(kind, title, cap, cards) {
    const had = this.list.contains(document.activeElement) ? this.chosen : -1;
    this.kind = kind;
    this.title.textContent = title;
    this.cap.textContent = cap;
    this.element.setAttribute("aria-label", title);
    this.list.replaceChildren(...cards.map((card) => el("li", {}, card)));
    this.element.classList.toggle("is-slim", this.isSlim);
    this.element.classList.toggle("is-sheet", this.isSheet);
    this.opening.hidden = !this.isSlim;
    this.opening.setAttribute("aria-label", title);
    const left = this.turns.length - MOST;
    this.more.hidden = kind !== "since" || left <= 0;
    label(this.more, sayn("{n} more", "{n} more", Math.max(0, left)));
    this.replay.hidden = kind !== "since";
    this.paces.hidden = kind === "hint";
    this.closing.hidden = kind === "watch" && !this.isOpen;
    label(this.closing, kind === "hint" ? say("Put the hint away") : say("Fold"));
    this.put(kind);
    this.shorten(kind);
    if (had >= 0) this.list.querySelectorAll("button")[had]?.focus({ preventScroll: true });
  }

  /**
   * Of ways that are not in focus no reasons are told where all of them do not fit, and of what is long only its
   * beginning.
   * @param {Kind} kind
   */
  shorten(kind) {
    const { list } = this;
    const { classList, style } = this.element;
    const isHint = kind === "hint";
    const isCut = () => list.scrollHeight > list.clientHeight + 1;
    if (this.isSlim) return list.querySelectorAll(".one").forEach(trim);
    if (!isHint && (kind !== "since" || !isCut())) return;
    if (!isHint && !this.isBrief && !this.isOpen) {
      this.isBrief = true;
      return this.showSince();
    }
    if (isHint && (isPhone() || isCut())) classList.add("is-brief");
    this.board.settle();
    for (const lines of isPhone() ? [] : LINES) {
      if (!isCut()) break;
      classList.add("is-cut");
      style.setProperty("--lines", String(lines));
    }
    for (const made of list.querySelectorAll("button")) trim(made);
    const pressed = /** @type {HTMLElement | null} */ (list.querySelector("[aria-pressed=true]"));
    list.scrollTop = pressed ? pressed.offsetTop - list.offsetTop : 0;
  }

  /** The pace was changed elsewhere. */
  refresh() {
    for (const choice of this.paces.querySelectorAll("input")) choice.checked = choice.value === chosenPace();
  }

  // Since my last turn ----------------------------------------------------------------------------------------------

  showSince() {
    const shown = this.turns.slice(-MOST);
    const cards = shown.map((turn, k) =>
      this.card(`seat-${turn.seat}`, k, this.dot(turn.seat ?? 0), {
        label: `${inSentences(turn)} ${score(turn.score)}`,
        said: phrase(
          (this.isSlim || this.isBrief) && k !== this.chosen ? turn.brief : turn.say,
          this.nameOf(turn.seat),
        ),
        then: turn.so && el(turn.mine ? "em" : "span", {}, turn.so),
        to: score(turn.score),
      }),
    );
    this.draw("since", say("Since your last turn"), say("press one to see it alone on the board"), cards);
    this.trace();
  }

  /** Marks what turns have changed, those that are told elsewhere, too. */
  trace() {
    const alone = this.turns.slice(-MOST)[this.chosen] ?? null;
    this.traces.show(this.turns, alone, this.page.table?.seats.map(({ name }) => name) ?? []);
  }

  // What is going on ------------------------------------------------------------------------------------------------

  /** Others play: says whose turn it is, what they do, and who comes next. @param {RowShown} row */
  watch(row) {
    const { log, following } = this.page;
    if (row.seat === undefined || following.isOwn(row)) return;
    this.row = row;
    const { seat } = row;
    const isBefore = (/** @type {RowShown} */ { turn, kind, seq, ply }) =>
      turn === row.turn && kind !== "undo" && (row.seq ? seq <= row.seq : ply <= row.ply);
    const done = log.rows.filter(isBefore).length;
    const left = following.rows.queue.filter(({ turn }) => turn === row.turn).length;
    const next = this.next(row);
    const isWhole = next.length > 0 || this.isMineNext;
    this.turns = [];
    this.chosen = -1;
    const now = this.card(`seat-${seat}`, -1, this.dot(seat), {
      said: phrase(row.told?.say.length ? row.told.say : [row.say], this.nameOf(seat)),
      then: [this.mattersOf(seat), isWhole && left > 0 && sayn("{n} more step to come", "{n} more steps to come", left)]
        .filter(Boolean)
        .join(" · "),
      to: row.told ? score(row.told.score) : this.scoreOf(seat),
    });
    const others = next.slice(0, MOST - 1).map((other, k) =>
      this.card(`seat-${other}`, -1, this.dot(other), {
        said: [this.follows(this.nameOf(other), k === 0, k === next.length - 1 && this.isMineNext)],
        then: this.mattersOf(other),
        to: this.scoreOf(other),
      }),
    );
    const step = isWhole
      ? say("step {step} of {steps}", { step: done, steps: done + left })
      : say("step {step}", { step: done });
    this.draw("watch", say("{name}’s turn", { name: this.nameOf(seat) }), step, [now, ...others]);
  }

  /** @param {string} name @param {boolean} isNext @param {boolean} isLast whether it is my turn then */
  follows(name, isNext, isLast) {
    if (isNext) return isLast ? say("{name} is next, then you", { name }) : say("{name} is next", { name });
    return isLast ? say("{name} follows, then you", { name }) : say("{name} follows", { name });
  }

  /** Who plays after this turn, as far as it is known. @param {RowShown} row @returns {number[]} */
  next(row) {
    const turns = new Map();
    for (const { turn, seat } of this.page.following.rows.queue)
      if (turn !== row.turn && seat !== undefined && seat !== row.seat) turns.set(turn, seat);
    return [...new Set(turns.values())];
  }

  /** Whether I am asked as soon as all is shown. */
  get isMineNext() {
    const { table } = this.page;
    return Boolean(table?.waiting.some((seat) => isMine(table, seat)));
  }

  /** Who comes next, in a sentence. @param {RowShown} row */
  comesNext(row) {
    const names = this.next(row)
      .map((seat) => this.nameOf(seat))
      .join(say(", "));
    if (names && this.isMineNext)
      return say("Then {names}, and it is your turn. What you skip stays in the log.", { names });
    if (this.isMineNext) return say("Then it is your turn. What you skip stays in the log.");
    return names
      ? say("Then {names}. What you skip stays in the log.", { names })
      : say("What you skip stays in the log.");
  }

  // A hint ----------------------------------------------------------------------------------------------------------

  /** A hint arrives, perhaps late. @param {WayShown[]} ways @param {number} chosen */
  bringHint(ways, chosen) {
    clearTimeout(this.ripens);
    this.ripens = setTimeout(() => {
      this.ripens = 0;
      this.page.asking.refresh();
    }, RIPE);
    this.aimHint(ways, chosen);
  }

  /** Whether a hint has been seen for long enough to be taken. */
  get isRipe() {
    return !this.ripens;
  }

  /**
   * Shows a hint, and aims at what its way begins with.
   * @param {WayShown[]} ways @param {number} chosen the one in focus, or none
   */
  aimHint(ways, chosen) {
    this.ways = ways;
    this.chosen = chosen;
    this.turns = [];
    this.drawHint();
    const { asking } = this.page;
    const [text, ...more] = ways[chosen]?.plies ?? [];
    const first = asking.picker.actions.find((action) => action.text === text);
    if (first?.ghost)
      asking.propose(first); // what is in hand goes there
    else if (chosen < 0) asking.refresh();
    else asking.pointAt(first && !more.length ? first : null);
    this.traces.lead(ways, chosen); // where things lie now that the table was fitted anew
    const { path = [], then = [] } = ways[chosen] ?? {};
    if (this.isSheet)
      keepInView(
        [...path, ...then].flatMap((id) => this.board.spot(id)?.made ?? []),
        this.element,
      );
  }

  /** The ways of a hint, as cards and on the board. */
  drawHint() {
    const { ways, chosen } = this;
    const cards = ways.map((way, k) =>
      this.card("best", k, el("span", { class: "n" }, String(k + 1)), {
        said: [el("b", {}, ...phrase(way.say))],
        then:
          way.why.length > 0 && el("span", {}, ...way.why.flatMap((reason, n) => [n > 0 && " · ", reasonOf(reason)])),
        to: shareOf(way),
        under: say("to win"),
      }),
    );
    this.draw(
      "hint",
      titleOf(ways),
      ways[0]?.chance === null
        ? ""
        : areAlike(ways)
          ? say("about the same")
          : say("chances to win against strong players"),
      cards,
    );
    this.traces.lead(ways, chosen);
  }

  /** The way in focus. @returns {WayShown | null} */
  get way() {
    return (this.kind === "hint" && this.ways[this.chosen]) || null;
  }

  // Keys and cards --------------------------------------------------------------------------------------------------

  /** Puts away what it shows; a hint gives way to what happened since. */
  putAway() {
    const { way } = this;
    if (this.kind === "watch") return this.unfold(false);
    this.fold();
    if (way) this.page.asking.clear();
    this.page.asking.dock.ask.focus({ preventScroll: true });
  }

  /** Shows what happened since once more, and goes there. */
  back() {
    this.board.opponents.pin(null);
    if (this.kind !== "since" || this.isSlim) {
      this.turns = this.page.table?.since ?? [];
      if (!this.turns.length || !this.page.mayAct()) return;
      this.chosen = -1;
      this.isOpen ||= this.isSlim;
      this.showSince();
    }
    this.list.querySelector("button")?.focus();
  }

  /** What a key means here. @param {KeyboardEvent} event @returns {boolean} whether it means anything */
  press({ key, code }) {
    if (this.way && this.ways[Number(key) - 1]) this.choose(Number(key) - 1);
    else if (this.way && key === "Enter") this.isRipe && takeWay(this.page, this.way);
    else if (key === "Escape" && this.isOpen) this.unfold(false);
    else if (this.way && key === "Escape") this.putAway();
    else if (code === "KeyW" && settings.letters && this.page.table?.since.length) this.back();
    else return false;
    return true;
  }

  /** @param {number} k */
  choose(k) {
    if (this.kind === "hint") {
      this.aimHint(this.ways, k);
      tell(wayInWords(this.ways, k));
      return;
    }
    this.chosen = this.chosen === k ? -1 : k;
    this.showSince(); // the one that is pressed is told wholly
    this.list.querySelectorAll("button")[k]?.focus({ preventScroll: true });
  }

  /**
   * @param {string} look @param {number} k which one it is, if it can be pressed @param {Child} mark
   * @param {{label?: string, said: Child[], then?: Child, to?: string, under?: string}} words
   */
  card(look, k, mark, { label: words, said, then, to, under }) {
    const content = [
      mark,
      to && el("span", { class: "to" }, to, under && el("small", {}, under)),
      el(
        "span",
        { class: "told" },
        el("span", { class: "said" }, ...said),
        " ",
        then && el("span", { class: "then" }, then),
      ),
    ];
    if (k < 0 || (this.isSlim && look !== "best")) return el("div", { class: `one ${look}` }, ...content);
    const given = {
      type: "button",
      class: look,
      "aria-label": words ?? null,
      "aria-pressed": String(k === this.chosen),
      onclick: () => this.choose(k),
    };
    return el("button", given, ...content);
  }

  /** @param {number} seat */
  dot(seat) {
    const found = this.page.table?.seats[seat];
    const mark = found?.level ? symbol("ui-bot", "ico") : (found?.name ?? "").slice(0, 1);
    return el("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }, mark);
  }

  /** @param {number | null} seat */
  nameOf(seat) {
    return this.page.table?.seats[seat ?? -1]?.name ?? "";
  }

  /** @param {number} seat */
  summaryOf(seat) {
    return this.page.scene?.summaries?.find((summary) => summary.seat === seat);
  }

  /** @param {number} seat */
  scoreOf(seat) {
    return written(this.summaryOf(seat)?.score ?? "");
  }

  /** What of somebody matters now. @param {number} seat */
  mattersOf(seat) {
    return this.summaryOf(seat)?.matters ?? "";
  }
}

/** @param {ReasonShown} reason */
const reasonOf = ({ text, sign }) => el("span", { class: { "+": "good", "-": "bad", "": "" }[sign] }, text);

/** @param {number[]} score before and after */
const score = ([before, after]) => (before === after ? written(after) : `${written(before)} → ${written(after)}`);

/** Whether there is next to nothing between the best and the last. @param {WayShown[]} ways */
const areAlike = (ways) => ways.length > 1 && Number(ways[0].chance) - Number(ways[ways.length - 1].chance) < 0.03;

/** @param {WayShown[]} ways */
const titleOf = (ways) => [say("One good way"), say("Two ways"), say("Three ways")][ways.length - 1] ?? say("Hint");

/** @param {string} name @param {string} icon @param {string} words @param {() => void} act */
const mini = (name, icon, words, act) =>
  el(
    "button",
    { type: "button", class: "mini", "data-shelf": name, title: words, "aria-label": words, onclick: act },
    symbol(icon, "ico"),
    el("span", {}, words),
  );

/** @param {HTMLButtonElement} made @param {string} words */
function label(made, words) {
  for (const name of ["title", "aria-label"]) made.setAttribute(name, words);
  const shown = made.querySelector("span");
  if (shown) shown.textContent = words;
}

/**
 * Takes the last words of what is told until the rest fits; ears are told all. What a turn means for the reader stays
 * longest.
 * @param {Element} made
 */
function trim(made) {
  const said = made.querySelector(made.matches(".best") ? ".said > b" : ".said"); // a way is all in bold
  const then = made.querySelector(".is-slim .then > *");
  const isLong = () => made.scrollHeight > made.clientHeight + 1;
  const name = said?.matches(".said") ? said.querySelector(":scope > b:first-child") : null;
  const words = name?.textContent ?? "";
  if (name && words.length > NAME && isLong()) name.textContent = `${words.slice(0, NAME).trimEnd()}…`;
  for (const part of then?.matches("em") ? [said, then] : [then, said]) if (part && isLong()) trimEnd(part, isLong);
}

/** @param {Element} part @param {() => boolean} isLong */
function trimEnd(part, isLong) {
  const end = document.createTextNode(" …");
  part.append(end);
  while (isLong() && end.previousSibling) shorten(end.previousSibling, (words) => words.trimEnd().replace(LAST, ""));
  if (part.firstChild === end) end.remove(); // nothing of it is left
}

/** Takes a word from a text; of a symbol all. @param {ChildNode} node @param {(words: string) => string} less */
function shorten(node, less) {
  const left = node instanceof Text ? less(node.data) : "";
  if (node instanceof Text && left) node.data = left;
  else node.remove();
}
