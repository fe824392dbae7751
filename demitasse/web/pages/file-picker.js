/** A button that asks for a file and reads it as text, with what came of it below: its name, or why it was refused. */

import { Problem } from "../net/api.js";
import { el, symbol } from "../ui/elements.js";
import { say } from "../ui/language.js";

/**
 * @typedef {object} Wanted
 * @property {string} id
 * @property {string} words
 * @property {string} accept
 * @property {number} most bytes
 * @property {(text: string) => Promise<void> | void} read
 */

/** @param {Wanted} wanted */
export function filePicker({ id, words, accept, most, read }) {
  const outcome = el("div", { class: "outcome", role: "status" });
  const input = el("input", { type: "file", id, accept, class: "vh", onchange: () => take(input.files?.[0]) });
  const refuse = (/** @type {unknown} */ problem) => outcome.replaceChildren(refusal(problem));
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    outcome.replaceChildren(el("span", {}, file.name));
    input.value = ""; // so that the same file can be chosen again when it has been mended
    if (file.size > most)
      refuse(
        new Error(
          say("This file is too large: {size} kB. Up to {most} kB are allowed.", {
            size: Math.ceil(file.size / 1024),
            most: Math.floor(most / 1024),
          }),
        ),
      );
    else await Promise.resolve(read(await file.text())).catch((problem) => refuse(problem));
  };
  return el(
    "div",
    { class: "file" },
    el("label", { class: "btn", for: id }, input, symbol("ui-plus", "ico"), el("span", {}, words)),
    outcome,
  );
}

/** A refusal: a sentence in the reader's language, and what exactly was wrong. @param {unknown} problem */
export function refusal(problem) {
  const words = (problem instanceof Error && problem.message) || say("The server does not answer.");
  return el(
    "p",
    { class: "refusal", role: "alert" },
    symbol("ui-warning", "ico"),
    el("span", {}, words, problem instanceof Problem && problem.why && el("small", {}, ` ${problem.why}`)),
  );
}
