/** The others at a table: a card each, with what is theirs as a small picture that opens large. */

import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { openSheet } from "../ui/sheet.js";
import { headOf } from "./group.js";

/** @import { Group, Scene } from "../types.js" */
/** @import { GroupView } from "./group.js" */

export class Opponents {
  /** @param {Map<string, GroupView>} views the groups of the table by name; they are lent to the cards */
  constructor(views) {
    this.views = views;
    this.element = el("div", { class: "others" });
    /** @type {Map<number, any>} */ this.cards = new Map();
  }

  /** Where somebody who is folded away is on the screen. @param {number} seat */
  chip(seat) {
    return this.cards.get(seat)?.querySelector(".dot");
  }

  /** @param {Scene} scene */
  show(scene) {
    const seats = [...new Set(scene.groups.filter((group) => group.size === "mini").map((group) => group.seat ?? -1))];
    for (const [seat, card] of this.cards) {
      if (!seats.includes(seat)) {
        card.remove();
        this.cards.delete(seat);
      }
    }
    for (const seat of seats) this.showOne(seat, scene);
    this.element.style.setProperty("--others", String(Math.max(1, seats.length)));
  }

  /** @param {number} seat @param {Scene} scene */
  showOne(seat, scene) {
    const groups = scene.groups.filter((group) => group.size === "mini" && group.seat === seat);
    let card = this.cards.get(seat);
    if (!card) this.cards.set(seat, (card = this.card(seat)));
    this.showHead(card.querySelector(".other-head"), groups);
    card.classList.toggle("is-turn", scene.actor === seat);
    for (const group of groups) {
      const view = /** @type {GroupView} */ (this.views.get(group.id));
      if (!view.element.isConnected) card.querySelector(".thumbs").append(view.element);
    }
    if (card.parentNode !== this.element) this.element.append(card);
  }

  /** @param {any} head @param {Group[]} groups */
  showHead(head, groups) {
    const sign = JSON.stringify(groups.map(({ label, facts }) => [label, facts]));
    if (head.dataset.sign === sign) return;
    head.dataset.sign = sign;
    head.replaceChildren(
      ...headOf(groups[0]).map((node) =>
        node.tagName === "H2" ? el("span", { class: "name" }, groups[0].label) : node,
      ),
    );
  }

  /** @param {number} seat */
  card(seat) {
    const thumbs = el("div", { class: "thumbs" });
    const open = () => this.open(seat, thumbs);
    const head = el("button", { type: "button", class: "other-head", "aria-haspopup": "dialog", onclick: open });
    thumbs.addEventListener("click", () => thumbs.classList.contains("thumbs") && open());
    const card = el("article", { class: "other panel" }, head, thumbs);
    card.style.setProperty("--tint", `var(--seat-${seat})`);
    return card;
  }

  /** @param {number} seat @param {any} thumbs */
  open(seat, thumbs) {
    const views = [...this.views.values()].filter((view) => view.group?.seat === seat && view.group?.size === "mini");
    const large = el("div", { class: "large" }, ...views.map((view) => view.element));
    openSheet(views[0]?.group?.label ?? say("Player"), large, () =>
      thumbs.append(...views.map((view) => view.element)),
    );
  }
}
