/** How to play: the guide of a game, beside the table or as a page. */

import { get } from "../net/api.js";
import { note } from "../ui/announcements.js";
import { el } from "../ui/elements.js";
import { say } from "../ui/language.js";
import { openSheet } from "../ui/sheet.js";

/** Opens the guide at the side; the table stays. @param {string} game */
export async function guideSheet(game) {
  try {
    const guide = await get(`/api/guide/${game}`);
    openSheet(guide.title, text(guide.html));
  } catch (problem) {
    note(problem instanceof Error ? problem.message : say("The server does not answer."));
  }
}

export class GuidePage {
  /** @param {HTMLElement} root @param {string} game @param {(path: string) => void} go */
  constructor(root, game, go) {
    this.root = root;
    this.guided = game;
    this.go = go;
    /** @type {string[]} */ this.heading = [];
  }

  async open() {
    const guide = await get(`/api/guide/${this.guided}`);
    this.heading = [guide.title];
    this.root.replaceChildren(el("article", { class: "panel page" }, text(guide.html)));
  }

  async speak() {
    await this.open();
  }
}

/** The server's own text: safe HTML with pictures. @param {string} html */
function text(html) {
  const made = el("div");
  made.append(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  return made;
}
