/** Hides a table while a screen goes from hand to hand. */

import { forgetSaid } from "../ui/announcements.js";
import { button, el } from "../ui/elements.js";
import { say } from "../ui/language.js";

/** Resolves when the next one is there. @param {string} name @param {number} seat @returns {Promise<void>} */
export function handOver(name, seat) {
  forgetSaid(); // who sat here may have been told what they chose
  return new Promise((there) => {
    const dialog = el("dialog", { class: "curtain", "aria-labelledby": "curtain-title" });
    const done = () => dialog.close();
    dialog.append(
      el("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }, name.slice(0, 1)),
      el("h2", { id: "curtain-title" }, say("Give the screen to {name}.", { name })),
      el("p", {}, say("What is chosen now stays hidden from the others.")),
      button(say("I am {name}", { name }), done, { class: "btn main", autofocus: true }),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      there();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
