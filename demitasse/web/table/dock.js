/** The dock: what is asked, in words; what can be said; undo, restart, hint. Always in the same place. */

import { el, symbol } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { DESK, isPhone } from "./arrangement.js";
import { ENDING } from "./choices.js";

/**
 * A button of the dock.
 * @typedef {object} Choice
 * @property {string} key its name, kept while its words change
 * @property {string} words
 * @property {string} [whole] what it does, where its words are short
 * @property {string} [picture] the symbol of what is chosen
 * @property {string[]} [pictures] where it is several things
 * @property {boolean} [bare] whether its picture says it all
 * @property {string} [brief] what a phone says of it, beside its picture
 * @property {boolean} [ends] whether it is said of no place, and so seen whatever else there is
 * @property {boolean} [spare] whether it can be done step by step, and so is left out where there is no room
 * @property {boolean} [twin] whether another one has the same words
 * @property {string} [price]
 * @property {string} [pays] the tone of a way to pay, which its picture and brief words tell
 * @property {string} [caption] what is said before it and its like
 * @property {string} [print] the key that presses it
 * @property {string} [icon] of a tool, in place of its words
 * @property {boolean} [main]
 * @property {boolean} [aimed]
 * @property {boolean} [idle] whether it cannot be pressed now
 * @property {boolean} [early] whether it came under the hand just now, and takes no press yet
 * @property {() => void} act
 * @property {(on: boolean) => void} [aim]
 */
/**
 * What the dock says.
 * @typedef {object} Question
 * @property {string} ask
 * @property {string} so its consequence
 * @property {number | null} seat whose turn it is
 * @property {string} name
 * @property {string} [held] the symbol of what is picked up
 * @property {boolean} mine whether I am asked
 * @property {boolean} over whether the game is: nothing in hand matters any more
 * @property {Choice[]} choices
 * @property {Choice[]} tools
 */

const ROOMS = ["wide", "", "brief wide", "brief"]; // tools with their words, choices by their pictures alone
const PHONE_ROOMS = ["", "close", "close brief"]; // close together, their words in two lines
const TWO_LINES = 50; // px of a button
const HIGH = 96; // px of a dock whose question is not long
const SEEN = 400; // ms: what gives something away takes no press that was meant for what stood there before
const ROOMY = 400; // px for the question, so that it stays in two lines whatever is aimed at

/** A text whose key word stands between stars. @param {string} text @returns {(string | Node)[]} */
export const emphasised = (text) => text.split("*").map((part, k) => (k % 2 ? el("b", {}, part) : part));

/** A letter as it is printed on its key; longer names stay as they are. @param {string} print */
const keyCap = (print) => (print.length > 1 ? print : print.toUpperCase());

/** A picture of a choice, as large as its kind is drawn. @param {string} name */
const pictured = (name) => symbol(name, name.startsWith("ui-") ? "ico" : "sym");

/** How a choice looks where there is little room. @param {Choice} choice */
const kindsOf = ({ bare, picture, print, brief, twin, ends, pays }) =>
  [
    bare && "chip",
    pays && `pay ${pays}`,
    picture && brief && "brief",
    picture && print && "keyed",
    twin && "twin",
    ends && "ends",
  ]
    .filter(Boolean)
    .join(" ");

export class Dock {
  /** @param {HTMLElement} tray what one holds */
  constructor(tray) {
    this.sign = el("div", { class: "hand-sign", "aria-hidden": "true" });
    this.hand = el("div", { class: "hand" }, this.sign, tray);
    this.ask = el("p", { class: "prompt", tabindex: "-1" });
    this.says = el("div", { class: "says" });
    this.tools = el("div", { class: "tools" });
    /** @type {Map<string, Choice>} */ this.current = new Map();
    this.drawn = "";
    this.fitted = "";
    /** How high it has been in windows of each width. @type {Map<number, number>} */ this.heights = new Map();
    this.element = el(
      "section",
      { class: "dock", "aria-label": say("What to do") },
      this.hand,
      this.ask,
      this.says,
      this.tools,
    );
    new ResizeObserver(() => {
      this.fit();
      document.documentElement.style.setProperty("--dock-high", `${this.element.offsetHeight}px`);
    }).observe(this.element);
  }

  /** @param {Question} question */
  show(question) {
    const focused = this.element.contains(document.activeElement)
      ? /** @type {any} */ (document.activeElement).dataset.key
      : undefined;
    this.sign.replaceChildren(
      question.held
        ? symbol(question.held)
        : el(
            "span",
            { class: `dot ${question.seat === null ? "" : `seat-${question.seat}`}` },
            question.name.slice(0, 1),
          ),
    );
    this.hand.className = `hand ${question.seat === null ? "" : `seat-${question.seat}`}`;
    const isHeld = !question.over && this.hand.querySelector(".tray .piece");
    this.hand.classList.toggle("has-pieces", Boolean(isHeld));
    this.element.classList.toggle("is-mine", question.mine);
    const sign = `${question.ask}|${question.so}`;
    if (this.ask.dataset.sign !== sign) {
      this.ask.dataset.sign = sign;
      this.ask.replaceChildren(
        el("span", { class: "ask" }, ...emphasised(question.ask)),
        question.so ? el("small", {}, ...emphasised(question.so)) : "",
      );
    }
    this.showChoices(question);
    this.fit();
    this.keepHeight();
    if (focused !== undefined && document.activeElement === document.body) this.refocus(focused);
  }

