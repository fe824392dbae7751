/** A sentence with symbols in it: drawn for eyes, their words for ears. */

import { el, symbol } from "../ui/elements.js";

/** @import { Child } from "../ui/elements.js" */

/** @typedef {string | {symbol: string, label: string}} Part */

const POINTS = /^[.,;:!?)»”]+/;

/**
 * @param {Part[]} parts @param {string} [name] of who did it, set off where the sentence begins with it
 * @returns {Child[]}
 */
export function phrase(parts, name = "") {
  return parts.flatMap((part, k) => {
    const next = parts[k + 1];
    if (typeof part !== "string") return [drawn(part, (typeof next === "string" && next.match(POINTS)?.[0]) || "")];
    const words = k > 0 ? part.replace(POINTS, "") : part; // they stand with the symbol before them
    return k > 0 || !name || !part.startsWith(name) ? [words] : [el("b", {}, name), part.slice(name.length)];
  });
}

/** @param {Part[]} parts */
export const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part.label)).join("");

/** @param {{symbol: string, label: string}} part @param {string} points that never begin a line */
const drawn = ({ symbol: name, label }, points) =>
  el("span", { class: "icon", title: label }, symbol(name), el("span", { class: "vh" }, label), points);
