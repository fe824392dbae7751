/**
 * The page's own words: English in the modules, other languages from the server's catalogue.
 * Every call holds its English text literally, so that the extractor finds it.
 */

import { constants } from "../constants.js";

/** @typedef {Record<string, string | number>} Values */

let language = "en";
/** @type {Record<string, string | string[]>} */
let catalogue = {};
let forms = ["one", "other"]; // the names of the plural forms, in the catalogue's order

/** @returns {string} the language the page speaks now */
export const spoken = () => language;

/**
 * A text in the reader's language, with its {values} filled in.
 * @param {string} text
 * @param {Values} [values]
 */
export function say(text, values = {}) {
  const found = catalogue[text];
  return fill(typeof found === "string" && found ? found : text, values);
}

/**
 * A text that counts something: the form for n, which is also its value {n}.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function sayn(one, many, n, values = {}) {
  const found = catalogue[one];
  const text = Array.isArray(found)
    ? found[Math.max(0, forms.indexOf(new Intl.PluralRules(language).select(n)))]
    : n === 1
      ? one
      : many;
  return fill(text, { n, ...values });
}

/**
 * Switches the language; resolves when its words are here. A language that cannot be fetched leaves the old one.
 * @param {string} wanted
 */
export async function speak(wanted) {
  const chosen = wanted in constants.languages ? wanted : "en";
  if (chosen !== "en") {
    const answer = await fetch(`/api/words?language=${chosen}`);
    if (!answer.ok) return;
    const found = await answer.json();
    catalogue = found.words;
    forms = typeof found.plural === "string" ? found.plural.split(/[\s,]+/) : found.plural;
  } else {
    catalogue = {};
  }
  language = chosen;
  document.documentElement.lang = chosen;
}

/** @param {string} text @param {Values} values */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