  /**
   * Buttons are made anew only when their words change, so that none is lost under the pointer.
   * @param {Question} question
   */
  showChoices({ choices, tools }) {
    this.current = new Map([...choices, ...tools].map((choice) => [choice.key, choice]));
    const sign = JSON.stringify(
      [choices, tools].map((some) =>
        some.map(({ key, words, price, print, picture, pictures, brief, twin, caption }) => [
          caption,
          key,
          words,
          price,
          print,
          picture,
          pictures,
          brief,
          twin,
        ]),
      ),
    );
    if (sign !== this.drawn) {
      this.drawn = sign;
      const captioned = (/** @type {Choice} */ choice) => [
        choice.caption ? el("span", { class: "cap" }, choice.caption) : "",
        this.button(choice),
      ];
      this.says.replaceChildren(...choices.flatMap(captioned));
      this.tools.replaceChildren(...tools.map((choice) => this.button(choice)));
    }
    for (const button of this.element.querySelectorAll("button")) {
      const choice = this.current.get(button.dataset.key ?? "");
      button.classList.toggle("main", Boolean(choice?.main));
      button.classList.toggle("is-aimed", Boolean(choice?.aimed));
      button.disabled = Boolean(choice?.idle);
      if (choice?.early) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }

  /**
   * On a desk: the words of the tools where there is room for them; pictures alone where choices would take two rows,
   * which lie close together; what would take a third is written smaller, or left out if it may. On a phone: words in
   * two lines before pictures alone, and a row of its own for what is paid with.
   */
  fit() {
    const sign = `${innerWidth} ${this.drawn}`; // not by what is aimed at: hovering moves nothing
    if (sign === this.fitted || !this.element.isConnected) return;
    this.fitted = sign;
    const { dataset } = this.element;
    const buttons = [...this.says.querySelectorAll("button")];
    const isIn = (/** @type {number} */ rows) =>
      new Set(buttons.flatMap((made) => (made.hidden ? [] : made.getBoundingClientRect().top))).size <= rows;
    delete dataset.room;
    for (const made of buttons) made.hidden = false;
    if (isPhone()) {
      const rows = this.says.querySelector(".pay") ? 2 : 1;
      dataset.room =
        PHONE_ROOMS.find((room) => {
          dataset.room = room;
          return isIn(rows) && buttons.every((made) => made.offsetHeight <= TWO_LINES);
        }) ?? "";
    }
    if (innerWidth < DESK) return;
    ROOMS.some((room) => {
      dataset.room = room;
      return isIn(1) && (!room.includes("wide") || this.ask.offsetWidth >= ROOMY);
    });
    if (!isIn(1)) dataset.room = "brief dense";
    if (!isIn(2)) dataset.room = "brief dense small";
    for (const made of buttons.reverse())
      made.hidden = !isIn(2) && Boolean(this.current.get(made.dataset.key ?? "")?.spare);
  }

  /**
   * On a desk: a long question is written smaller, and the dock is as high as at any before, so that the table stays
   * where it is.
   */
  keepHeight() {
    const { style, classList } = this.element;
    style.minHeight = "";
    classList.remove("is-long");
    if (innerWidth < DESK) return;
    classList.toggle("is-long", this.element.offsetHeight > HIGH);
    const height = Math.max(this.heights.get(innerWidth) ?? 0, this.element.offsetHeight);
    this.heights.set(innerWidth, height);
    style.minHeight = `${height}px`;
  }

  /** Keeps the focus on the same words; else on the question, where Enter does nothing unmeant. @param {string} key */
  refocus(key) {
    const buttons = [...this.element.querySelectorAll("button")];
    const same = buttons.find((button) => button.dataset.key === key && !button.disabled);
    (same ?? this.ask).focus({ preventScroll: true });
  }

  /** @param {Choice} choice */
  button(choice) {
    const now = () => this.current.get(choice.key);
    const born = performance.now();
    const isUnseen = (/** @type {MouseEvent} */ { detail }) =>
      detail > 0 && choice.print === ENDING && performance.now() - born < SEEN;
    let isIn = false;
    const aim =
      (/** @type {boolean} */ on) =>
      (/** @type {PointerEvent} */ { pointerType }) => {
        if (pointerType !== "mouse" || isIn === on) return;
        isIn = on;
        now()?.aim?.(on);
      };
    const button = el(
      "button",
      {
        type: "button",
        class: `btn ${choice.icon ? "quiet" : "choice"} ${kindsOf(choice)}`,
        "data-key": choice.key,
        onclick: (/** @type {MouseEvent} */ event) => isUnseen(event) || now()?.early || now()?.act(),
        "aria-label": choice.icon ? choice.words : null,
        title: choice.icon ? choice.words : (choice.whole ?? null),
      },
      choice.icon && symbol(choice.icon, "ico"),
      ...[choice.picture ?? "", ...(choice.pictures ?? [])].filter(Boolean).map(pictured),
      choice.print && el("kbd", { "aria-hidden": "true" }, keyCap(choice.print)),
      choice.brief && el("b", { "aria-hidden": "true" }, choice.brief),
      el(
        "span",
        { class: choice.icon ? "wide" : "" },
        choice.words,
        choice.price && el("small", {}, ` · ${choice.price}`),
      ),
    );
    button.addEventListener("pointermove", aim(true)); // not what comes under a pointer that rests
    button.addEventListener("pointerleave", aim(false));
    button.addEventListener("focus", () => button.matches(":focus-visible") && now()?.aim?.(true));
    return button;
  }
}
