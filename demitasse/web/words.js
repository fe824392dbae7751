/**
 * The page's own words: English in the modules, other languages from the server's catalogue.
 * Every call holds its English text literally, so that the extractor finds it.
 */

/** @typedef {Record<string, string | number>} Values */

export const LANGUAGES = { en: "English", uk: "Українська", ru: "Русский", ja: "日本語" };

let language = "en";
/** @type {Record<string, string | string[]>} */
let catalogue = {};

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
  const forms = catalogue[one];
  const text = Array.isArray(forms) && forms.every(Boolean) ? forms[form(n, forms.length)] : n === 1 ? one : many;
  return fill(text, { n, ...values });
}

/**
 * Switches the language; resolves when its words are here. A language that cannot be fetched leaves the old one.
 * @param {string} wanted
 */
export async function speak(wanted) {
  const chosen = wanted in LANGUAGES ? wanted : "en";
  if (chosen !== "en") {
    const answer = await fetch(`/api/words?language=${chosen}`);
    if (!answer.ok) return;
    catalogue = (await answer.json()).words;
  } else {
    catalogue = {};
  }
  language = chosen;
  document.documentElement.lang = chosen;
}

/** @param {string} text @param {Values} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

/** Which of so many plural forms n takes: gettext's order is one, few, many. @param {number} n @param {number} forms */
function form(n, forms) {
  const kind = new Intl.PluralRules(language).select(n);
  const place = { zero: 2, one: 0, two: 1, few: 1, many: 2, other: forms - 1 }[kind];
  return Math.min(place, forms - 1);
}
