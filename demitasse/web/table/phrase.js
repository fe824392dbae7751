/** A sentence with symbols in it: drawn for eyes, their words for ears. */

import { el, symbol } from "../ui/elements.js";

/** @import { Child } from "../ui/elements.js" */

/** @typedef {string | {symbol: string, label: string}} Part */

/** @param {Part[]} parts @param {string} [name] of who did it, set off where the sentence begins with it @returns {Child[]} */
export function phrase(parts, name = "") {
  return parts.flatMap((part, k) => {
    if (typeof part !== "string") return [drawn(part)];
    if (k > 0 || !name || !part.startsWith(name)) return [part];
    return [el("b", {}, name), part.slice(name.length)];
  });
}

/** @param {Part[]} parts */
export const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part.label)).join("");

/** @param {{symbol: string, label: string}} part */
const drawn = ({ symbol: name, label }) =>
  el("span", { class: "icon", title: label }, symbol(name), el("span", { class: "vh" }, label));
