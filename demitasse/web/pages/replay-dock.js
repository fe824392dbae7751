/** The dock of a replay: what was done, the steps, the slider, and what else can be done from a moment. */

import { pacesOf } from "../table/pace-choice.js";
import { chosenPace } from "../table/pace.js";
import { phrase } from "../table/phrase.js";
import { button, el, symbol, tool } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { closeSheet, openSheet } from "../ui/sheet.js";

/** @import { Replay } from "../types.js" */
/** @import { ReplayPage } from "./replay.js" */

const SPEEDS = /** @type {const} */ (["slow", "usual", "fast"]); // a replay at its end at once is none

/**
 * A button of the steps with letters for its picture.
 * @param {string} letters @param {string} words @param {() => void} act
 */
const step = (letters, words, act) =>
  el("button", { type: "button", class: "tool turns", title: words, "aria-label": words, onclick: act }, letters);

export class ReplayDock {
  /** @param {ReplayPage} page @param {number} plies @param {number | null} mine the ply after my last turn, if any */
  constructor(page, plies, mine) {
    this.page = page;
    this.mine = mine;
    this.said = el("p", { class: "prompt", "aria-live": "polite" });
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: plies,
      step: 1,
      "aria-label": say("Moment of the game"),
      oninput: () => page.to(Number(this.slider.value)),
    });
    this.count = el("span", { class: "num count" });
    this.playButton = tool("ui-play", say("Play"), () => (page.playing ? page.pause() : page.play()), {
      "data-step": "play",
    });
    this.element = el(
      "section",
      { class: "dock replay-dock", "aria-label": say("The game again") },
      this.said,
      el("div", { class: "steps" }, ...this.steps(), this.slider, this.count, this.more()),
      el("div", { class: "says wide" }, ...this.ways()),
    );
  }

  /** @param {Replay} moment */
  show(moment) {
    this.slider.max = String(moment.plies);
    this.slider.value = String(moment.ply);
    this.slider.setAttribute("aria-valuetext", moment.say);
    this.count.textContent = `${moment.ply} / ${moment.plies}`;
    const { told } = moment;
    const isEnd = told && told.say.length > 0 && moment.ply === told.last;
    const words = isEnd ? [...phrase(told.say), told.so && ` ${told.so}`] : [moment.say || moment.scene.ask];
    this.said.replaceChildren(...words.filter((word) => typeof word === "string" || word instanceof Node));
  }

  /** The pace was changed. */
  showPace() {
    for (const choice of document.querySelectorAll(".pace input"))
      /** @type {HTMLInputElement} */ (choice).checked = /** @type {any} */ (choice).value === chosenPace();
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    this.playButton.replaceChildren(symbol(isPlaying ? "ui-pause" : "ui-play", "ico"));
    const words = isPlaying ? say("Pause") : say("Play");
    for (const name of ["aria-label", "title"]) this.playButton.setAttribute(name, words);
  }

  steps() {
    const { page } = this;
    return [
      tool("ui-first", say("To the start"), () => page.to(0), { class: "tool wide" }),
      step("«", say("One turn back"), () => page.turn(-1)),
      tool("ui-prev", say("One step back"), () => page.to(page.ply - 1), { class: "tool wide" }),
      this.playButton,
      tool("ui-next", say("One step on"), () => page.to(page.ply + 1), { class: "tool wide" }),
      step("»", say("One turn on"), () => page.turn(1)),
      tool("ui-last", say("To the end"), () => page.to(page.plies), { class: "tool wide" }),
    ];
  }

  /** Where there is no room for what else can be done. */
  more() {
    const open = () => openSheet(say("The game again"), el("div", { class: "stack" }, ...this.ways()));
    return tool("ui-more", say("More"), open, { class: "tool narrow" });
  }

  /** What else can be done from here. @returns {Node[]} */
  ways() {
    const { page, mine } = this;
    const then = (/** @type {() => void} */ act) => () => {
      closeSheet();
      act();
    };
    const way = (/** @type {string} */ name, /** @type {string} */ words, /** @type {string} */ icon, act = () => {}) =>
      button(words, then(act), { "data-way": name }, icon);
    return [
      pacesOf(say("Pace of the replay"), [...SPEEDS], (pace) => page.choose(pace)),
      ...(mine === null ? [] : [way("since", say("Since my last turn"), "ui-replay", () => page.from(mine))]),
      way("fork", say("Go on from here against bots"), "ui-bot", () => page.fork()),
      way("link", say("Copy the link to this moment"), "ui-link", () => page.copy()),
      way("words", say("In words"), "ui-more", () => page.showWords()),
      el("a", { class: "btn", href: `/table/${page.id}` }, symbol("ui-end", "ico"), say("To the table")),
    ];
  }
}
